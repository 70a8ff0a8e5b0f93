import { randomBytes } from 'node:crypto';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { SignedIn } from '../../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { contractFields } from '../../../../platform/server/records/records.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { ShownColumn } from '../../../reports/own-columns-contract.ts';
import { ownAskedBy } from '../../../reports/server/own-asked.ts';
import { MOST_LINKS, SHARED, type MadeViewLink, type ViewLink } from '../../shared-view-contract.ts';
import { questionOfView } from './shared-view.ts';
import * as store from './store-links.ts';
import { findView, lockView } from './store-views.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const DAY_MS = 86_400_000;

const entry = (action: 'create' | 'revoke', id: number, name: string) => ({
  action,
  entity: 'report_link',
  id,
  name,
});

/** @throws AppError not_found */
export async function listLinks({ db, clock }: Scope, viewId: number): Promise<ViewLink[]> {
  await viewOf(db, viewId);
  return store.listLinks(db, viewId, clock());
}

async function viewOf(db: Db, id: number) {
  const view = await findView(db, id);
  if (!view) throw notFound('View');
  return view;
}

/**
 * Makes a link by which anybody reads a view until its end.
 * @param origin of the site, without a slash at the end
 * @throws AppError not_found | conflict for a view that tells who somebody is, or has as many links as it may have
 */
export async function makeLink(
  { db, clock }: Scope,
  actor: SignedIn,
  { viewId, days, origin }: { viewId: number; days: number; origin: string },
): Promise<MadeViewLink> {
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const data = await inTransaction(db, async (trx) => {
    // two that come at once wait for each other, and the view stays until then
    const view = await lockView(trx, viewId);
    if (!view) throw notFound('View');
    const { own } = questionOfView(view.query);
    await store.removeEndedLinks(trx, now);
    if ((await store.listLinks(trx, viewId, now)).length >= MOST_LINKS)
      throw new AppError('conflict', `This view has ${MOST_LINKS} links. Revoke one that is not used any more.`);
    const made = await store.insertLink(trx, {
      view_id: viewId,
      token_hash: sha256(token),
      created_by: actor.id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
      own_columns: await ownToKeep(trx, actor, own),
    });
    await recordAudit(trx, actor, { ...entry('create', made.id, view.name), after: { days } });
    return made;
  });
  // behind the #: no server and no log sees it
  return {
    data,
    link: `${origin}${SHARED}#${token}`,
    message: 'The link is made. Copy it now: it is not shown again.',
  };
}

/** What the link tells of own columns from now on: as they are, and as far as who makes it has them. */
const ownToKeep = async (trx: Db, actor: SignedIn, ids: readonly number[]): Promise<ShownColumn[]> =>
  (await ownAskedBy(trx, actor, ids)).columns.map((one) => contractFields(ShownColumn, one));

/** The link opens nothing any more, on any instance. @throws AppError not_found */
export async function revokeLink({ db }: Scope, actor: SignedIn, { id, linkId }: { id: number; linkId: number }) {
  await inTransaction(db, async (trx) => {
    const view = await viewOf(trx, id);
    if (!(await store.removeLink(trx, id, linkId))) throw notFound('Link');
    await recordAudit(trx, actor, entry('revoke', linkId, view.name));
  });
}
