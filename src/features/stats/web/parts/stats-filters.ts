/** Filters that every report has; screens join their own. `days` of '' is the default of 30. */
export const STATS_FILTERS = {
  days: '',
  date_from: '',
  date_to: '',
  compare: '',
  time_basis: '',
  utm_source: '',
  utm_term: '',
  device: '',
};
export type StatsFilter = keyof typeof STATS_FILTERS;

/** The question of a screen whose cards always say what changed: held against the days before, unless one says otherwise. */
export const withChange = (filters: Readonly<Record<string, string>>) => ({
  ...filters,
  compare: filters['compare'] || 'previous',
});

/** The days of a report, for what is asked beside it. */
export const daysIn = ({ days = '', date_from = '', date_to = '' }: Partial<Record<string, string>>) => ({
  days,
  date_from,
  date_to,
});
