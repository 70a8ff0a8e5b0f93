import { useSnackbar } from './ui/dialog/snackbar.ts';

/** Opens the preview of a record in a tab of its own; a failure is said in the snackbar. @param addressOf asks for its address */
export function usePreviewTab(addressOf: (id: number) => Promise<string>): (id: number) => Promise<void> {
  const notify = useSnackbar();
  return async (id) => {
    try {
      window.open(await addressOf(id), '_blank', 'noopener');
    } catch (error) {
      notify({ message: (error as Error).message, tone: 'error' });
    }
  };
}
