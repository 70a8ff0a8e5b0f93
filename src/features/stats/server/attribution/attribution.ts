import { formatMicros } from '../../../../platform/money.ts';
import { labelsOf } from '../../../reports/server/labels.ts';
import { frameOf, type Scope } from '../../../reports/server/service.ts';
import { runUnconverted, type ReportRow } from '../../../reports/server/store-report.ts';
import type { Attribution, AttributionQuery } from '../../attribution/contract.ts';
import { creditOf, MODELS, type Credit, type Touched } from '../../attribution/shares.ts';
import { runTouches, type TouchRow } from './store-attribution.ts';

type Value = string | number | null;

/** Who brought conversions: last click, and beside it two other views of the same money. @throws AppError unavailable */
export async function attribution(scope: Scope, query: AttributionQuery): Promise<Attribution> {
  const { by, offer_id: offerId, network_id: networkId, format: _format, ...days } = query;
  // of the day of the click, on which arrivals are linked
  const { frame, said } = await frameOf(scope, { ...days, offer_id: offerId, network_id: networkId }, 'click');
  const [rows, unconverted] = await Promise.all([
    runTouches(scope.eventStore, frame, by, { offerId, networkId }),
    runUnconverted(scope.eventStore, frame),
  ]);
  const owed = conversionsOf(rows);
  const credits = creditOf(owed);
  const dims = [...credits.keys()].map((value): ReportRow => ({
    dims: { [by]: value },
    sums: {} as ReportRow['sums'],
  }));
  const label = await labelsOf(scope.db, [by], dims);
  const counted = (some: readonly Touched<Value>[]) => some.reduce((sum, { conversions }) => sum + conversions, 0);
  return {
    data: [...credits]
      .toSorted(([, a], [, b]) => Number(b.last.micros - a.last.micros) || Number(b.linear.micros - a.linear.micros))
      .map(([value, credit]) => ({ value, label: label(by, value), ...told(credit) })),
    totals: told(sumOf([...credits.values()])),
    conversions: counted(owed),
    with_several: counted(owed.filter(({ touches }) => touches.length > 1)),
    unconverted,
    ...said,
  };
}

/** Lines of one click stand together. Who came back without a link has that way as the last of all. */
function conversionsOf(rows: readonly TouchRow[]): Touched<Value>[] {
  const all: (Touched<Value> & { touches: Value[] })[] = [];
  let before: TouchRow | undefined;
  for (const row of rows) {
    if (row.click_id !== before?.click_id || row.own !== before.own)
      all.push({
        own: row.own,
        touches: row.isTouch && !row.isOwnKnown ? [row.own] : [],
        conversions: row.conversions,
        micros: row.micros,
      });
    const { touches } = all.at(-1)!;
    if (row.isTouch) touches.splice(touches.length - (row.isOwnKnown ? 0 : 1), 0, row.touch);
    before = row;
  }
  return all;
}

function sumOf(credits: readonly Credit[]): Credit {
  const sum = (of: (credit: Credit) => bigint): bigint => credits.reduce((all, one) => all + of(one), 0n);
  return Object.fromEntries(
    MODELS.map((model) => [
      model,
      { millionths: sum((one) => one[model].millionths), micros: sum((one) => one[model].micros) },
    ]),
  ) as Credit;
}

const told = ({ last, first, linear }: Credit) => ({
  last_conversions: formatMicros(last.millionths),
  last_revenue: formatMicros(last.micros),
  first_conversions: formatMicros(first.millionths),
  first_revenue: formatMicros(first.micros),
  linear_conversions: formatMicros(linear.millionths),
  linear_revenue: formatMicros(linear.micros),
});
