import { useSearchParams } from 'react-router';
import { formatCount, formatMoney } from '../../../../platform/text/figures.ts';
import type { OfferGroup } from '../../offers/columns.ts';
import type { OfferStats } from '../../offer-stats-contract.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { FigureTable } from '../charts/FigureTable.tsx';
import type { Point } from '../charts/ScatterPlot.tsx';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const ScatterPlot = lazyPart(async () => ({ default: (await import('../charts/ScatterPlot.tsx')).ScatterPlot }));
const HEIGHT = 300;

const WORDS = { offer: 'Offer', network: 'Network', category: 'Category' };

type Props = {
  /** Undefined while the figures are on their way. */
  stats: OfferStats | undefined;
  group: OfferGroup;
};

/** What each offer's clicks earn against how many it gets: what is up on the left deserves more readers, what is down on the right fewer. */
export function OfferScatter({ stats, group }: Props) {
  const [params] = useSearchParams();
  const currency = stats?.currency ?? 'USD';
  const points = (stats?.data ?? []).flatMap((row): Point[] =>
    // of a line whose money all lacks a rate nobody knows what a click earns
    row.id === 0 || row.epc === null || (row.unconverted && Number(row.epc) === 0)
      ? []
      : [
          {
            id: row.id,
            name: row.name,
            x: row.clicks,
            y: Number(row.epc),
            text: `${formatCount(row.clicks)} ${row.clicks === 1 ? 'click' : 'clicks'}, ${formatMoney(row.epc, currency)} per click${row.unconverted ? `, ${row.unconverted} unconverted` : ''}`,
            to: rowAddress(params, row.name),
          },
        ],
  );
  if (stats && points.length === 0) return null;
  const title = `EPC by Clicks of Each ${WORDS[group]}`;
  return (
    <ChartFrame
      title={title}
      height={HEIGHT}
      isReady={stats !== undefined}
      below={
        <FigureTable
          title={title}
          heads={[WORDS[group], 'Clicks', 'EPC']}
          rows={points
            .toSorted((a, b) => b.x - a.x)
            .map((point) => ({
              name: point.name,
              to: point.to,
              cells: [formatCount(point.x), formatMoney(String(point.y), currency)],
            }))}
        />
      }
    >
      <ScatterPlot points={points} currency={currency} height={HEIGHT} />
    </ChartFrame>
  );
}

/** The address of the same screen with this row alone in its table. */
function rowAddress(params: URLSearchParams, name: string): string {
  const next = new URLSearchParams(params);
  next.set('search', name);
  next.delete('page');
  return `?${next.toString()}`;
}
