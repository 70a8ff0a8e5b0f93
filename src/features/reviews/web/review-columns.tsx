import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { formatCount } from '../../../platform/web/figures.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table-columns.ts';
import type { Review } from '../contract.ts';

/** The columns of the list. */
export const reviewColumns: readonly Column<Review>[] = [
  {
    key: 'title',
    label: 'Title',
    isSortable: true,
    render: (review) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        {review.title}
        {review.is_sample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
  { key: 'offer', label: 'Offer', render: (review) => review.offer_name },
  { key: 'status', label: 'Status', isSortable: true, render: (review) => <StatusChip status={review.status} /> },
  {
    key: 'score',
    label: 'Score',
    isSortable: true,
    isNumeric: true,
    render: (review) => (review.score === null ? 'None' : review.score.toFixed(1)),
  },
  {
    key: 'views_30d',
    label: 'Views 30 d',
    isNumeric: true,
    help: 'Views of the last 30 days, bots left out.',
    render: (review) => formatCount(review.views_30d),
  },
  {
    key: 'updated_at',
    label: 'Updated At',
    isSortable: true,
    render: (review) => <DateTime value={review.updated_at} />,
  },
];
