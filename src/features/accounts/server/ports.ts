import type { UndoPorts } from './undo-ports.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';

/** What accounts need of those who stand on them. */
export type AccountPorts = {
  /** How what later features changed is taken back. */
  undo: UndoPorts;
  /** What the wall says: codes of the second factor are made by it, while sessions end by a clock that nobody sets back. */
  wallClock: Clock;
  siteName(): Promise<string>;
  /** From which browser and country a request comes, as far as that can be told. */
  whereFrom(request: FastifyRequest): { device: string | null; country: string | null };
  /** Tells the administrators what happened to somebody's way in, beside the letter to that person. */
  alert(told: AccountAlert): Promise<unknown>;
  /** Names of the bylines that are there. */
  nameBylines(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
};

export type AccountAlert = {
  kind: 'sign_in' | 'api_key' | 'second_factor';
  severity: 'info' | 'warning';
  person: { id: number; name: string };
  message: string;
  details?: { label: string; text: string }[];
};

export type Scope = Pick<Deps, 'db' | 'secrets' | 'clock' | 'config' | 'log' | 'mailer' | 'living'> & {
  ports: AccountPorts;
};
