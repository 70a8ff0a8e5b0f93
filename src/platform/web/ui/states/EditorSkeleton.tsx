import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** The shape of an editor: its form, and the page beside it. */
export const EditorSkeleton = () => (
  <Box aria-hidden sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 42%' } }}>
    <Skeleton variant="rounded" height={520} />
    <Skeleton variant="rounded" height={520} />
  </Box>
);
