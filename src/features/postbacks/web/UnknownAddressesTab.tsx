import Box from '@mui/material/Box';
import { postbackQueries } from './client.ts';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '../../../platform/text/figures.ts';
import { fonts } from '../../../platform/web/styles/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import type { UnknownAddress } from '../unknown-contract.ts';
import { TrashedNetworksNotice } from './TrashedNetworksNotice.tsx';

/** Messages that wait for a network in the trash, and those that came to no postback address of ours, by sender: nothing of them is counted until the address is mended. */
export function UnknownAddressesTab() {
  const addresses = useQuery(postbackQueries.unknownAddresses());
  if (addresses.error) return <ErrorState error={addresses.error} onRetry={() => void addresses.refetch()} />;
  if (!addresses.data) return <Skeleton variant="rounded" height={120} />;
  if (addresses.data.data.length === 0)
    return (
      <>
        <TrashedNetworksNotice />
        <EmptyState text="In the last 30 days no message came to a postback address that is not yours." />
      </>
    );
  return (
    <>
      <TrashedNetworksNotice />
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        Of the last 30 days. Nothing of these messages is counted. Of the wrong key only its beginning and its length
        are kept, and of a burst only some messages.
      </Typography>
      <Paper variant="outlined" component="ul" aria-label="Unknown addresses" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {addresses.data.data.map((address) => (
          <Address key={`${address.key_head} ${address.key_length} ${address.remote_net}`} address={address} />
        ))}
      </Paper>
    </>
  );
}

function Address({ address }: { address: UnknownAddress }) {
  const { key_head: head, key_length: length, messages, network, query } = address;
  const path = address.is_pixel ? '/pixel/' : '/postback/';
  return (
    <Box component="li" sx={{ p: 2, minWidth: 0, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <Box component="code" sx={{ fontFamily: fonts.mono }}>
          {path}
          {head === null ? '***' : `${head}${(length ?? 0) > head.length ? '…' : ''}`}
        </Box>
        {length !== null && keyWords(length)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {formatCount(messages)} {messages === 1 ? 'message' : 'messages'}
        {address.remote_net !== null && ` from ${address.remote_net}`}, last <DateTime value={address.last_at} />
      </Typography>
      <Typography variant="body2">
        {address.advice}{' '}
        {network && (
          <Link to={`/admin/affiliate-networks?search=${encodeURIComponent(network.name)}`}>Show {network.name}</Link>
        )}
      </Typography>
      {query !== '' && (
        <Typography
          component="code"
          variant="body2"
          sx={{ display: 'block', mt: 1, fontFamily: fonts.mono, overflowWrap: 'anywhere', color: 'text.secondary' }}
        >
          {address.method} ?{query}
        </Typography>
      )}
    </Box>
  );
}

const keyWords = (length: number): string =>
  length === 0 ? ' without a key' : ` with a key of ${length} ${length === 1 ? 'character' : 'characters'}`;
