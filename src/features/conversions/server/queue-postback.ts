import { oncePerTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { postbackTarget } from '../../sources/server/postback.ts';
import { MAX_ATTEMPTS } from '../rules.ts';
import type { RecordScope } from './conversion-columns.ts';
import type { ConversionRow, EventRow } from './store-conversions.ts';

/** One outgoing postback: what the job carries. */
export type OutgoingJob = { conversion_id: string; event_id: string; attempt: number };

/** At most 4 postbacks of one source are under way at once: jobs of one queue run one after the other. */
export const queueOf = (sourceId: number, conversionId: bigint): string => `source-${sourceId}-${conversionId % 4n}`;

const targetOf = oncePerTransaction((trx: Db, sourceId: number, secrets: RecordScope['secrets']) =>
  postbackTarget(trx, secrets, sourceId),
);

/** What a source is told: of a conversion that is not counted any more, that it was taken back. */
export const statusTold = (row: ConversionRow, event: Pick<EventRow, 'kind' | 'new_status'>): ConversionRow['status'] =>
  event.kind === 'displaced' ? 'reversed' : ((event.new_status as ConversionRow['status'] | null) ?? row.status);

/** Queues the postback to the traffic source when it wants the status that it is to be told. In the transaction of the change. */
export async function queuePostback(
  trx: Db,
  { secrets, jobs, clock }: RecordScope,
  row: ConversionRow,
  event: EventRow,
): Promise<void> {
  if (row.source_id === null) return;
  const target = await targetOf(trx, row.source_id, secrets);
  if (!target?.postback_enabled || !target.statuses.includes(statusTold(row, event))) return;
  const job: OutgoingJob = { conversion_id: String(row.id), event_id: String(event.id), attempt: 1 };
  await jobs.add(trx, 'postback_out', job, {
    queue: queueOf(row.source_id, row.id),
    key: `postback_out:${event.id}:1`,
    maxAttempts: MAX_ATTEMPTS,
    ...(target.delay_seconds > 0 && { runAt: new Date(clock().getTime() + target.delay_seconds * 1000) }),
  });
}
