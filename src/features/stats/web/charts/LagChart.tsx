import Typography from '@mui/material/Typography';
import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import type { ConversionStats } from '../../conversion-stats-contract.ts';
import { BarsPlot } from './BarsPlot.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import { FigureTable } from './FigureTable.tsx';
import { lagName, lagSentence } from '../conversions/lag-words.ts';

const HEIGHT = 292;
const TITLE = 'From click to conversion';

type Props = { stats: Pick<ConversionStats, 'lags' | 'lag_unknown'> };

/** How long conversions take: how long to wait before a click is called lost. */
export function LagChart({ stats: { lags, lag_unknown } }: Props) {
  const known = lags.reduce((sum, one) => sum + one.conversions, 0);
  const lines = lags.map((one) => ({
    name: lagName(one),
    value: one.conversions,
    text: `${formatCount(one.conversions)} (${formatPercent(known === 0 ? null : one.conversions / known)})`,
  }));
  return (
    <ChartFrame
      title={TITLE}
      height={HEIGHT}
      isReady
      below={
        <>
          <Typography variant="body2" color="text.secondary">
            {lagSentence(lags)}
            {lag_unknown > 0 && ` Of ${formatCount(lag_unknown)} more the click is not known.`}
          </Typography>
          <FigureTable
            title={TITLE}
            heads={['After the click', 'Conversions']}
            rows={lines.map((line) => ({ name: line.name, cells: [line.text] }))}
          />
        </>
      }
    >
      <BarsPlot lines={lines} label="Conversions" isCount height={HEIGHT} />
    </ChartFrame>
  );
}
