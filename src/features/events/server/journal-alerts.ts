import { raiseAlert } from '../../alerts/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Clock } from '../../../platform/time.ts';
import { describeJournal, JOURNAL_HINT } from '../journal-words.ts';
import type { Shipper } from './shipper.ts';

type Scope = { db: Db; clock: Clock; shipper: Pick<Shipper, 'status'>; own: OwnJournal };

/** Whose journal it is: the number of its instance, and words that follow "click journal" where there are several. */
export type OwnJournal = { id: number; of: string };

/** Raises an alert when part of the journal could not be read or is missing. Nobody but a person closes it: what is gone stays gone. */
export async function tellJournalDamage({ shipper, own, ...scope }: Scope): Promise<void> {
  const { journal } = await shipper.status();
  const words = describeJournal(journal.damage, journal.gaps);
  if (words === undefined) return;
  await raiseAlert(scope, {
    kind: 'journal_damage',
    severity: 'critical',
    subject: { kind: 'server', id: own.id, name: `Click journal${own.of}` },
    message: `The click journal is damaged: ${words}. ${JOURNAL_HINT}`,
    countsRepeats: false,
  });
}
