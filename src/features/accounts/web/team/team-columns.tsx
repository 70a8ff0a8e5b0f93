import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { ROLE_LABELS } from '../../../../platform/permissions.ts';
import { formatCount } from '../../../../platform/text/figures.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import { CutText } from '../../../../platform/web/ui/table/cells/CutText.tsx';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import type { Member } from '../../contract-team.ts';

/** @param ownId whose row says "you" */
export const teamColumns = (ownId: number | undefined): readonly Column<Member>[] => [
  {
    key: 'username',
    label: 'Name',
    isSortable: true,
    isLong: true,
    render: (member) => (
      <>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
          <CutText>{member.username}</CutText>
          {member.id === ownId && <Chip label="You" variant="outlined" size="small" />}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{ROLE_LABELS[member.role]}</Box>
      </>
    ),
  },
  { key: 'state', label: 'State', isSortable: true, render: (member) => <MemberState member={member} /> },
  {
    key: 'has_second_factor',
    label: 'Second factor',
    isSortable: true,
    render: (member) => (member.has_second_factor ? 'On' : 'Off'),
  },
  {
    key: 'sessions',
    label: 'Sessions',
    isSortable: true,
    isNumeric: true,
    render: (member) => formatCount(member.sessions),
  },
  {
    key: 'last_seen_at',
    label: 'Last seen',
    isSortable: true,
    render: (member) => <DateTime value={member.last_seen_at} />,
  },
  {
    key: 'person_name',
    label: 'Byline',
    isSortable: true,
    help: 'The same person under People, as readers see them.',
    isLong: true,
    render: ({ person_name: name }) =>
      name === null ? (
        'None'
      ) : (
        <Link component={RouterLink} to={`/admin/people?${new URLSearchParams({ search: name })}`}>
          {name}
        </Link>
      ),
  },
];

function MemberState({ member: { state, link_expires_at: ends } }: { member: Member }) {
  return (
    <>
      <StatusChip status={state} tone={{ active: 'good', invited: 'info', disabled: 'calm' }[state] as 'good'} />
      {state !== 'disabled' && ends !== null && <LinkEnd ends={ends} />}
      {state === 'invited' && ends === null && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>The link has ended</Box>}
    </>
  );
}

function LinkEnd({ ends }: { ends: string }) {
  return (
    <Box sx={{ color: 'text.secondary', mt: 0.5 }}>
      Link works until <DateTime value={ends} />
    </Box>
  );
}
