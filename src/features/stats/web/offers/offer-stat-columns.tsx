import { Suspense } from 'react';
import Box from '@mui/material/Box';
import { formatCount, formatDuration, formatPercent, formatSum, NOTHING } from '../../../../platform/text/figures.ts';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import { casesOf, figureOf, type FigureName, type RateName } from '../../../reports/metrics.ts';
import { OFFER_COLUMNS, type OfferColumn, type OfferGroup } from '../../offers/columns.ts';
import type { OfferStat, OfferStats } from '../../offer-stats-contract.ts';
import { STATUSES_OF } from '../parts/drill.ts';
import { DrillLink } from '../parts/DrillLink.tsx';
import { rateText } from '../funnel/funnel-columns.tsx';
import { MoneyCell } from '../../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { CLOSED_WORDS } from './offer-words.ts';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const OfferNowCell = lazyPart(async () => ({ default: (await import('./OfferNowCell.tsx')).OfferNowCell }));

type Totals = OfferStats['totals'];
type Count = 'clicks' | 'conversions' | 'leads' | 'sales' | 'pending' | 'approved' | 'rejected' | 'reversed';
type Share = Exclude<RateName, 'ctr'>;
type Texts = { label: string; help: string };
type Money = 'revenue_expected' | 'revenue_confirmed' | 'epc' | 'aov';

const textsOf = (name: FigureName, more = ''): Texts => ({
  label: figureOf(name).label,
  help: figureOf(name).help + more,
});

/** The others are called as the figures of their names. */
const OWN_TEXTS = {
  status: { label: 'Status', help: 'And what keeps readers from it now.' },
  clicks: textsOf('clicks', ' Bots and your own are left out.'),
  uniques: textsOf('click_visits', ' Not told of categories.'),
  payout: { label: 'Payout', help: 'What the offer pays now.' },
  cap_use: { label: 'Cap', help: 'The fullest of its caps now.' },
  link_status: { label: 'Link', help: 'What the last look at its address found.' },
  rank_in_guides: { label: 'Rank in guides', help: 'Where readers find it now.' },
} satisfies Partial<Record<OfferColumn, Texts>>;

const hasOwnText = (name: OfferColumn): name is keyof typeof OWN_TEXTS => name in OWN_TEXTS;

/** What a column is called, and what it means. */
export const columnTexts = (name: OfferColumn): Texts => (hasOwnText(name) ? OWN_TEXTS[name] : textsOf(name));

/** What networks and categories have none of. */
const OF_OFFERS: ReadonlySet<OfferColumn> = new Set(['payout', 'cap_use', 'link_status', 'rank_in_guides']);

/** As many as fit beside the drawer at 1280 px. */
const USUAL: ReadonlySet<OfferColumn> = new Set([
  'status',
  'clicks',
  'cr',
  'approval_rate',
  'epc',
  'revenue_expected',
  'cap_use',
]);

/** The columns that lines of a group may have. */
export const columnsOfGroup = (group: OfferGroup): OfferColumn[] =>
  OFFER_COLUMNS.filter((column) => group === 'offer' || !OF_OFFERS.has(column));

/** The chosen columns as an address has them, in their order; the usual ones where it has none. */
export function columnsIn(text: string, group: OfferGroup): OfferColumn[] {
  const all = columnsOfGroup(group);
  const chosen = [...new Set(text.split(','))].flatMap((name) => all.find((column) => column === name) ?? []);
  return chosen.length > 0 ? chosen : all.filter((column) => USUAL.has(column));
}

/** Where a money figure leads: what is made per click to the clicks, the others to their conversions. */
const STATUS_OF: Record<Money, string> = {
  revenue_expected: STATUSES_OF.revenue_expected,
  revenue_confirmed: STATUSES_OF.revenue_confirmed,
  aov: STATUSES_OF.conversions,
  epc: 'clicks',
};

