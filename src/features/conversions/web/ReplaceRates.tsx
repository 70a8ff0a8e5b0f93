import Alert from '@mui/material/Alert';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileButton } from '../../../platform/web/ui/FileButton.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { deskClient, DESK_KEY, STATS_KEY } from './desk-client.ts';

type Props = { children: string; variant: 'contained' | 'outlined' };

/** Takes a file of exchange rates in place of the one that is there; everything told in money is asked anew. */
export function ReplaceRates({ children, variant }: Props) {
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);
  const replace = useMutation({
    mutationFn: async (file: File) => deskClient.replaceRates(await file.text()),
    onSuccess: ({ message = 'Rates replaced.' }) => {
      void queries.invalidateQueries({ queryKey: STATS_KEY });
      afterChange({ message });
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
