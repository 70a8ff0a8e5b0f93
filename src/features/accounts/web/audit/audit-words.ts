import { valueWords } from '../../../../platform/web/ui/inputs/value-words.ts';
import type { AuditRecord } from '../../contract-audit.ts';

/** One field of a change; undefined where that side says nothing of it. */
export type FieldChange = { name: string; before: string | undefined; after: string | undefined };

/** What a record says field by field, in the order in which it names them. */
export function fieldsOf({ before, after }: Pick<AuditRecord, 'before' | 'after'>): FieldChange[] {
  const [old, fresh] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names.map((name) => ({ name, before: wordsAt(old, name), after: wordsAt(fresh, name) }));
}

const partsOf = (side: unknown): Record<string, unknown> =>
  typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {};

const wordsAt = (side: Record<string, unknown>, name: string): string | undefined =>
  name in side ? valueWords(side[name]) : undefined;
