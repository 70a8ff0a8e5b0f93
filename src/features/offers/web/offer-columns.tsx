import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { formatCount } from '../../../platform/text/figures.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { MoneyCell } from '../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { may } from '../../../platform/web/session/permissions.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Offer } from '../contract.ts';
import { LINK_TONES } from './offer-choices.ts';
import { payoutText } from './payout-text.ts';

/** Texts that may take further lines, so that every column fits beside the drawer; beyond the third they are cut. */
const onLines = (text: string) => (
  <Box
    title={text.length > MAX_PLAIN ? text : undefined}
    sx={{
      whiteSpace: 'normal',
      // a word that is longer than any we know must not push the other columns away
      overflowWrap: hasLongWord(text) ? 'anywhere' : 'break-word',
      minWidth: { sm: text.length > MAX_PLAIN || hasLongWord(text) ? 120 : 0 },
      display: '-webkit-box',
      WebkitLineClamp: '3',
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
    }}
  >
    {text}
  </Box>
);
const hasLongWord = (text: string): boolean => text.split(/\s+/).some((word) => word.length > 20);
/** What three lines of a narrow column hold. */
const MAX_PLAIN = 30;

const columns = (currency: string | undefined): readonly Column<Offer>[] => [
  {
    key: 'name',
    group: 'About',
    label: 'Name',

    isSortable: true,
    render: (offer) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        <CutText>{offer.name}</CutText>
        {offer.is_sample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
  { key: 'network', group: 'About', label: 'Network', render: (offer) => onLines(offer.network_name ?? 'Direct') },
  { key: 'category', group: 'About', label: 'Category', render: (offer) => onLines(offer.category_name) },
  {
    key: 'status',
    group: 'State',
    label: 'Status',
    isSortable: true,
    help: 'Scheduled, expired and capped follow from dates and caps. Only active offers get traffic.',
    render: ({ state, link_status: link }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <StatusChip status={state} />
        {(link === 'error' || link === 'params_lost') && <StatusChip status={`link ${link}`} tone={LINK_TONES[link]} />}
      </Box>
    ),
  },
  {
    key: 'payout_amount',
    group: 'Money',
    label: 'Payout',
    isSortable: true,
    isNumeric: true,
    render: (offer) => <Box sx={{ whiteSpace: 'normal' }}>{payoutText(offer)}</Box>,
  },
  {
    key: 'price',
    group: 'Money',
    label: 'Price',
    isSortable: true,
    isNumeric: true,
    render: (offer) => (offer.price === null ? 'None' : `${offer.price} ${offer.price_currency ?? ''}`),
  },
  {
    key: 'clicks_7d',
    group: 'Traffic',
    label: 'Clicks 7\u00a0d',
    isSortable: true,
    isNumeric: true,
    help: 'Outbound clicks of the last 7 days, bots left out.',
    render: (offer) => formatCount(offer.clicks_7d),
  },
  {
    key: 'conv_7d',
    group: 'Conversions',
    label: 'Conv.',
    isSortable: true,
    isNumeric: true,
    help: 'Pending and approved conversions of the last 7 days.',
    render: (offer) => formatCount(offer.conv_7d),
  },
  {
    key: 'epc_7d',
    group: 'Money',
    label: 'EPC',
    isSortable: true,
    isNumeric: true,
    help: "Payout per click of the last 7 days, in the site's currency.",
    render: ({ epc_7d: epc, unconverted_7d: unconverted }) => (
      <MoneyCell value={epc} currency={currency} unconverted={unconverted} isMain />
    ),
  },
  {
    key: 'updated_at',
    isHidden: true,
    group: 'Dates',
    label: 'Updated',
    isSortable: true,
    render: (offer) => <DateTime value={offer.updated_at} />,
  },
];

/** The columns of the list, without what is not told to whoever is signed in. @param currency the site's; undefined until it is known */
export const offerColumns = (currency: string | undefined): readonly Column<Offer>[] =>
  columns(currency).filter(({ key }) => (key !== 'payout_amount' && key !== 'epc_7d') || may('read:money'));
