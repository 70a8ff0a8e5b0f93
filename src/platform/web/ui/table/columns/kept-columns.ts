import { tabOwner } from '../../../session/tab-session.ts';

/** What somebody made of the columns of a table, as this browser keeps it. */
export type KeptColumns = {
  /** The keys that are shown in their order, and behind a minus those that are not. */
  order: readonly string[];
  /** In px; the others are as wide as they need. */
  widths: Readonly<Record<string, number>>;
};

export const NOTHING_KEPT: KeptColumns = { order: [], widths: {} };

const slotOf = (table: string): string => {
  const person = tabOwner();
  return `columns:${person?.id ?? person?.username ?? 'guest'}:${table}`;
};

/** What is kept for a table; what cannot be read counts as nothing. */
export function readColumns(table: string): KeptColumns {
  try {
    const { order, widths } = JSON.parse(localStorage.getItem(slotOf(table)) ?? '{}') as Record<string, unknown>;
    return {
      order: Array.isArray(order) ? order.filter((key) => typeof key === 'string') : [],
      widths: Object.fromEntries(
        Object.entries(widths ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      ),
    };
  } catch {
    return NOTHING_KEPT;
  }
}

/** A browser that keeps nothing shows the choice for as long as the screen is open. */
export function writeColumns(table: string, kept: KeptColumns): void {
  try {
    if (kept.order.length === 0 && Object.keys(kept.widths).length === 0) localStorage.removeItem(slotOf(table));
    else localStorage.setItem(slotOf(table), JSON.stringify(kept));
  } catch {
    // full, or refused
  }
}
