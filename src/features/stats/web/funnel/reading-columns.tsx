import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import type { Column, Identified } from '../../../../platform/web/ui/table/table-columns.ts';
import type { CtaPlace } from '../../../events/contract.ts';
import { figureOf } from '../../../reports/metrics.ts';
import type { Reading } from '../../contract.ts';
import { DrillLink } from '../parts/DrillLink.tsx';

type Row = Reading & Identified & { views: number; clicks: number };

const WITHOUT = 'Readers whose browser runs no script tell nothing and count as if they had seen none of it.';

/**
 * How far reviews are read, and whether their buttons are seen.
 * @param totals of the whole report
 * @param rowsOf the address of the quarters or the buttons behind a line
 */
export function readingColumns<R extends Row>(
  totals: Reading | undefined,
  rowsOf: (row: R, by: 'depth' | 'place') => string,
): Column<R>[] {
  const details = ({ read_half, read_to_end }: Reading): string =>
    `second quarter: ${formatPercent(read_half)} of views, last quarter: ${formatPercent(read_to_end)}`;
  return [
    {
      key: 'read_depth',
      label: figureOf('read_depth').label,
      help: `${figureOf('read_depth').help} A quarter counts when half of it, or half a screen of it, was there for a second. ${WITHOUT}`,
      isNumeric: true,
      isSortable: true,
      render: (row) => (
        <DrillLink to={row.read_depth ? rowsOf(row, 'depth') : undefined} title={details(row)}>
          {formatPercent(row.read_depth)}
        </DrillLink>
      ),
      total: totals && <span title={details(totals)}>{formatPercent(totals.read_depth)}</span>,
    },
    {
      key: 'cta_seen',
      label: figureOf('cta_seen').label,
      help: `${figureOf('cta_seen').help} It counts when it was there for a second. ${WITHOUT}`,
      isNumeric: true,
      isSortable: true,
      render: (row) => (
        <DrillLink to={row.cta_seen ? rowsOf(row, 'place') : undefined}>{formatPercent(row.cta_seen)}</DrillLink>
      ),
      total: totals && formatPercent(totals.cta_seen),
    },
  ];
}

const PLACES = [
  {
    key: 'clicks_verdict',
    place: 'verdict',
    label: 'Verdict Clicks',
    help: 'Clicks on the button beside the verdict.',
  },
  {
    key: 'clicks_sticky',
    place: 'sticky',
    label: 'Sticky Clicks',
    help: 'Clicks on the bar at the lower edge of a phone.',
  },
  { key: 'clicks_end', place: 'end', label: 'End Clicks', help: 'Clicks on the button below the text.' },
] as const satisfies { key: keyof Reading; place: CtaPlace; label: string; help: string }[];

/**
 * Where the clicks of a review were.
 * @param rowsOf the address of the days behind a figure of a line
 */
export const placeColumns = <R extends Row>(
  totals: Reading | undefined,
  rowsOf: (row: R, place: CtaPlace) => string,
): Column<R>[] =>
  PLACES.map(({ key, place, label, help }) => ({
    key,
    label,
    help: `${help} What the three places leave of all clicks came by links in the text or through the API.`,
    isNumeric: true,
    isSortable: true,
    render: (row) => (
      <DrillLink to={row[key] === 0 ? undefined : rowsOf(row, place)}>{formatCount(row[key])}</DrillLink>
    ),
    total: totals && formatCount(totals[key]),
  }));
