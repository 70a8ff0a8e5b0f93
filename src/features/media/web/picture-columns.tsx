import Box from '@mui/material/Box';
import { formatCount } from '../../../platform/text/figures.ts';
import { colors, radius } from '../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { LibraryImage } from '../contract.ts';

const KILO = 1024;

/** Bytes as people say them: '48 kB', '1.3 MB'. */
export function sizeWords(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} kB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}

/** The columns of the list. */
export const PICTURE_COLUMNS: readonly Column<LibraryImage>[] = [
  {
    key: 'alt',
    label: 'Picture',
    isSortable: true,
    isLong: true,
    render: ({ preview_url: url, alt }) => (
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minHeight: 64 }}>
        <Box
          component="img"
          src={url}
          alt=""
          loading="lazy"
          sx={{
            width: 88,
            height: 64,
            flexShrink: 0,
            objectFit: 'contain',
            borderRadius: `${radius.control}px`,
            backgroundColor: colors.surface,
          }}
        />
        <Box component="span" sx={alt ? { fontWeight: 600 } : { color: 'text.secondary', fontWeight: 400 }}>
          <CutText>{alt || 'Not described yet'}</CutText>
        </Box>
      </Box>
    ),
  },
  {
    key: 'width',
    label: 'Size',
    isSortable: true,
    render: ({ width, height }) => `${width} × ${height}`,
  },
  { key: 'bytes', label: 'Weight', isSortable: true, isNumeric: true, render: ({ bytes }) => sizeWords(bytes) },
  {
    key: 'used_in',
    label: 'Used in',
    isSortable: true,
    isLong: true,
    render: ({ used_by: users, used_in: count }) =>
      count === 0 ? 'Nothing' : count === 1 ? `${users[0]!.kind}: ${users[0]!.name}` : `${formatCount(count)} records`,
  },
  {
    key: 'created_at',
    label: 'Stored',
    isSortable: true,
    render: (picture) => <DateTime value={picture.created_at} />,
  },
];
