import Alert from '@mui/material/Alert';
import { postbackQueries } from './client.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';

/** Says where networks are listed that messages came to an address which is none of theirs; nothing while none did. */
export function UnknownAddressesNotice() {
  const addresses = useQuery(postbackQueries.unknownAddresses());
  const list = addresses.data?.data ?? [];
  const [newest] = list;
  const network = list.find((one) => one.network)?.network;
  if (!newest) return <FailedParts queries={[addresses]} />;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <Button component={Link} to="/admin/conversions?tab=addresses" color="inherit" size="small">
          Show them
        </Button>
      }
    >
      Messages came to a postback address that is not yours{network && `, some probably from ${network.name}`}; the last
      one <DateTime value={newest.last_at} />. Nothing of them is counted.
    </Alert>
  );
}
