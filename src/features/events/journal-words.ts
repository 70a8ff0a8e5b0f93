type Damage = { position: string; bytes: number; events: number };
type Gap = { kind: 'cut' | 'removed' | 'replaced'; stored: string; journal: string };

/** What to do about a damaged journal. */
export const JOURNAL_HINT =
  'What is missing cannot be counted any more. Keep a copy of the journal folder before anything else is done to it, and look for a failing disk, or for a program that cleans up or restores files there.';

const PLACES = 3;

/** What of the journal could not be read, and where; undefined: all is well. Positions are the segment and the byte in it. */
export function describeJournal(damage: readonly Damage[], gaps: readonly Gap[]): string | undefined {
  const words = gaps.map(describeGap);
  if (damage.length > 0) {
    const events = damage.reduce((sum, one) => sum + one.events, 0);
    const bytes = damage.reduce((sum, one) => sum + one.bytes, 0);
    const places = damage.slice(0, PLACES).map(({ position }) => {
      const [segment, offset] = position.split(':');
      return `segment ${segment} at byte ${Number(offset).toLocaleString('en-US')}`;
    });
    const more = damage.length > PLACES ? ` and ${damage.length - PLACES} more places` : '';
    words.unshift(
      `at least ${Math.max(1, events)} ${Math.max(1, events) === 1 ? 'event was' : 'events were'} stepped over (${bytes.toLocaleString('en-US')} B; ${places.join(', ')}${more})`,
    );
  }
  return words.length === 0 ? undefined : words.join('; ');
}

function describeGap({ kind, stored, journal }: Gap): string {
  if (kind === 'replaced')
    return `the journal was removed or replaced after ${stored.slice(0, 16).replace('T', ' ')} UTC: what it still had to ship then is gone`;
  return kind === 'removed'
    ? `segments were removed before they were shipped: what lay from ${stored} to ${journal} is gone`
    : `it ends at ${journal}, and had been written up to ${stored}${lengthBetween(journal, stored)}: it was cut or is an older copy, and what was not shipped of that is gone`;
}

/** Bytes are counted within a segment; across several nobody knows. */
function lengthBetween(from: string, to: string): string {
  const [[segment, at], [other, end]] = [from, to].map((position) => position.split(':').map(Number)) as [
    [number, number],
    [number, number],
  ];
  return segment === other ? ` (${(end - at).toLocaleString('en-US')} B)` : '';
}
