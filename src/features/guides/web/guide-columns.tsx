import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table-columns.ts';
import type { Guide } from '../contract.ts';

/** The columns of the list. */
export const guideColumns: readonly Column<Guide>[] = [
  { key: 'id', label: 'ID', isSortable: true, render: (guide) => guide.id },
  {
    key: 'title',
    label: 'Title',
    isSortable: true,
    isLong: true,
    render: (guide) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        {guide.title}
        {guide.is_sample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
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
