import Alert from '@mui/material/Alert';
import { ratesClient } from './client.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileButton } from '../../../platform/web/ui/inputs/FileButton.tsx';
import { useChangeNotice } from '../../../platform/web/undo/use-change-notice.ts';

type Props = { children: string; variant: 'contained' | 'outlined' };

/** Takes a file of exchange rates in place of the one that is there; everything told in money is asked anew. */
export function ReplaceRates({ children, variant }: Props) {
  const queries = useQueryClient();
  const notify = useChangeNotice();
  const replace = useMutation({
    mutationFn: async (file: File) => ratesClient.replaceRates(await file.text()),
    onSuccess: ({ message = 'Rates replaced.' }) => {
      void queries.invalidateQueries();
      notify({ message });
    },
  });
  return (
    <>
      <FileButton
        variant={variant}
        loading={replace.isPending}
        fileLabel="File of exchange rates"
        accept=".csv,text/csv"
        onFile={(file) => replace.mutate(file)}
      >
        {children}
      </FileButton>
      {replace.error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {replace.error.message}
        </Alert>
      )}
    </>
  );
}
