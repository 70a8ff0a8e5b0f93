import Box from '@mui/material/Box';
import { shortened } from '../../../../platform/text/letters.ts';
import { fonts } from '../../../../platform/web/styles/tokens.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import type { ConversionRow } from '../../contract.ts';
import { formatMoney, NOTHING } from '../../../../platform/text/figures.ts';

const code = (text: string | null) =>
  text === null ? (
    NOTHING
  ) : (
    <Box component="code" title={text} sx={{ fontFamily: fonts.mono, fontSize: '0.8125rem' }}>
      {shortened(text, 29)}
    </Box>
  );

/** A conversion from the network's word back to the place of the click. */
export const conversionColumns: readonly Column<ConversionRow>[] = [
  {
    key: 'occurred_at',
    group: 'Dates',
    label: 'Time',
    isSortable: true,
    render: (row) => <DateTime value={row.occurred_at} />,
  },
  { key: 'event_type', group: 'About', label: 'Event', render: (row) => row.event_type },
  {
    key: 'status',
    group: 'State',
    label: 'Status',
    isSortable: true,
    render: (row) => (
      <Box
        component="span"
        title={row.original_status ? `The network said "${row.original_status}"` : ''}
        sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}
      >
        <StatusChip status={row.status} />
        {row.not_counted && <StatusChip status={`not_counted: ${row.not_counted}`} tone="warn" />}
        {row.is_at_risk && <StatusChip status="at_risk" tone="warn" />}
      </Box>
    ),
  },
  {
    key: 'payout',
    group: 'Money',
    label: 'Payout',
    isNumeric: true,
    isSortable: true,
    render: (row) => (
      <span title={`${row.payout} ${row.payout_currency}`}>{formatMoney(row.payout, row.payout_currency)}</span>
    ),
  },
  { key: 'offer', group: 'About', label: 'Offer', isLong: true, render: (row) => row.offer ?? NOTHING },
  { key: 'network', isHidden: true, group: 'About', label: 'Network', render: (row) => row.network },
  {
    key: 'listicle',
    group: 'About',
    label: 'Guide',
    isLong: true,
    render: (row) =>
      row.listicle === null ? NOTHING : `${row.listicle}${row.position === null ? '' : ` › ${row.position}`}`,
  },
  { key: 'source', group: 'Traffic', label: 'Source', render: (row) => row.source ?? NOTHING },
  {
    key: 'utm_source',
    isHidden: true,
    group: 'Traffic',
    label: 'utm_source',
    render: (row) => row.utm_source ?? NOTHING,
  },
  { key: 'country', isHidden: true, group: 'Traffic', label: 'Country', render: (row) => row.country ?? NOTHING },
  { key: 'device', isHidden: true, group: 'Traffic', label: 'Device', render: (row) => row.device ?? NOTHING },
  { key: 'txid', group: 'About', label: 'Transaction', render: (row) => code(row.txid) },
  { key: 'click_key', isHidden: true, group: 'Traffic', label: 'Click id', render: (row) => code(row.click_key) },
  {
    key: 'attribution',
    isHidden: true,
    group: 'State',
    label: 'Attribution',
    render: (row) => (row.attribution === 'matched' ? 'matched' : <StatusChip status={row.attribution} tone="warn" />),
  },
];
