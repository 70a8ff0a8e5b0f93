import { CONTENT } from './content.ts';
import type { Described } from './described.ts';
import { MONEY } from './money.ts';
import { SITE } from './site.ts';
import { TRADE } from './trade.ts';

/** Every kind of record that is written, in the order of the document. */
export const RECORDS: readonly Described[] = [...SITE, ...CONTENT, ...TRADE, ...MONEY];
