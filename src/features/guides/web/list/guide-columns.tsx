import { mdiOpenInNew } from '@mdi/js';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../../platform/web/ui/table/cells/CutText.tsx';
import { EditorLink } from '../../../../platform/web/ui/table/cells/EditorLink.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { PlannedStatus } from '../../../../platform/web/ui/form/PlannedStatus.tsx';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import type { Guide } from '../../contract.ts';
import { isPublicStatus } from '../../../publishing/rules.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

const id: Column<Guide> = { key: 'id', group: 'About', label: 'ID', isSortable: true, render: (guide) => guide.id };

const title: Column<Guide> = {
  key: 'title',
  group: 'About',
  label: 'Title',
  isSortable: true,
  isLong: true,
  isFixed: true,
  render: (guide) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
      <EditorLink to={`/admin/listicles/${guide.id}/edit`}>
        <CutText isInLink>{guide.title}</CutText>
      </EditorLink>
      {isPublicStatus(guide.status) && <LivePage guide={guide} />}
      {guide.is_sample && <Chip label="Sample" variant="outlined" />}
    </Box>
  ),
};

function LivePage({ guide }: { guide: Guide }) {
  return (
    <Hint title="View the live page">
      <IconButton
        size="small"
        aria-label="View the live page"
        href={`/listicles/${guide.id}-${guide.slug}`}
        target="_blank"
        rel="noopener"
        sx={{ p: 0.25 }}
      >
        <Icon path={mdiOpenInNew} sx={{ fontSize: '1rem' }} />
      </IconButton>
    </Hint>
  );
}

const status: Column<Guide> = {
  key: 'status',
  group: 'State',
  label: 'Status',
  isSortable: true,
  render: (guide) => (
    <>
      <PlannedStatus
        status={guide.status}
        isPublic={isPublicStatus(guide.status)}
        publishAt={guide.publish_at}
        unpublishAt={guide.unpublish_at}
        problems={guide.problems.map((problem) => problem.message)}
        to={`/admin/listicles/${guide.id}/edit`}
      />
      {isPublicStatus(guide.status) && guide.visible_items_count === 0 && <NotListed guide={guide} />}
    </>
  ),
};

/** Why readers find a public guide in no list of the site. */
const NotListed = ({ guide }: { guide: Guide }) => (
  <Hint title="Home, categories, sitemap and feed leave out a guide that shows no product." describeChild>
    <span>
      <EditorLink
        to={`/admin/listicles/${guide.id}/items`}
        underline="always"
        sx={{ color: colors.warning, fontSize: '0.8125rem' }}
      >
        {guide.items_count === 0 ? 'Not listed: no product yet' : 'Not listed: all products are hidden'}
      </EditorLink>
    </span>
  </Hint>
);

const facts: readonly Column<Guide>[] = [
  status,
  {
    key: 'created_at',
    group: 'Dates',
    label: 'Created At',
    isSortable: true,
    render: (guide) => <DateTime value={guide.created_at} />,
  },
  {
    key: 'updated_at',
    group: 'Dates',
    label: 'Updated At',
    isSortable: true,
    render: (guide) => <DateTime value={guide.updated_at} />,
  },
  {
    key: 'items_count',
    group: 'About',
    label: 'Products',
    isSortable: true,
    isNumeric: true,
    render: (guide) => guide.items_count,
  },
  {
    key: 'views_30d',
    group: 'Traffic',
    label: 'Views',
    isSortable: true,
    isNumeric: true,
    help: 'By people, in the last 30 days.',
    render: (guide) => guide.views_30d.toLocaleString('en-US'),
  },
];

/** The columns of the list. */
export const guideColumns: readonly Column<Guide>[] = [id, title, ...facts];

/** The same for phones, where the first one is the head of a card. */
export const guideCardColumns: readonly Column<Guide>[] = [title, id, ...facts];
