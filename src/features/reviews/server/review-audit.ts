import { pick } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import * as store from './store.ts';

/** Puts a change of a review on record. */
export const audit = auditOf('review', (row: store.ReviewRow) => row.title);

/** Columns that the audit leaves out: whose row it is, and what every save changes. */
const UNTOLD: readonly string[] = ['id', 'version', 'created_by', 'updated_at', 'revised_at', 'shown_digest'];
const AUDITED = store.COLUMNS.filter((column) => !UNTOLD.includes(column));

/** What of a row may stand in the audit. */
export const auditable = (row: store.ReviewRow): Record<string, unknown> => pick(row, AUDITED);
