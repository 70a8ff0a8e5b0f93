import { mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Query } from '../../../platform/web/http.ts';
import { saveFile } from '../../../platform/web/save-file.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { useSnackbar } from '../../../platform/web/ui/snackbar.ts';
import { statsClient } from './client.ts';

type Props = {
  /** The last part of the screen's call: `listicles`. */
  screen: string;
  query: Query;
};

/** Keeps what the screen shows as a file: the same days, filters and zone, all rows up to 1000. */
export function CsvButton({ screen, query }: Props) {
  const notify = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    // not disabled meanwhile: a button that is loses the focus
    if (isBusy) return;
    setIsBusy(true);
    try {
      saveFile(`${screen}.csv`, new Blob([await statsClient.csv(screen, query)], { type: 'text/csv' }));
    } catch (error) {
      notify({ message: (error as Error).message, tone: 'error' });
    }
    setIsBusy(false);
  };
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={mdiDownload} />}
      aria-disabled={isBusy}
      onClick={() => void handleClick()}
    >
      CSV
    </Button>
  );
}