type Shown = {
  chosen: readonly OfferColumn[];
  /** Undefined where rows are left out that they hold. */
  totals: Totals | undefined;
  currency: string;
  /** The address of the rows behind a figure: of these statuses, or the clicks. */
  rowsOf: (row: OfferStat, status: string) => string | undefined;
};

/** The columns of the table. */
export function offerStatColumns({ chosen, totals, currency, rowsOf }: Shown): Column<OfferStat>[] {
  const count = (key: Count): Partial<Column<OfferStat>> => ({
    isNumeric: true,
    render: (row) => (
      <DrillLink to={row[key] === 0 ? undefined : rowsOf(row, isOfStatuses(key) ? STATUSES_OF.conversions : key)}>
        {formatCount(row[key])}
      </DrillLink>
    ),
    total: totals && formatCount(totals[key]),
  });
  const share = (key: Share): Partial<Column<OfferStat>> => ({
    isNumeric: true,
    render: (row) => <span title={rateText(...casesOf(row, key))}>{formatPercent(row[key])}</span>,
    total: totals && <span title={rateText(...casesOf(totals, key))}>{formatPercent(totals[key])}</span>,
  });
  const money = (key: Money): Partial<Column<OfferStat>> => ({
    isNumeric: true,
    render: (row) => (
      <DrillLink to={Number(row[key]) === 0 ? undefined : rowsOf(row, STATUS_OF[key])} title={row[key] ?? ''}>
        <MoneyCell
          value={row[key]}
          currency={currency}
          unconverted={row.unconverted}
          isMain={key === 'revenue_expected'}
        />
      </DrillLink>
    ),
    total: totals && (
      <span title={totals[key] ?? ''}>{formatSum(totals[key], currency, totals.unconverted.length > 0)}</span>
    ),
  });
  const now = (column: 'payout' | 'cap_use' | 'link_status' | 'rank_in_guides'): Partial<Column<OfferStat>> => ({
    render: (row) => (
      <Suspense>
        <OfferNowCell row={row} column={column} />
      </Suspense>
    ),
  });
  const shown: Record<OfferColumn, Partial<Column<OfferStat>>> = {
    status: { render: statusOf },
    clicks: count('clicks'),
    uniques: {
      isNumeric: true,
      render: (row) => (row.uniques === null ? NOTHING : formatCount(row.uniques)),
      total: totals && (totals.uniques === null ? NOTHING : formatCount(totals.uniques)),
    },
    conversions: count('conversions'),
    leads: count('leads'),
    sales: count('sales'),
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    reversed: count('reversed'),
    cr: share('cr'),
    approval_rate: share('approval_rate'),
    reversal_rate: share('reversal_rate'),
    revenue_expected: money('revenue_expected'),
    revenue_confirmed: money('revenue_confirmed'),
    epc: money('epc'),
    aov: money('aov'),
    avg_lag_seconds: {
      isNumeric: true,
      render: (row) => formatDuration(row.avg_lag_seconds),
      total: totals && formatDuration(totals.avg_lag_seconds),
    },
    payout: { isNumeric: true, ...now('payout') },
    cap_use: now('cap_use'),
    link_status: now('link_status'),
    rank_in_guides: now('rank_in_guides'),
  };
  return [
    { key: 'name', label: 'Name', isSortable: true, isLong: true, render: (row) => row.name },
    ...chosen.map((key): Column<OfferStat> => ({
      key,
      ...columnTexts(key),
      isSortable: true,
      render: () => null,
      ...shown[key],
    })),
  ];
}

const isOfStatuses = (key: Count): boolean => key === 'conversions' || key === 'leads' || key === 'sales';

const statusOf = (row: OfferStat) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
    <StatusChip status={row.status} />
    {row.closed_by && row.closed_by !== 'status' && row.closed_by !== 'deleted' && (
      <StatusChip status={CLOSED_WORDS[row.closed_by]} tone="warn" />
    )}
  </Box>
);
