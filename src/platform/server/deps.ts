import type { Clock } from '../time.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { BucketCheck } from './blobs/bucket-check.ts';
import type { Config } from './config.ts';
import type { EventStore } from './event-store/event-store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { LogTail } from './log-tail.ts';
import type { Mailer } from './outgoing/mailer.ts';
import type { SendingHold } from './outgoing/hold.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Db } from './postgres/postgres.ts';
import type { Secrets } from './secrets.ts';

/** What the process opened at boot; routes and jobs receive it, services take from it what they need. */
export type Deps = {
  config: Config;
  log: Log;
  /** The last warnings and errors of the log, when somebody keeps them. */
  logTail?: LogTail;
  clock: Clock;
  db: Db;
  secrets: Secrets;
  outgoing: Outgoing;
  /** Undefined: the site was not restored, as in tests. */
  sendingHold?: SendingHold;
  jobs: Jobs;
  /** Undefined: no mail server is named. */
  mailer?: Mailer;
  blobs: BlobStore;
  /** Undefined: pictures lie in the data folder. */
  checkBucket?: BucketCheck;
  eventStore: EventStore;
  /** How many instances run on the database now; undefined: this one alone. */
  living?: () => number;
};
