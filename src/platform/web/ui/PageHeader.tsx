import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** What the browser's tab says instead, and the line below the title first, where the specification gives a screen a second name. */
  tabTitle?: string;
  /** One sentence: what this screen is for. */
  purpose: string;
  /** The primary action, a contained Button; a second, quieter one may stand before it. */
  action?: ReactNode;
};

/** The head of a screen; also names the browser tab. */
export function PageHeader({ title, tabTitle, purpose, action }: Props) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', mb: 3 }}>
      <title>{`${tabTitle ?? title} | Admin Dashboard`}</title>
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography variant="h1">{title}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 0.5, maxWidth: '68ch', textWrap: 'pretty' }}>
          {tabTitle && <b>{tabTitle}. </b>}
          {purpose}
        </Typography>
      </Box>
      {action && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, minWidth: 0, '&:empty': { display: 'none' } }}>
          {action}
        </Box>
      )}
    </Box>
  );
}
