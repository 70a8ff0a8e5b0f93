import { invalid } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import { brokenConstraint, type Trx } from '../../../../platform/server/postgres/postgres.ts';
import { auditDiff, pick } from '../../../../platform/server/records/records.ts';
import { auditOf, type Act } from '../../../accounts/server/service.ts';
import { refuseUnknownPeople } from '../../../people/server/service.ts';
import { recordRevision } from '../../../publishing/server/history.ts';
import { refuseBlocked } from '../../../publishing/server/checklist.ts';
import { isPublicStatus, scheduleProblem } from '../../../publishing/rules.ts';
import { contentChanged } from '../../../../platform/server/changes/changes.ts';
import { judgeGuide } from '../checks.ts';
import { contentOf } from './guide-columns.ts';
import { settleShown, type InTransaction, type Settled } from './shown.ts';
import * as itemStore from '../products/store-items.ts';
import * as store from '../store.ts';

/** What a guide points at, by the constraint that holds it. */
const POINTERS: Readonly<Record<string, [field: string, reason: string]>> = {
  guides_category_id_fkey: ['category_id', 'is not a category that is there'],
  guides_author_id_fkey: ['author_id', 'is not a person that is there'],
  guides_reviewer_id_fkey: ['reviewer_id', 'is not a person that is there'],
};

async function withReasons<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const pointer = POINTERS[brokenConstraint(error) ?? ''];
    throw pointer ? invalid(...pointer) : error;
  }
}

/** A guide that was not there, with the products of another where it is a copy. @throws AppError validation_failed | publish_blocked */
export async function insert(
  { db: trx, clock }: InTransaction,
  act: Act<'create' | 'duplicate'>,
  fields: Omit<store.NewGuide, 'first_published_at' | 'created_by'>,
  copiedFrom?: number,
): Promise<store.GuideRow> {
  refuseSchedule(fields, undefined, clock());
  const inserted = await withReasons(() =>
    store.insert(trx, {
      ...fields,
      revised_at: clock().toISOString(),
      first_published_at: isPublicStatus(fields.status) ? clock().toISOString() : null,
      created_by: act.actor?.id ?? null,
    }),
  );
  await refuseUnknownPeople(trx, fields);
  if (copiedFrom !== undefined) await itemStore.copyAll(trx, copiedFrom, inserted.id);
  const origin = copiedFrom === undefined ? {} : { copied_from: copiedFrom };
  const settled = await settleShown({ db: trx, clock }, inserted);
  await refuseToShow(clock, trx, settled);
  const { guide: row } = settled;
  await recordRevision(trx, { kind: 'guide', id: row.id }, act, contentOf(row));
  await audit(trx, act, row, { after: { ...auditable(row), ...origin } });
  await contentChanged(trx, []);
  return row;
}

/** What every write of a guide's own fields ends with. @throws AppError validation_failed | publish_blocked */
export async function save(
  { db: trx, clock }: InTransaction,
  act: Act<'update' | 'restore' | 'schedule'>,
  old: store.GuideRow,
  change: store.GuideUpdate,
): Promise<store.GuideRow> {
  if (act.action === 'update') refuseSchedule({ ...old, ...change }, old, clock());
  const isFirst = old.first_published_at === null && isPublicStatus(change.status ?? old.status);
  const saved = await withReasons(() =>
    store.update(trx, old.id, { ...change, ...(isFirst && { first_published_at: clock().toISOString() }) }, clock()),
  );
  await refuseUnknownPeople(trx, change);
  const settled = await settleShown({ db: trx, clock }, saved);
  await refuseToShow(clock, trx, settled);
  const { guide: row } = settled;
  await recordRevision(trx, { kind: 'guide', id: row.id }, act, contentOf(row));
  await audit(trx, act, row, auditDiff(auditable(old), auditable(row)));
  await contentChanged(trx, [`/listicles/${old.id}`]);
  return row;
}

function refuseSchedule(
  { publish_at: from = null, unpublish_at: until = null }: Pick<store.GuideUpdate, 'publish_at' | 'unpublish_at'>,
  old: store.GuideRow | undefined,
  now: Date,
): void {
  const problem = scheduleProblem({ publish_at: from, unpublish_at: until }, old, now);
  if (problem) throw invalid(problem.field, problem.reason);
}

/** The gate: whatever made it public, a guide that the checklist blocks is not. */
async function refuseToShow(clock: Deps['clock'], trx: Trx, { guide, items }: Settled): Promise<void> {
  if (isPublicStatus(guide.status)) refuseBlocked(await judgeGuide({ db: trx, clock }, guide, items));
}

export const audit = auditOf('guide', (row: store.GuideRow) => row.title);

/** Columns that the audit leaves out: whose row it is, and what every save changes. */
const UNTOLD: readonly string[] = ['id', 'version', 'created_by', 'updated_at', 'revised_at', 'shown', 'is_order_old'];
const AUDITED = store.COLUMNS.filter((column) => !UNTOLD.includes(column));

/** What of a row may stand in the audit. */
export const auditable = (row: store.GuideRow): Record<string, unknown> => pick(row, AUDITED);
