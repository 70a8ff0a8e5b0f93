import type { Log } from './log.ts';

/** A stretch of the journal that could not be read and was stepped over; `events` are those whose words are still to be seen in it. */
export type JournalDamage = { position: string; bytes: number; events: number };

/** What was stepped over since the start: each stretch once, however many stores read it. */
export function createDamageList(log: Log): {
  note(position: string, bytes: Buffer): void;
  list(): readonly JournalDamage[];
} {
  const known = new Map<string, JournalDamage>();
  return {
    note(position, bytes) {
      if (known.get(position)?.bytes === bytes.length) return;
      const damage = { position, bytes: bytes.length, events: bytes.toString('latin1').split('"ts":').length - 1 };
      known.set(position, damage);
      log.error(damage, 'journal: damaged bytes were stepped over');
    },
    list: () => [...known.values()],
  };
}
