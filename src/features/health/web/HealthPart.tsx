import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** What the part is for, or that there is nothing in it. */
  text: string;
  /** The rows of a list; nothing is framed when there are none. */
  children?: ReactNode;
};

/** A titled list below the checks. */
export function HealthPart({ title, text, children }: Props) {
  return (
    <Box component="section" aria-label={title} sx={{ mt: 4 }}>
      <Typography component="h2" variant="h6">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {text}
      </Typography>
      {children && (
        <Paper variant="outlined" component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {children}
        </Paper>
      )}
    </Box>
  );
}

/** How a row of such a list stands: in columns where there is room, below each other on a phone. */
export const rowStyle = {
  display: 'grid',
  columnGap: 2,
  rowGap: 0.25,
  px: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const;
