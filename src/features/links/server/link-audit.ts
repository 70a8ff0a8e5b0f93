import type { Actor } from '../../../platform/server/http.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { costText } from './link-cost.ts';
import type * as store from './store.ts';

/** Puts a change of a link on record. @param actor undefined: the program itself */
export const auditLink = (
  db: Db,
  actor: Actor | undefined,
  action: string,
  row: Pick<store.LinkRow, 'id' | 'name'>,
  what: { before?: unknown; after?: unknown },
): Promise<void> => recordAudit(db, actor, { action, entity: 'link', id: row.id, name: row.name, ...what });

/** A link without what every save changes and what only the clock moves. */
export function auditable(row: store.LinkRow): Record<string, unknown> {
  const { version: _version, updated_at: _at, auto_run_at: _run, cost_micros: micros, ...rest } = row;
  return { ...rest, cost_value: costText(micros) };
}
