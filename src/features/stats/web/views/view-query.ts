/** Where the screen of reports is; the question stands behind its `?`. */
export const REPORTS = '/admin/stats/reports';

/** What an address holds that is of one visit to the report, and no part of the question. */
const OF_THE_VISIT = ['page', 'trail'];

/** The question in the address of a report, as a view keeps it. */
export function viewQuery(address: URLSearchParams | string): string {
  const kept = new URLSearchParams(address);
  for (const key of OF_THE_VISIT) kept.delete(key);
  return kept.toString();
}
