import { type Role, ROLE_LABELS, ROLES } from '../../../../platform/permissions.ts';
import type { SignedIn } from '../../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import type { SecondFactorRules } from '../../contract-team.ts';
import { recordAudit } from '../service.ts';

type Tables = { role_second_factors: { role: Role; required_from: string } };

const t = (db: Db) => db.withTables<Tables>();

/** From when on each role needs a second factor; null: it does not. */
export async function secondFactorRules(db: Db): Promise<SecondFactorRules> {
  const rows = await t(db).selectFrom('role_second_factors').selectAll().execute();
  const of = (role: Role): string | null => rows.find((row) => row.role === role)?.required_from ?? null;
  return Object.fromEntries(ROLES.map((role) => [role, of(role)])) as SecondFactorRules;
}

/** Asks for a second factor of the roles that are named, or no longer; others stay as they are. */
export const setSecondFactorRules = (
  db: Db,
  actor: SignedIn,
  change: { [R in Role]?: string | null | undefined },
): Promise<SecondFactorRules> =>
  inTransaction(db, async (trx) => {
    const before = await secondFactorRules(trx);
    for (const role of ROLES) {
      const from = change[role];
      if (from === undefined || from === before[role]) continue;
      await t(trx).deleteFrom('role_second_factors').where('role', '=', role).execute();
      if (from !== null) await t(trx).insertInto('role_second_factors').values({ role, required_from: from }).execute();
      await recordAudit(trx, actor, {
        action: 'require_second_factor',
        entity: 'role',
        id: role,
        name: ROLE_LABELS[role],
        before: { from: before[role] },
        after: { from },
      });
    }
    return secondFactorRules(trx);
  });
