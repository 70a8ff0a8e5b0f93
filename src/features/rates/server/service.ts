import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../../../platform/server/deps.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Micros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { oncePerTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import type { Rates } from '../contract.ts';
import { convert, parseRates, type Converted, type RateBook } from '../exchange.ts';

/** In the data folder; replaced whole, by hand or through the back office. */
export const RATES_FILE = 'exchange-rates.csv';

type Loaded = { stamp: string; book: RateBook | undefined; problem: string | undefined };

const loaded = new Map<string, Loaded>();

/** The rates as the file has them now; read again when it was replaced. */
export function loadRates({ dataDir }: Pick<Deps['config'], 'dataDir'>): Loaded {
  const path = join(dataDir, RATES_FILE);
  let stamp = 'none';
  try {
    const { mtimeMs, size, ino } = statSync(path);
    stamp = `${mtimeMs} ${size} ${ino}`;
    const known = loaded.get(path);
    if (known?.stamp === stamp) return known;
    const read = parseRates(readFileSync(path, 'utf8'));
    const fresh =
      'problem' in read ? { stamp, book: undefined, problem: read.problem } : { stamp, book: read, problem: undefined };
    loaded.set(path, fresh);
    return fresh;
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { stamp, book: undefined, problem: isAbsent ? undefined : 'The file cannot be read.' };
  }
}

type FileScope = Pick<Deps, 'db' | 'config'>;

/** How many conversions lack a rate for their day, and what another file changes: later rooms know. */
export type RatePort = {
  countUnconverted(db: Db, site: string): Promise<number>;
  /** @returns how many conversions, costs and visits have another worth now */
  revalueAll(): Promise<{ conversions: number; costs: number; arrivals: number }>;
};

export async function describeRates(
  { db, config }: FileScope,
  port: Pick<RatePort, 'countUnconverted'>,
): Promise<Rates> {
  const { book, problem } = loadRates(config);
  return {
    days: book?.days.length ?? 0,
    first_day: book?.days[0] ?? null,
    last_day: book?.days.at(-1) ?? null,
    currencies: [...(book?.currencies ?? [])],
    problem: problem ?? null,
    unconverted: await port.countUnconverted(db, await siteCurrency(db)),
  };
}

/** Puts another file in its place, in one step. @throws AppError validation_failed naming the line; nothing is written then */
export async function replaceRates({ db, config }: FileScope, actor: Actor, text: string): Promise<void> {
  const read = parseRates(text);
  if ('problem' in read) throw invalid('csv', read.problem);
  const path = join(config.dataDir, RATES_FILE);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  const after = { days: read.days.length, last_day: read.days.at(-1) };
  await recordAudit(db, actor, { action: 'replace', entity: 'exchange_rates', id: 0, name: 'Exchange rates', after });
}

const currencyOf = oncePerTransaction((trx: Db, _which: 'site') => siteCurrency(trx));

/** What an amount is worth in the currency of the site. Undefined: it is in that currency, or there is no rate for its day. */
export async function baseOf(
  trx: Db,
  config: Pick<Deps['config'], 'dataDir'>,
  { micros, currency, at }: { micros: Micros; currency: string; at: string },
): Promise<Converted | undefined> {
  const site = await currencyOf(trx, 'site');
  const { book } = loadRates(config);
  if (currency === site || !book) return undefined;
  return convert(book, micros, { from: currency, to: site }, at.slice(0, 10));
}
