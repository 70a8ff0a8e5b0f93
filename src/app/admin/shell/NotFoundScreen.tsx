import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';

/** For an address that leads nowhere. */
export function NotFoundScreen() {
  const action = (
    <Button component={Link} to="/admin" variant="contained">
      Go to the dashboard
    </Button>
  );
  return (
    <Box sx={{ p: { xs: 0, sm: 1 } }}>
      <PageHeader
        title="Page not found"
        purpose="There is no screen at this address. It may have moved, or the link is misspelt."
        action={action}
      />
    </Box>
  );
}
