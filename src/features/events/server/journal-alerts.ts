import { raiseAlert } from '../../alerts/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import { describeJournal, JOURNAL_HINT } from '../journal-words.ts';
import type { Shipper } from './shipper.ts';

type Scope = { db: Db; clock: Clock; shipper: Pick<Shipper, 'status'> };

const SUBJECT = { kind: 'server', id: 0, name: 'Click journal' };

/** Raises an alert when part of the journal could not be read or is missing. Nobody but a person closes it: what is gone stays gone. */
export async function tellJournalDamage({ shipper, ...scope }: Scope): Promise<void> {
  const { journal } = await shipper.status();
  const words = describeJournal(journal.damage, journal.gaps);
  if (words === undefined) return;
  await raiseAlert(scope, {
    kind: 'journal_damage',
    severity: 'critical',
    subject: SUBJECT,
    message: `The click journal is damaged: ${words}. ${JOURNAL_HINT}`,
    countsRepeats: false,
  });
}
