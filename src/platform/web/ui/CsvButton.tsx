import { mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { saveFile } from '../save-file.ts';
import { Icon } from './Icon.tsx';
import { useSnackbar } from './dialog/snackbar.ts';

type Props = {
  /** Fetches all rows of the question, whatever page the screen shows. */
  load: () => Promise<File>;
  label?: string;
  /** There is nothing to keep. */
  isEmpty?: boolean;
};

/** Keeps what a screen shows as a file: the same days, filters, order and zone, all rows. A file that broke off is told, never kept. */
export function CsvButton({ load, label = 'CSV', isEmpty = false }: Props) {
  const notify = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    // not disabled meanwhile: a button that is loses the focus
    if (isBusy) return;
    setIsBusy(true);
    try {
      const file = await load();
      saveFile(file.name, file);
    } catch (error) {
      notify({ message: (error as Error).message, tone: 'error' });
    }
    setIsBusy(false);
  };
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={mdiDownload} />}
      disabled={isEmpty}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void handleClick()}
    >
      {label}
    </Button>
  );
}
