import { mdiDelete, mdiPencil } from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { RowActions } from '../../../../platform/web/ui/table/cells/RowActions.tsx';
import type { RowAction } from '../../../../platform/web/ui/table/table-columns.ts';
import type { OwnColumn } from '../../../reports/own-columns-contract.ts';
import { columnsClient } from './columns-client.ts';
import { OwnColumnDialog } from './OwnColumnDialog.tsx';

type Props = { columns: readonly OwnColumn[]; onClose: () => void };

/** The own columns that somebody has, and what can be done with one. */
export function OwnColumnsDialog({ columns, onClose }: Props) {
  const [open, setOpen] = useState<{ does: 'edit' | 'delete'; column: OwnColumn }>();
  const afterChange = useAfterChange(['stats']);
  const close = () => setOpen(undefined);
  const isShown = ({ may_change: mayChange }: OwnColumn) => mayChange;
  const actions: RowAction<OwnColumn>[] = [
    { label: 'Edit column', icon: mdiPencil, onClick: (column) => setOpen({ does: 'edit', column }), isShown },
    { label: 'Delete column', icon: mdiDelete, onClick: (column) => setOpen({ does: 'delete', column }), isShown },
  ];
  return (
    <ViewDialog title="Own Columns" isFlush onClose={onClose}>
      <Box component="ul" aria-label="Own columns" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {columns.map((column) => (
          <Box
            component="li"
            key={column.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              px: 3,
              py: 0.75,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {column.name}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {column.formula}, {column.is_shared ? 'shared with the team' : 'yours alone'}
              </Typography>
            </Box>
            <RowActions row={column} actions={actions} />
          </Box>
        ))}
      </Box>
      {open?.does === 'edit' && <OwnColumnDialog column={open.column} onClose={close} />}
      {open?.does === 'delete' && (
        <ConfirmDialog
          title="Delete Column?"
          text={`“${open.column.name}” is gone from the reports${open.column.is_shared ? ' of everybody' : ''}. Saved views that show it show the rest; links that were made keep it.`}
          confirmLabel="Delete"
          onConfirm={async () => {
            const { message } = await columnsClient.remove(open.column.id);
            close();
            afterChange({ message });
          }}
          onClose={close}
        />
      )}
    </ViewDialog>
  );
}
