import type { FastifyReply } from 'fastify';
import type { Deps } from '../../../platform/server/deps.ts';
import { inOne, sendCsv } from '../../../platform/server/http/csv.ts';
import { type Actor, refuseFile, refuseUntoldOrder } from '../../../platform/server/http/access.ts';
import { fileDays, type Range } from '../../../platform/time.ts';
import { isFigure, isMoney } from '../../reports/metrics.ts';

/** A row of a stats reply. Courses and intervals are left out of files: a cell holds one value. */
type Line = { [key: string]: unknown };

const isCell = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Where money of a line has no rate, a sum of nothing is no sum. */
const isSum = (key: string): boolean => isFigure(key) && isMoney(key);

const cellOf = (row: Line, key: string): string =>
  isSum(key) && row['unconverted'] && Number(row[key]) === 0 ? '' : String((row[key] as string | null) ?? '');

/** The rows of a reply as a table: the same figures under the same names, with the zone and the currency they are told in. */
function linesCsv({ data, tz, currency }: { data: readonly Line[]; tz: string; currency: string }): {
  head: string[];
  rows: string[][];
} {
  const named = Object.keys(data[0] ?? {}).filter(
    (key) => key !== 'unconverted' && data.every((row) => isCell(row[key])),
  );
  // a column of money has that of its rest beside it
  const keys = named.some(isSum) ? [...named, 'unconverted'] : named;
  return {
    head: [...keys, 'currency', 'zone'],
    rows: data.map((row) => [...keys.map((key) => cellOf(row, key)), currency, tz]),
  };
}

/** The columns of money, of all tables. */
const OF_MONEY = ['revenue_expected', 'revenue_confirmed', 'epc', 'rpm', 'aov'];

/** A file may take longer than a screen: nobody looks at it meanwhile. */
export const FILE_MS = 600_000;

/** The event store for one request: when the caller goes, what it asked is called off. */
export function until(signal: AbortSignal, deps: Deps, timeoutMs?: number): Deps {
  const { eventStore } = deps;
  return {
    ...deps,
    eventStore: {
      ...eventStore,
      query: (sql, params, options) =>
        eventStore.query(sql, params, { ...(timeoutMs && { timeoutMs }), ...options, signal }),
      stream: (sql, params, given) => eventStore.stream(sql, params, AbortSignal.any([signal, given])),
    },
  };
}

export function whileAsked(deps: Deps, { raw }: FastifyReply): Deps {
  const gone = new AbortController();
  raw.on('close', () => !raw.writableFinished && gone.abort());
  return until(gone.signal, deps);
}

type Rows = { data: readonly Line[]; range: { from: string; to: string }; tz: string; currency: string };

const rangeSaid = ({ from, to }: Rows['range']): Range => ({ from: new Date(from), to: new Date(to) });
type Asked<Reply extends Rows> = {
  name: string;
  /** The screen's answer. */
  ask: (deps: Deps) => Promise<Reply>;
  /** What its rows are in a file, where that is something else. */
  linesOf?: (row: Reply['data'][number]) => Line;
};

/** The reply itself, or all its rows as a file. */
export function asAsked<Reply extends Rows>(
  deps: Deps,
  { reply, actor }: { reply: FastifyReply; actor: Actor },
  { format, sortBy }: { format: 'json' | 'csv'; sortBy?: string | undefined },
  { name, ask, linesOf = (row) => row }: Asked<Reply>,
): Promise<unknown> {
  refuseUntoldOrder(actor, sortBy, OF_MONEY);
  if (format === 'json') return ask(whileAsked(deps, reply));
  refuseFile(actor, actor.permissions.has('read:money'));
  return sendCsv(reply, name, async (signal) => {
    const answer = await ask(until(signal, deps, FILE_MS));
    const { head, rows } = linesCsv({ ...answer, data: answer.data.map(linesOf) });
    return { days: fileDays(rangeSaid(answer.range), answer.tz), head, rows: inOne(rows) };
  });
}
