import { invalid } from '../../../../platform/errors.ts';
import { type Actor, seesTraces } from '../../../../platform/server/http/access.ts';
import { cutOf, isDimension } from '../../../reports/dimensions-contract.ts';
import { filtersOf } from '../../../reports/server/report.ts';
import { SUB_KEYS } from '../../../sources/contract.ts';
import type { ReportAsk } from '../../report-contract.ts';

type AsksWords = Parameters<typeof filtersOf>[0] & Partial<Pick<ReportAsk, 'dimensions' | 'sortBy'>>;

/** What stands in a sub id may tell who somebody is. @throws AppError validation_failed */
export function refuseSubs(actor: Actor, ask: AsksWords): void {
  if (seesTraces(actor)) return;
  const { dimensions = [], sortBy } = ask;
  const named = [...dimensions, ...filtersOf(ask).map(({ dimension }) => dimension), sortBy ?? ''];
  const sub = named.find((one) => isDimension(one) && SUB_KEYS.includes(cutOf(one).word ?? ''));
  if (sub !== undefined) throw invalid('dimensions', `${sub} is not open to you: sub ids may tell who somebody is`);
}
