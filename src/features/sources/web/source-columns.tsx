import { Loss } from '../../../platform/web/ui/table/cells/Loss.tsx';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { formatCount, formatPercent } from '../../../platform/text/figures.ts';
import { colors, fonts } from '../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { LeftOut } from '../../../platform/web/ui/states/LeftOut.tsx';
import { MoneyCell } from '../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Source } from '../contract.ts';
import { TYPE_CHOICES } from './source-choices.ts';
import { Hint } from '../../../platform/web/ui/Hint.tsx';

const typeNames = new Map(TYPE_CHOICES.map(({ value, label }) => [value, label]));
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Whether postbacks go out, and how they fared: a word beside the dot, never colour alone. */
function postbackState(source: Source): { word: string; color: string; tip: string } {
  if (!source.postback_enabled) return { word: 'Off', color: colors.lineStrong, tip: 'No postbacks are sent.' };
  if (source.status !== 'active') return { word: 'Held', color: colors.warning, tip: 'The source is not active.' };
  const rate = source.postbacks_ok_rate_24h;
  if (rate !== null && rate < 1)
    return { word: 'Failing', color: colors.error, tip: `Last error: ${source.last_error ?? 'unknown'}` };
  return { word: 'On', color: colors.brandText, tip: source.postback_url_masked ?? '' };
}

function PostbackCell({ source }: { source: Source }) {
  const { word, color, tip } = postbackState(source);
  return (
    <Hint title={tip} describeChild>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '50%', backgroundColor: color }} />
        {word}
      </Box>
    </Hint>
  );
}

const UNREAD = {
  display: 'block',
  maxWidth: 120,
  ml: 'auto',
  whiteSpace: 'normal',
  fontSize: 12,
  color: colors.warning,
} as const;

function CostCell({ source, currency }: { source: Source; currency: string | undefined }) {
  const { cost_30d: cost, unread_costs_30d: unread, unconverted_30d: unconverted } = source;
  return (
    <>
      {cost === null ? (
        'Not known'
      ) : (
        <MoneyCell value={cost} currency={currency} unconverted={unconverted} isMain={false} />
      )}
      {unread && (
        <Box component="span" title={`The newest said “${unread.sample}”.`} sx={UNREAD}>
          {`${formatCount(unread.visits)} ${unread.visits === 1 ? 'visit' : 'visits'} with a cost we could not read`}
        </Box>
      )}
    </>
  );
}

/** The columns of the list. @param currency the site's; undefined until it is known */
export const sourceColumns = (currency: string | undefined): readonly Column<Source>[] => [
  {
    key: 'name',
    group: 'About',
    label: 'Name',
    isSortable: true,
    render: (source) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        <CutText>{source.name}</CutText>
        {source.is_sample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
  { key: 'type', group: 'About', label: 'Type', isSortable: true, render: ({ type }) => typeNames.get(type) ?? type },
  {
    key: 'status',
    group: 'State',
    label: 'Status',
    isSortable: true,
    render: (source) => <StatusChip status={source.status} />,
  },
  {
    key: 'click_id_param',
    isHidden: true,
    group: 'About',
    label: 'Click-id param',
    help: 'The parameter in which the source sends its own click id.',
    render: ({ click_id_param: param }) =>
      param ? (
        <Box component="code" sx={{ fontFamily: fonts.mono }}>
          {param}
        </Box>
      ) : (
        'None'
      ),
  },
  {
    key: 'postback',
    group: 'State',
    label: 'Postback',
    render: (source) => <PostbackCell source={source} />,
  },
  {
    key: 'postbacks_ok_rate_24h',
    group: 'State',
    label: 'OK rate 24 h',
    isSortable: true,
    isNumeric: true,
    help: 'Of the postbacks that ended in the last 24 hours, how many were taken.',
    render: ({ postbacks_ok_rate_24h: rate }) => (rate === null ? 'None sent' : percent.format(rate)),
  },
  {
    key: 'visits_30d',
    group: 'Traffic',
    label: 'Visits 30 d',
    isSortable: true,
    isNumeric: true,
    render: (source) => formatCount(source.visits_30d),
  },
  {
    key: 'cost_30d',
    group: 'Money',
    label: 'Cost 30 d',
    isSortable: true,
    isNumeric: true,
    help: 'What these visits cost, estimated and confirmed. Without a price in the ad address and without an entry under Costs it is not known.',
    render: (source) => <CostCell source={source} currency={currency} />,
  },
  {
    key: 'profit_30d',
    group: 'Money',
    label: 'Profit 30 d',
    isSortable: true,
    isNumeric: true,
    help: 'Expected revenue less the cost, of those of the last 30 days whose cost is known.',
    render: ({ profit_30d: profit, left_out_30d: leftOut, unconverted_30d: unconverted }) => (
      <>
        <Loss value={profit}>
          <MoneyCell value={profit} currency={currency} unconverted={unconverted} isMain />
        </Loss>
        {profit !== null && <LeftOut days={leftOut} />}
      </>
    ),
  },
  {
    key: 'roi_30d',
    group: 'Money',
    label: 'ROI 30 d',
    isSortable: true,
    isNumeric: true,
    help: 'Profit held against the cost.',
    render: ({ roi_30d: roi }) => <Loss value={roi}>{formatPercent(roi)}</Loss>,
  },
];
