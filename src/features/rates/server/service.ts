import type { Deps } from '../../../platform/server/deps.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Micros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, oncePerTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import type { Rates } from '../contract.ts';
import { convert, parseRates, type Converted, type RateBook } from '../exchange.ts';
import { auditRates } from './audit-rates.ts';
import * as store from './store.ts';
import { problemOfFile } from './take-file.ts';

/** @property stamp another one after every replacement, whatever the text */
type Loaded = { stamp: string; book: RateBook | undefined; problem: string | undefined };

const NONE: Loaded = { stamp: 'none', book: undefined, problem: undefined };

/** What was read last; reading it takes long, so it is done once for each version. */
let last: Loaded | undefined;

/** The rates as the database has them at this moment, whichever instance replaced them. Asks it every time. */
export async function loadRates(db: Db): Promise<Loaded> {
  const known = last;
  const row = await store.findRates(db, known?.stamp);
  if (!row) return NONE;
  if (row.csv === null) return known!;
  // somebody else may have read it meanwhile
  if (last?.stamp !== row.version) last = loadedFrom(row.version, parseRates(row.csv));
  return last;
}

const loadedFrom = (stamp: string, read: ReturnType<typeof parseRates>): Loaded =>
  'problem' in read ? { stamp, book: undefined, problem: read.problem } : { stamp, book: read, problem: undefined };

/** How many conversions lack a rate for their day, and what another file changes: later rooms know. */
export type RatePort = {
  countUnconverted(db: Db, site: string): Promise<number>;
  /** @returns how many conversions, costs and visits have another worth now */
  revalueAll(): Promise<{ conversions: number; costs: number; arrivals: number }>;
};

export async function describeRates(
  { db }: Pick<Deps, 'db'>,
  port: Pick<RatePort, 'countUnconverted'>,
): Promise<Rates> {
  const { stamp, book, problem } = await loadRates(db);
  return {
    days: book?.days.length ?? 0,
    first_day: book?.days[0] ?? null,
    last_day: book?.days.at(-1) ?? null,
    currencies: [...(book?.currencies ?? [])],
    problem: (stamp === NONE.stamp ? problemOfFile(db) : problem) ?? null,
    unconverted: await port.countUnconverted(db, await siteCurrency(db)),
  };
}

/** Puts another file in the place of the one before. @throws AppError validation_failed naming the line; nothing is written then */
export async function replaceRates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  text: string,
): Promise<void> {
  const read = parseRates(text);
  if ('problem' in read) throw invalid('csv', read.problem);
  const version = await inTransaction(db, async (trx) => {
    const fresh = await store.replaceRates(trx, text, clock());
    await auditRates(trx, actor, 'replace', read);
    return fresh;
  });
  last = loadedFrom(version, read);
}

const currencyOf = oncePerTransaction((trx: Db, _which: 'site') => siteCurrency(trx));

/**
 * What an amount is worth in the currency of the site, by the rates of this moment: a transaction that waited for another may be older
 * than they are. Undefined: it is in that currency, or there is no rate for its day.
 */
export async function baseOf(
  trx: Db,
  { micros, currency, at }: { micros: Micros; currency: string; at: string },
): Promise<Converted | undefined> {
  const site = await currencyOf(trx, 'site');
  if (currency === site) return undefined;
  const { book } = await loadRates(trx);
  return book && convert(book, micros, { from: currency, to: site }, at.slice(0, 10));
}
