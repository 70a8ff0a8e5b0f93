import { formatCount } from '../../../../platform/text/figures.ts';
import { formatFigure } from '../../../reports/figure-text.ts';
import { titleOf } from '../../../reports/metrics.ts';
import type { Changes } from '../../changes/contract.ts';
import type { ChangeFigure } from '../../changes/figures.ts';

type Held = Changes['totals'];

/** With its sign: `+$12.00`, `-3`. */
export const changeText = (figure: ChangeFigure, change: Held['change'], currency: string): string =>
  `${Number(change) > 0 ? '+' : ''}${formatFigure(figure, change, currency)}`;

/** `$22.00, before $84.00`. */
export const heldText = (figure: ChangeFigure, { now, before }: Held, currency: string): string =>
  `${formatFigure(figure, now, currency)}, before ${formatFigure(figure, before, currency)}`;

/** The change of the whole in a sentence. */
export function wholeText({ figure, totals, currency }: Pick<Changes, 'figure' | 'totals' | 'currency'>): string {
  const change = Number(totals.change);
  const size = formatFigure(figure, String(totals.change).replace(/^-/, ''), currency);
  const moved =
    change === 0
      ? 'as before'
      : `${change < 0 ? 'down' : 'up'} ${size} from ${formatFigure(figure, totals.before, currency)}`;
  return `${titleOf(figure)}: ${formatFigure(figure, totals.now, currency)}, ${moved}`;
}

/** Whether the number of cases says more than chance does; undefined where there is nothing to say. */
export function chanceText({ counted, totals }: Pick<Changes, 'counted' | 'totals'>): string | undefined {
  if (!counted || Number(totals.change) === 0) return undefined;
  const { of, now, before, is_chance: isChance } = counted;
  const cases = `${formatCount(now)} ${of} against ${formatCount(before)}`;
  return isChance
    ? `${cases}: chance alone makes such a difference in more than 5 of 100 cases. Wait for more days before acting on it.`
    : `${cases}: chance alone hardly makes such a difference.`;
}
