import { AppError } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';
import { cutOf } from '../../../reports/dimensions-contract.ts';
import { labelsOf } from '../../../reports/server/labels.ts';
import { ownAsked } from '../../../reports/server/own-asked.ts';
import { filtersOf } from '../../../reports/server/report.ts';
import { getSettings } from '../../../settings/server/service.ts';
import type { ReportAsk } from '../../report-contract.ts';
import type { SharedView } from '../../shared-view-contract.ts';
import { report } from '../builder/report-call.ts';
import { standingOf, type Shipping } from '../realtime/realtime.ts';
import { openView } from './store-links.ts';
import { questionOf, refuseSubsIn } from './view-question.ts';

/** What of the event store a reader is told beside the numbers. */
export type StoreWords = { shipping: Shipping; isWhole: () => Promise<boolean> };

/** One sentence for all that opens nothing: whoever guesses learns nothing from it. */
export const SHUT =
  'This link does not work: its time is over, it was taken back, or it was not copied whole. Ask whoever sent it for another.';

/**
 * The question of a view as an analyst may ask it, of all lines.
 * @throws AppError conflict for one that tells who somebody is, or that no report answers
 */
export function questionOfView(query: string): ReportAsk {
  const ask = questionOf(query, { limit: -1 }, 'shared');
  refuseSubsIn(ask, 'shared', 'Save a view without it.');
  return ask;
}

/** What a report is narrowed down to, in words. */
export async function filterWords({ db }: Pick<Deps, 'db'>, ask: ReportAsk): Promise<SharedView['filters']> {
  const filters = filtersOf(ask);
  const rows = filters.flatMap(({ dimension, values }) =>
    values === 'any' ? [] : values.map((value) => ({ dims: { [dimension]: value }, sums: {} as never })),
  );
  const wordOf = await labelsOf(
    db,
    filters.map(({ dimension }) => dimension),
    rows,
  );
  return [
    ...filters.map(({ dimension, values }) => ({
      label: cutOf(dimension).label,
      value: values === 'any' ? 'any' : values.map((value) => wordOf(dimension, value)).join(', '),
    })),
    ...(ask.day ? [{ label: 'Day', value: ask.day }] : []),
    ...(ask.time_basis === 'click' ? [{ label: 'Time of', value: 'Click' }] : []),
  ];
}

/** The view behind a token: its own question, whatever is asked, with the numbers of now. @throws AppError not_found */
export async function readSharedView(scope: Deps, token: string | undefined, words: StoreWords): Promise<SharedView> {
  const opened = token === undefined ? undefined : await openView(scope.db, sha256(token), scope.clock());
  if (!opened) throw new AppError('not_found', SHUT);
  const ask = questionOfView(opened.query);
  const own = ownAsked(ask.own, opened.own_columns);
  // before the numbers are read: what is said to be counted never lacks
  const { lags } = await words.shipping();
  const { as_of: until } = standingOf(lags, undefined, scope.clock().getTime());
  const [{ brand }, filters, isWhole, answer] = await Promise.all([
    getSettings(scope.db),
    filterWords(scope, ask),
    words.isWhole(),
    report(scope, ask, own),
  ]);
  return {
    site: brand,
    name: opened.name,
    expires_at: opened.expires_at,
    filters,
    complete_until: until,
    is_whole: isWhole,
    report: answer,
  };
}
