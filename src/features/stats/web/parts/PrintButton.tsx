import { mdiPrinterOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import type { PageSize, TableState } from '../../../../platform/web/ui/table/use-table-state.ts';

type Props = {
  table: Pick<TableState, 'itemsPerPage' | 'setItemsPerPage'>;
  /** Do the rows stand there that the table asks for? */
  isReady: boolean;
};

/** Prints the whole table, not the page of it that is in sight, and then shows that page again. */
export function PrintButton({ table, isReady }: Props) {
  const [sizeBefore, setSizeBefore] = useState<PageSize>();
  const isDue = sizeBefore !== undefined && isReady && table.itemsPerPage === -1;
  const print = useEffectEvent(() => {
    window.print();
    setSizeBefore(undefined);
    if (sizeBefore !== undefined && sizeBefore !== -1) table.setItemsPerPage(sizeBefore);
  });
  useEffect(() => {
    if (!isDue) return undefined;
    // the rows are on the page one frame after they came; the charts take one more
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(print)));
    return () => cancelAnimationFrame(frame);
  }, [isDue]);
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={mdiPrinterOutline} />}
      // not disabled: a button that is loses the focus
      aria-disabled={sizeBefore !== undefined}
      onClick={() => {
        if (sizeBefore !== undefined) return;
        setSizeBefore(table.itemsPerPage);
        if (table.itemsPerPage !== -1) table.setItemsPerPage(-1);
      }}
    >
      Print
    </Button>
  );
}
