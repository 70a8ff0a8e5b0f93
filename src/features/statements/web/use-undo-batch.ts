import { useQueryClient } from '@tanstack/react-query';
import { statementsClient } from './client.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DESK_KEY, STATS_KEY } from '../../conversions/web/client.ts';

/** Says what a batch of conversions did and offers the way back; both move the numbers. */
export function useBatchNotice() {
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);

  /** @throws ApiError when it cannot be taken back */
  const undo = async (id: string): Promise<void> => {
    const { message } = await statementsClient.undoImport(id);
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    afterChange({ message });
  };

  const tryUndo = (id: string) =>
    undo(id).catch((error: Error) => afterChange({ message: error.message, tone: 'error' }));

  const tell = ({ message, batch_id: id }: { message: string; batch_id: string | null }): void => {
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    afterChange({ message, ...(id !== null && { action: { label: 'Undo', onClick: () => void tryUndo(id) } }) });
  };

  return { tell, undo };
}
