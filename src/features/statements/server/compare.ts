import { invalid, notFound } from '../../../platform/errors.ts';
import { formatMicros, type Micros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { networksById } from '../../networks/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import { letterOf, reconcile, type OurRow } from '../reconcile.ts';
import type { StatementBody, StatementReply } from '../contract.ts';
import { readFile, type FileRow } from '../statement-file.ts';
import * as store from './store.ts';
import { erasedKey } from '../../events/server/store-erased.ts';

const MAX_FINDINGS = 2000;
const DAY_MS = 86_400_000;

/** Sets a network's statement against our records. Nothing is written. @throws AppError not_found | validation_failed */
export async function compareStatement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  body: StatementBody,
): Promise<StatementReply> {
  const network = (await networksById(db, [body.network_id])).get(body.network_id);
  if (!network) throw notFound('Affiliate network');
  const file = readFile(body.csv, network, clock(), body);
  if ('problem' in file) throw invalid('csv', file.problem);
  const range = rangeOf(file.rows, body);
  if (range && range.to < range.from) throw invalid('date_to', 'must not lie before date_from');
  const rows = await store.listForStatement(db, network.id, {
    txids: [...new Set(file.rows.flatMap(({ said }) => said.txid ?? []))],
    clicks: [
      ...new Set(file.rows.flatMap(({ said }) => (said.clickKey ? [said.clickKey, erasedKey(said.clickKey)] : []))),
    ],
    from: `${range?.from ?? '1970-01-01'}T00:00:00Z`,
    to: range ? new Date(Date.parse(range.to) + DAY_MS).toISOString() : '1970-01-01T00:00:00Z',
  });
  const ours = rows.map((row): OurRow => ({
    id: row.id,
    version: row.version,
    txid: row.txid,
    clickKey: row.click_key,
    clickId: row.click_id,
    status: row.status,
    micros: row.payout_micros,
    currency: row.payout_currency,
    at: row.occurred_at,
    isExpected:
      range !== null &&
      // what the offer's own rules do not count is no claim
      row.not_counted === null &&
      row.occurred_at.slice(0, 10) >= range.from &&
      row.occurred_at.slice(0, 10) <= range.to,
  }));
  const known = new Set(rows.map((row) => row.click_key));
  const theirs = file.rows.map((row): FileRow => {
    const clickKey = erasedKey(row.said.clickKey);
    return known.has(clickKey) ? { ...row, said: { ...row.said, clickKey } } : row;
  });
  const result = reconcile(ours, theirs);
  const { brand } = await getSettings(db);
  return {
    understood: file.understood,
    range,
    counts: result.counts,
    missing_sum: sums(result.missing),
    difference_sum: sums(result.difference),
    reversed_sum: sums(result.reversed),
    findings: result.findings.filter((one) => one.kind !== 'matched').slice(0, MAX_FINDINGS),
    message: letterOf(result, { network: network.name, manager: network.manager_name, brand, ...(range ?? NO_RANGE) }),
  };
}

const NO_RANGE = { from: undefined, to: undefined };

/** The days that a statement covers: as told, else from its earliest to its latest row. */
function rangeOf(rows: readonly FileRow[], { date_from: from, date_to: to }: StatementBody): StatementReply['range'] {
  const days = rows.flatMap(({ said }) => said.at?.slice(0, 10) ?? []).toSorted((a, b) => a.localeCompare(b));
  const [first, last] = [from ?? days[0], to ?? days.at(-1)];
  return first === undefined || last === undefined ? null : { from: first, to: last };
}

const sums = (amounts: ReadonlyMap<string, Micros>) =>
  [...amounts]
    .filter(([, micros]) => micros !== 0n)
    .map(([currency, micros]) => ({ currency, amount: formatMicros(micros) }));
