import list from './currencies.json' with { type: 'json' };

const CODES: ReadonlySet<string> = new Set(list.codes.split(' '));

/** Is this the code of a currency in use by ISO 4217, in capitals? Those for tests, for no currency and for metals are none. */
export const isCurrency = (code: string): boolean => CODES.has(code);
