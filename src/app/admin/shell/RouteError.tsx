import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

/** A screen that broke, or whose code could not be fetched: says so and tries again from the server. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />;
  const action = (
    // A new version may have been deployed meanwhile; only a reload fetches its code.
    <Button variant="contained" onClick={() => window.location.reload()}>
      Try again
    </Button>
  );
  return (
    <Box sx={{ p: { xs: 0, sm: 1 } }}>
      <PageHeader title="This screen failed" purpose="Nothing that was saved is lost." action={action} />
      <Alert severity="error">{error instanceof Error ? error.message : 'Something unexpected happened.'}</Alert>
    </Box>
  );
}
