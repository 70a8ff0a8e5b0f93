import { transliterate } from 'transliteration';
import { slugFrom } from '../../text/slug.ts';

/** Letters of another script than ours. */
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+/gu;

/**
 * A title or name as part of a new address, in whatever script it is written. A slug is made once and stored: what this answers may change
 * with the tables of the library. On the server alone, which those tables are for.
 * @returns '' when nothing of the text can be written so, as with emoji
 */
export const writtenSlug = (text: string, maxLength?: number): string =>
  slugFrom(
    text.normalize('NFKC').replace(FOREIGN, (run) => ` ${transliterate(run)} `),
    maxLength,
  );
