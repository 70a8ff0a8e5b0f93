import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { formatCount } from '../../../platform/text/figures.ts';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Person } from '../contract.ts';

/** The columns of the list. */
export const PERSON_COLUMNS: readonly Column<Person>[] = [
  {
    key: 'name',
    label: 'Name',
    isSortable: true,
    isLong: true,
    render: ({ name, photo_url: photo, is_sample: isSample }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', fontWeight: 600 }}>
        <Avatar
          alt=""
          {...(photo && { src: photo })}
          aria-hidden
          sx={{
            width: 32,
            height: 32,
            fontSize: '0.875rem',
            color: colors.onBrandTint,
            backgroundColor: colors.brandTint,
          }}
        >
          {name.charAt(0).toUpperCase()}
        </Avatar>
        <CutText>{name}</CutText>
        {isSample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
  { key: 'job_title', label: 'Role', isSortable: true, isLong: true, render: (person) => person.job_title ?? 'None' },
  {
    key: 'credentials',
    label: 'Credentials',
    help: 'Without them nobody is shown as a reviewer.',
    isLong: true,
    render: (person) => person.credentials ?? 'None',
  },
  {
    key: 'used_in',
    label: 'Named in',
    isSortable: true,
    isNumeric: true,
    help: 'Guides and reviews that name the person.',
    render: (person) => formatCount(person.used_in),
  },
  {
    key: 'updated_at',
    label: 'Updated',
    isSortable: true,
    render: (person) => <DateTime value={person.updated_at} />,
  },
];
