import { invalid } from '../../../../platform/errors.ts';
import { type Actor, seesTraces } from '../../../../platform/server/http/access.ts';
import { cutOf, isDimension, type Dimension } from '../../../reports/dimensions-contract.ts';
import { filtersOf } from '../../../reports/server/report.ts';
import { SUB_KEYS } from '../../../sources/contract.ts';
import type { ReportAsk } from '../../report-contract.ts';

type AsksWords = Parameters<typeof filtersOf>[0] & Partial<Pick<ReportAsk, 'dimensions' | 'sortBy'>>;

/** The first sub id that a question names: what stands in one may tell who somebody is. */
export function subIn(ask: AsksWords): Dimension | undefined {
  const { dimensions = [], sortBy } = ask;
  const named = [...dimensions, ...filtersOf(ask).map(({ dimension }) => dimension), sortBy ?? ''];
  return named.filter(isDimension).find((one) => SUB_KEYS.includes(cutOf(one).word ?? ''));
}

/** @throws AppError validation_failed for a question that names a sub id, of whoever may not see traces */
export function refuseSubs(actor: Actor, ask: AsksWords): void {
  const sub = seesTraces(actor) ? undefined : subIn(ask);
  if (sub !== undefined) throw invalid('dimensions', `${sub} is not open to you: sub ids may tell who somebody is`);
}
