import { countBy, fillingBy, sumsBy, type EventTable, type Span } from '../event-sums.ts';

export const HOUR_MS = 3_600_000;

/** How many rows of an hour one store has and the other holds, and whether they are the same as far as was looked at. */
export type ComparedHour = { at: number; rows: number; held: number; isSame: boolean };
/** What is to be written anew: no hour between its first and its last is the same in both. */
export type Piece = Span & { rows: number; held: number };

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/**
 * Hours that were found the same by their digests, each with how its columns were filled then. As long as that is so nothing of the hour has
 * changed: the other store is written to by nobody else.
 */
export type Verified = Map<number, string>;

/** Compares two stores by the hour, by how many rows each has. */
export async function compareCounts(from: EventTable, to: EventTable): Promise<ComparedHour[]> {
  return join(await Promise.all([countBy(from, HOUR_MS), countBy(to, HOUR_MS)]));
}

/** The same, and by their digests those hours that have as many and are not among the verified ones. @param verified is brought up to date */
export async function compareSums(from: EventTable, to: EventTable, verified: Verified): Promise<ComparedHour[]> {
  const columns = from.columns.map(({ name }) => name);
  const [wanted, held] = await Promise.all([fillingBy(from, HOUR_MS), countBy(to, HOUR_MS)]);
  const filled = new Map(wanted.map((hour) => [hour.at, hour.filled]));
  const all = join([wanted, held]);
  const open = all.filter(({ at, isSame }) => isSame && verified.get(at) !== filled.get(at));
  // a question about years would take longer than one may
  for (const month of Map.groupBy(open, ({ at }) => monthOf(at)).values()) {
    const span = { from: new Date(month[0]!.at), to: new Date(month.at(-1)!.at + HOUR_MS) };
    const [ours, theirs] = await Promise.all([from, to].map((one) => sumsBy(one, columns, HOUR_MS, span)));
    const digests = new Map(theirs!.map(({ at, digest }) => [at, digest]));
    const same = new Set(ours!.filter(({ at, digest }) => digests.get(at) === digest).map(({ at }) => at));
    for (const hour of month) {
      hour.isSame = same.has(hour.at);
      if (hour.isSame) verified.set(hour.at, filled.get(hour.at)!);
    }
  }
  return all;
}

type Counted = readonly { at: number; rows: number }[];

function join([wanted, held]: readonly [Counted, Counted]): ComparedHour[] {
  const hours = new Map(wanted.map(({ at, rows }) => [at, { at, rows, held: 0, isSame: false }]));
  for (const { at, rows } of held) {
    const hour = hours.get(at) ?? { at, rows: 0, held: 0, isSame: false };
    hours.set(at, { ...hour, held: rows, isSame: hour.rows === rows });
  }
  return [...hours.values()].toSorted((a, b) => a.at - b.at);
}

/** Cuts hours that differ into pieces of one month, none with many more rows than `most` unless an hour alone has them. */
export function cutPieces(hours: readonly ComparedHour[], most: number): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (const { at, rows, held, isSame } of hours) {
    const [from, to] = [new Date(at), new Date(at + HOUR_MS)];
    if (isSame) last = undefined;
    else if (last && monthOf(at) === monthOf(last.from.getTime()) && last.rows + rows <= most) {
      last.to = to;
      last.rows += rows;
      last.held += held;
    } else pieces.push((last = { from, to, rows, held }));
  }
  return pieces;
}
