import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table-columns.ts';
import type { Guide } from '../contract.ts';

const id: Column<Guide> = { key: 'id', label: 'ID', isSortable: true, render: (guide) => guide.id };

const title: Column<Guide> = {
  key: 'title',
  label: 'Title',
  isSortable: true,
  isLong: true,
  render: (guide) => (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600, minWidth: { sm: 200 } }}
    >
      {guide.title}
      {guide.is_sample && <Chip label="Sample" variant="outlined" />}
    </Box>
  ),
};

const facts: readonly Column<Guide>[] = [
  { key: 'status', label: 'Status', isSortable: true, render: (guide) => <StatusChip status={guide.status} /> },
  {
    key: 'created_at',
    label: 'Created At',
    isSortable: true,
    render: (guide) => <DateTime value={guide.created_at} />,
  },
  {
    key: 'updated_at',
    label: 'Updated At',
    isSortable: true,
    render: (guide) => <DateTime value={guide.updated_at} />,
  },
];

/** The columns of the list. */
export const guideColumns: readonly Column<Guide>[] = [id, title, ...facts];

/** The same for phones, where the first one is the head of a card. */
export const guideCardColumns: readonly Column<Guide>[] = [title, id, ...facts];
