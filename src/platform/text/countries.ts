const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** `US` as United States; what is no country code stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code);
