import { Loss } from '../../../platform/web/ui/table/cells/Loss.tsx';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { formatDateTime } from '../../../platform/web/date-time.ts';
import { formatCount, formatMoney, formatPercent } from '../../../platform/text/figures.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { LeftOut } from '../../../platform/web/ui/states/LeftOut.tsx';
import { MoneyCell } from '../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Link } from '../contract.ts';
import { MEND_WORDS } from './mend-words.ts';
import { SharesBar } from './SharesBar.tsx';
import { ShortUrl } from './ShortUrl.tsx';

const visitWords = ({ uniques_30d: uniques, bots_30d: bots, last_visit_at: last }: Link): string =>
  [
    `${formatCount(uniques)} uniques`,
    `${formatCount(bots)} bots hidden`,
    last === null ? 'no visit in 30 days' : `last visit ${formatDateTime(last, 'UTC')} UTC`,
  ].join(', ');

/** The columns of the list. @param currency the site's; undefined until it is known */
export const linkColumns = (currency: string | undefined): readonly Column<Link>[] => [
  {
    key: 'name',
    group: 'About',
    label: 'Name',
    isSortable: true,
    render: (link) => (
      <>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
          <CutText>{link.name}</CutText>
          {link.is_sample && <Chip label="Sample" variant="outlined" />}
        </Box>
        <ShortUrl url={link.url} slug={link.slug} />
        {link.mended_30d.map(({ how, visits }) => (
          <Typography key={how} variant="body2" sx={{ maxWidth: 320, color: 'warning.dark' }}>
            {formatCount(visits)} {visits === 1 ? 'visit' : 'visits'} came {MEND_WORDS[how]}: mend the address at the
            source.
          </Typography>
        ))}
      </>
    ),
  },
  {
    key: 'status',
    group: 'State',
    label: 'State',
    isSortable: true,
    render: (link) => <StatusChip status={link.state} />,
  },
  {
    key: 'source',
    group: 'About',
    label: 'Source',
    render: (link) => (
      <Box sx={{ maxWidth: { sm: 92 }, overflow: 'hidden', textOverflow: 'ellipsis' }} title={link.source_name ?? ''}>
        {link.source_name ?? 'None'}
      </Box>
    ),
  },
  {
    key: 'destinations',
    group: 'About',
    label: 'Destinations',
    help: 'How new visits are shared out now.',
    render: (link) => <SharesBar parts={link.destinations} />,
  },
  {
    key: 'visits_30d',
    group: 'Traffic',
    label: 'Visits',
    isSortable: true,
    isNumeric: true,
    help: 'Arrivals of the last 30 days, without bots.',
    render: (link) => <span title={visitWords(link)}>{formatCount(link.visits_30d)}</span>,
  },
  {
    key: 'ctr_30d',
    group: 'Traffic',
    label: 'CTR',
    isSortable: true,
    isNumeric: true,
    help: 'Clicks to offers / visits, of the last 30 days.',
    render: (link) => <span title={`${formatCount(link.clicks_30d)} clicks`}>{formatPercent(link.ctr_30d)}</span>,
  },
  {
    key: 'conversions_30d',
    group: 'Conversions',
    label: 'Conv.',
    isSortable: true,
    isNumeric: true,
    help: 'Conversions of the last 30 days.',
    render: (link) => formatCount(link.conversions_30d),
  },
  {
    key: 'epc_30d',
    group: 'Money',
    label: 'EPC',
    isSortable: true,
    isNumeric: true,
    help: "Expected revenue per click of the last 30 days, in the site's currency.",
    render: ({ epc_30d: epc, revenue_30d: revenue, unconverted_30d: unconverted }) => (
      <span title={`Revenue: ${currency ? formatMoney(revenue, currency) : revenue}`}>
        <MoneyCell value={epc} currency={currency} unconverted={unconverted} isMain />
      </span>
    ),
  },
  {
    key: 'roi_30d',
    group: 'Money',
    label: 'ROI',
    isSortable: true,
    isNumeric: true,
    help: 'Of the last 30 days: what is left of the expected revenue after the cost, held against the cost.',
    render: ({ cost_30d: cost, roi_30d: roi, left_out_30d: leftOut }) => (
      <>
        <span
          title={cost === null ? 'The cost is not known.' : `Cost: ${currency ? formatMoney(cost, currency) : cost}`}
        >
          <Loss value={roi}>{formatPercent(roi)}</Loss>
        </span>
        {cost !== null && <LeftOut days={leftOut} />}
      </>
    ),
  },
];
