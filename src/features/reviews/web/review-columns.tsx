import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { formatCount } from '../../../platform/text/figures.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { EditorLink } from '../../../platform/web/ui/table/cells/EditorLink.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { PlannedStatus } from '../../../platform/web/ui/form/PlannedStatus.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Review } from '../contract.ts';
import { isPublicStatus } from '../../publishing/rules.ts';

/** Where a review is edited. */
export const editorPath = ({ id }: Review): string => `/admin/offer-content/${id}/edit`;

/** The columns of the list. */
export const reviewColumns: readonly Column<Review>[] = [
  {
    key: 'title',
    group: 'About',
    label: 'Title',
    isSortable: true,
    isLong: true,
    render: (review) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        <EditorLink to={editorPath(review)}>
          <CutText isInLink>{review.title}</CutText>
        </EditorLink>
        {review.is_sample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
  { key: 'offer', group: 'About', label: 'Offer', isLong: true, render: (review) => review.offer_name },
  {
    key: 'status',
    group: 'State',
    label: 'Status',
    isSortable: true,
    render: (review) => (
      <PlannedStatus
        status={review.status}
        isPublic={isPublicStatus(review.status)}
        publishAt={review.publish_at}
        unpublishAt={review.unpublish_at}
        problems={review.problems.map((problem) => problem.message)}
        to={editorPath(review)}
      />
    ),
  },
  {
    key: 'score',
    group: 'About',
    label: 'Score',
    isSortable: true,
    isNumeric: true,
    render: (review) => (review.score === null ? 'None' : review.score.toFixed(1)),
  },
  {
    key: 'views_30d',
    group: 'Traffic',
    label: 'Views 30 d',
    isSortable: true,
    isNumeric: true,
    help: 'Views of the last 30 days, bots left out.',
    render: (review) => formatCount(review.views_30d),
  },
  {
    key: 'updated_at',
    group: 'Dates',
    label: 'Updated At',
    isSortable: true,
    render: (review) => <DateTime value={review.updated_at} />,
  },
];
