import { formatFigure } from '../../../reports/figure-text.ts';
import { figureOf, type FigureName } from '../../../reports/metrics.ts';
import type { ReportLine, ReportReply } from '../../report-contract.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { FigureTable } from '../charts/FigureTable.tsx';
import { cutOf } from '../../../reports/dimensions-contract.ts';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const BarsPlot = lazyPart(async () => ({ default: (await import('../charts/BarsPlot.tsx')).BarsPlot }));

const MOST = 10;
const ROW = 28;
const AXIS = 60;

type Props = {
  /** Undefined while it is on its way. */
  reply: ReportReply | undefined;
  /** The figures of the report; the one it is sorted by comes first. */
  figures: readonly FigureName[];
};

/** The first figure that tells the lines apart: visits, say, belong to no offer. @returns the first of all where none does */
export function barredFigure(lines: readonly ReportLine[], figures: readonly FigureName[]): FigureName {
  const named = lines.filter((line) => Object.values(line.dims).every((cell) => cell?.value != null));
  return figures.find((name) => named.some((line) => Number(line.values[name] ?? 0) !== 0)) ?? figures[0]!;
}

/** The first lines of a report held against each other by one figure. */
export function ReportBars({ reply, figures }: Props) {
  const figure = barredFigure(reply?.data ?? [], figures);
  const { label, kind } = figureOf(figure);
  const currency = reply?.currency ?? 'USD';
  const lines = (reply?.data ?? []).slice(0, MOST).map((line) => ({
    name: reply!.dimensions.map((dimension) => line.dims[dimension]?.label ?? '').join(' › '),
    value: Number(line.values[figure] ?? 0),
    text: formatFigure(figure, line.values[figure], currency, line.unconverted !== undefined),
  }));
  const of = reply?.dimensions.map((dimension) => cutOf(dimension).label).join(' › ') ?? '';
  const title = of ? `${label} by ${of}` : label;
  return (
    <ChartFrame
      title={title}
      height={260}
      isReady={reply !== undefined}
      below={
        <FigureTable
          title={title}
          heads={[of, label]}
          rows={lines.map((line) => ({ name: line.name, cells: [line.text] }))}
        />
      }
    >
      <BarsPlot
        lines={lines}
        label={label}
        isCount={kind === 'count'}
        height={Math.max(140, lines.length * ROW + AXIS)}
      />
    </ChartFrame>
  );
}
