import type { Log } from '../log.ts';

/** A stretch of the journal that could not be read and was stepped over; `events` are those whose words are still to be seen in it. */
export type JournalDamage = { position: string; bytes: number; events: number };

/** What was stepped over since the start: each stretch once, however many stores read it. */
export function createDamageList(log: Log): {
  /** @param bytes what lies there, or its length when the file itself is gone */
  note(position: string, bytes: Buffer | number): void;
  list(): readonly JournalDamage[];
} {
  const known = new Map<string, JournalDamage>();
  return {
    note(position, bytes) {
      const length = typeof bytes === 'number' ? bytes : bytes.length;
      if (known.get(position)?.bytes === length) return;
      const events = typeof bytes === 'number' ? 0 : bytes.toString('latin1').split('"ts":').length - 1;
      const damage = { position, bytes: length, events };
      known.set(position, damage);
      log.error(damage, 'journal: damaged bytes were stepped over');
    },
    list: () => [...known.values()],
  };
}
