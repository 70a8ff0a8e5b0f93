import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import { Loss } from '../../../../platform/web/ui/table/cells/Loss.tsx';
import { LeftOut } from '../../../../platform/web/ui/states/LeftOut.tsx';
import { MoneyCell } from '../../../../platform/web/ui/table/cells/MoneyCell.tsx';
import type { LinkStats } from '../../link-stats-contract.ts';
import { rateText } from '../funnel/funnel-columns.tsx';
import type { Narrowing } from '../parts/drill.ts';
import { linesOf } from './link-kpis.ts';
import { SharesTable } from './SharesTable.tsx';

type Props = { stats: LinkStats | undefined; filters: Narrowing; linkId: number };

/** What each destination of a link brought. */
export function DestinationShares({ stats, filters, linkId }: Props) {
  const cell = (one: LinkStats['by_destination'][number], key: 'revenue' | 'epc' | 'cost' | 'profit') => (
    <MoneyCell
      key={key}
      value={one[key]}
      currency={stats?.currency ?? 'USD'}
      unconverted={one.unconverted}
      isMain={key === 'revenue'}
    />
  );
  return (
    <SharesTable
      title="Destinations"
      heads={['Visits', 'Clicks out', 'CTR', 'Best CTR', 'Conv.', 'Expected', 'EPC', 'Cost', 'Profit', 'ROI']}
      rows={stats?.by_destination.map((one) => ({
        key: one.destination_id,
        name: one.name,
        to: linesOf(filters, linkId, { destination_id: one.destination_id }, ['day']),
        share: one.visits,
        figures: [
          one.visits,
          one.clicks_out,
          one.ctr,
          one.p_best,
          one.conversions,
          one.revenue,
          one.epc,
          one.cost,
          one.profit,
          one.roi,
        ],
        cells: [
          formatCount(one.visits),
          formatCount(one.clicks_out),
          <span key="ctr" title={rateText(one.clicks_out, one.visits)}>
            {formatPercent(one.ctr)}
          </span>,
          <span
            key="best"
            title="How likely its true CTR is the best of all destinations, by the numbers of this period alone. Whoever looks often sees high numbers by chance too: the line above the table takes that into account."
          >
            {one.p_best === null ? 'Too few' : formatPercent(one.p_best)}
          </span>,
          formatCount(one.conversions),
          cell(one, 'revenue'),
          cell(one, 'epc'),
          cell(one, 'cost'),
          <span key="profit">
            <Loss value={one.profit}>{cell(one, 'profit')}</Loss>
            {one.profit !== null && <LeftOut days={one.left_out} />}
          </span>,
          <Loss key="roi" value={one.roi}>
            {formatPercent(one.roi)}
          </Loss>,
        ],
      }))}
    />
  );
}
