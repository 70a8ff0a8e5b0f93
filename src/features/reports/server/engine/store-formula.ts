import type { Metric } from '../../../reports/contract.ts';
import type { Formula } from '../../formula.ts';
import { figureOf, type FigureName } from '../../metrics.ts';

/** The column of a sum, which is null where nobody said what it cost; undefined where the question does not ask for it. */
type Place = (metric: Metric) => string | undefined;

/**
 * What a formula comes to, for the order of lines alone: what is told is worked out of the exact sums. Every part stands in brackets of
 * its own, so that no two signs of a formula ever meet in the statement: `--` and `//` begin a comment.
 * @returns undefined where the question does not ask for all that it is made of
 */
export function formulaSql(formula: Formula, place: Place): string | undefined {
  if (formula.is === 'number') return `(${asDouble(formula.text)})`;
  if (formula.is === 'figure') return figureSql(formula.name, place);
  if (formula.is === 'less') {
    const of = formulaSql(formula.of, place);
    return of && `(0 - ${of})`;
  }
  const [left, right] = [formulaSql(formula.left, place), formulaSql(formula.right, place)];
  if (left === undefined || right === undefined) return undefined;
  return `(${left} ${formula.is} ${formula.is === '/' ? `nullif(${right}, 0)` : right})`;
}

/** Whole numbers of an engine wrap around, and divide without a rest. */
const asDouble = (sql: string): string => `cast(${sql} as double precision)`;

function figureSql(name: FigureName, place: Place): string | undefined {
  const figure = figureOf(name);
  const parts = 'sum' in figure ? [figure.sum] : [figure.part, ...(figure.less ? [figure.less] : [])];
  const [part, less] = parts.map(place);
  const whole = ('sum' in figure ? [] : figure.whole).map(place);
  if (part === undefined || (parts.length > 1 && less === undefined) || whole.includes(undefined)) return undefined;
  const above = asDouble(less === undefined ? part : `(${part} - ${less})`);
  const unit = figure.kind === 'money' ? 1_000_000 : figure.kind === 'duration' ? 1000 : 1;
  const per = 'sum' in figure ? 1 : figure.per;
  const told = `(${above} * ${asDouble(String(per))} / ${asDouble(String(unit))})`;
  return whole.length === 0 ? told : `(${told} / nullif(${asDouble(`(${whole.join(' + ')})`)}, 0))`;
}
