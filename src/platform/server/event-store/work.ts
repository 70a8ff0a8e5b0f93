import type { Range } from '../../time.ts';
import type { Dialect } from './dialect.ts';
import type { Cell } from './event-store.ts';

export type Statement = { sql: string; params?: Cell[] };

/**
 * The rows of a table whose time lies in a span give way to those of a query, which names the columns in their order. Whoever reads sees the
 * old or the new ones.
 * @param span as wide as `wholeSpan` says
 */
export type Replacing = { replace: string; columns: readonly string[]; time: string; span: Range; by: string };

/** Notes of a table `touched.X` about the hours of a span are taken away: those whose rows could be read when the work began. */
export type Taking = { takeNotes: string; span: Range };

/** What `transact` does, in its order. */
export type Work = Statement | Replacing | Taking;

export const within = (dialect: Dialect, time: string, { from, to }: Range): string =>
  `${time} >= ${dialect.instant(from)} and ${time} < ${dialect.instant(to)}`;
