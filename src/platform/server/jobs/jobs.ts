import type { Db } from '../postgres/postgres.ts';

/** What runs a job of one name. Throwing makes the library try again; our own retry plans add a new job instead. */
export type JobHandler = (payload: unknown) => Promise<void>;

export type JobOptions = {
  /** Not before this instant. */
  runAt?: Date;
  /** A job with the same key replaces the one that waits. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  maxAttempts?: number;
};

/** Work for later, stored in PostgreSQL in the caller's own transaction. */
export type Jobs = {
  add(db: Db, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
};
