/** Apart from the contract, so that a screen needs no schema. */
export const COHORT_SPANS = ['day', 'week', 'month'] as const;
export type CohortSpan = (typeof COHORT_SPANS)[number];

/** The first day of the span that a day is in; weeks begin on Monday. @param day `yyyy-MM-dd` */
export function startOf(day: string, span: CohortSpan): string {
  if (span === 'day') return day;
  if (span === 'month') return `${day.slice(0, 8)}01`;
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}
