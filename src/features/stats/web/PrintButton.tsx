import { mdiPrinterOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { PageSize, TableState } from '../../../platform/web/ui/use-table-state.ts';

type Props = {
  table: Pick<TableState, 'itemsPerPage' | 'setItemsPerPage'>;
  /** Do the rows stand there that the table asks for? */
  isReady: boolean;
};

/** Prints the whole table, not the page of it that is in sight, and then shows that page again. */
export function PrintButton({ table, isReady }: Props) {
  const [sizeBefore, setSizeBefore] = useState<PageSize>();
  const isDue = sizeBefore !== undefined && isReady && table.itemsPerPage === -1;
  useEffect(() => {
    if (!isDue) return undefined;
    // the rows are on the page one frame after they came; the charts take one more
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.print();
        setSizeBefore(undefined);
        if (sizeBefore !== -1) table.setItemsPerPage(sizeBefore);
      }),
    );
    return () => cancelAnimationFrame(frame);
    // the table is a new object at every move; the print is due once
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue]);
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={mdiPrinterOutline} />}
      disabled={sizeBefore !== undefined}
      onClick={() => {
        setSizeBefore(table.itemsPerPage);
        if (table.itemsPerPage !== -1) table.setItemsPerPage(-1);
      }}
    >
      Print
    </Button>
  );
}
