import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { RateBook } from '../exchange.ts';

/** Puts on record that the rates are others now. */
export const auditRates = (
  trx: Db,
  actor: Actor | undefined,
  action: 'replace' | 'take',
  { days }: RateBook,
): Promise<void> =>
  recordAudit(trx, actor, {
    action,
    entity: 'exchange_rates',
    id: 0,
    name: 'Exchange rates',
    after: { days: days.length, last_day: days.at(-1) },
  });
