import Alert from '@mui/material/Alert';
import { useWatch } from 'react-hook-form';
import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';
import type { SourceValues } from './source-form.ts';

/** Told of several statuses by messages that are all alike, a source takes a reversal for one more sale. */
export function StatusWarning() {
  const [url, body, method, statuses] = useWatch<
    SourceValues,
    ['postback_url', 'postback_body', 'postback_method', 'postback_statuses']
  >({ name: ['postback_url', 'postback_body', 'postback_method', 'postback_statuses'] });
  const sent = CONVERSION_STATUSES.filter((status) => statuses[status]);
  const text = method === 'POST' ? `${url} ${body}` : url;
  if (sent.length < 2 || text.trim() === '' || /\{status\b/.test(text)) return null;
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
      {`${sent.length} statuses are sent, and the URL does not say which: the source counts each message as one more conversion. Add {status} to the URL, or send one status only.`}
    </Alert>
  );
}
