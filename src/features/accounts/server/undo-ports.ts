import type { Clock } from '../../../platform/time.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { PutBack } from '../../../platform/server/kept-rows/kept-rows.ts';
import type { Trx } from '../../../platform/server/postgres/postgres.ts';
import type { Entry } from './undo/store-undo.ts';

/** The transaction in which a change is taken back. */
export type Inside = { db: Trx; clock: Clock };

/** Puts rows of some tables back, through the services of their feature. */
export type RowPort = {
  /** By table what the audit calls its records. */
  entities: Readonly<Record<string, string>>;
  /** Columns that lead readers or letters somewhere: whoever puts them back has typed the password of late. */
  asksFor?: readonly string[];
  /** @throws AppError what the feature would refuse of anybody */
  takeBack(inside: Inside, actor: Actor, plan: readonly PutBack[]): Promise<void>;
};

/** Takes back what is history and no row, such as an import. */
export type EntryPort = {
  /** What is done, in words that come after "This": "takes the import back". */
  words: string;
  takeBack(inside: Inside, actor: Actor, entry: Entry): Promise<void>;
};

/** What the application knows of later features. */
export type UndoPorts = {
  /** In the order in which what is gone is brought back: what others name comes first. */
  rows: readonly RowPort[];
  /** By `entity action`. */
  entries: Readonly<Record<string, EntryPort>>;
  /** Why a change cannot be taken back, by `entity action` or by `entity`. */
  reasons: Readonly<Record<string, string>>;
};
