import type { Db } from '../../../../platform/server/postgres/postgres.ts';

export type LinkKind = 'invite' | 'reset';

type Tables = {
  password_links: { user_id: number; is_mailed: boolean; token_hash: string; kind: LinkKind; expires_at: string };
};

const t = (db: Db) => db.withTables<Tables>();

export type PasswordLinkRow = { user_id: number; kind: LinkKind; expires_at: string };

/** It takes the place of the one before that came the same way. */
export async function putLink(
  db: Db,
  link: PasswordLinkRow & { token_hash: string; is_mailed: boolean },
): Promise<void> {
  const { user_id: _id, is_mailed: _way, ...rest } = link;
  await t(db)
    .insertInto('password_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['user_id', 'is_mailed']).doUpdateSet(rest))
    .execute();
}

export const findLink = (db: Db, tokenHash: string): Promise<PasswordLinkRow | undefined> =>
  t(db)
    .selectFrom('password_links')
    .select(['user_id', 'kind', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Takes the link, once: of several who use it at the same time one has it. */
export const takeLink = (db: Db, tokenHash: string): Promise<PasswordLinkRow | undefined> =>
  t(db)
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .returning(['user_id', 'kind', 'expires_at'])
    .executeTakeFirst();

export async function removeLinksOf(db: Db, userId: number): Promise<void> {
  await t(db).deleteFrom('password_links').where('user_id', '=', userId).execute();
}

/** Until when the links that were handed over work, by person. */
export async function linkEnds(db: Db): Promise<Map<number, string>> {
  const rows = await t(db)
    .selectFrom('password_links')
    .select(['user_id', 'expires_at'])
    .where('is_mailed', '=', false)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.expires_at]));
}

export async function removeEndedLinks(db: Db, now: Date): Promise<void> {
  await t(db).deleteFrom('password_links').where('expires_at', '<', now.toISOString()).execute();
}
