import { parseMicros, type Micros } from './money.ts';

/** Signs of currency and blanks around an amount, and the minus of bookkeepers. */
const bare = (text: string): string => {
  const amount = text.replaceAll(/[\s\u00a0]|[A-Za-z]{3}(?=\s|$)|^[A-Za-z]{3}|[$€£¥₹₽₩₺₪]/gu, '').replace(/^'/, '');
  return /^\(.*\)$/.test(amount) ? `-${amount.slice(1, -1)}` : amount;
};

/**
 * Which mark stands before the decimals, by what the amounts of a column leave no doubt about.
 * @returns undefined when every amount could be read both ways, or they contradict each other
 */
export function guessDecimal(amounts: readonly string[]): '.' | ',' | undefined {
  const votes = new Set<'.' | ','>();
  let isDoubtful = false;
  for (const text of amounts.map(bare)) {
    const [comma, dot] = [text.lastIndexOf(','), text.lastIndexOf('.')];
    if (comma < 0 && dot < 0) continue;
    if (comma >= 0 && dot >= 0) votes.add(comma > dot ? ',' : '.');
    else {
      const mark = comma >= 0 ? ',' : '.';
      const isRepeated = text.indexOf(mark) !== text.lastIndexOf(mark);
      if (isRepeated) votes.add(mark === ',' ? '.' : ',');
      else if (text.length - 1 - Math.max(comma, dot) === 3 && mark === ',') isDoubtful = true;
      else votes.add(mark);
    }
  }
  if (votes.size === 1) return [...votes][0];
  return votes.size === 0 && !isDoubtful ? '.' : undefined;
}

/** How the amounts of a file are written. */
export type Marks = {
  decimal: '.' | ',';
  /** Somebody said so: it was not guessed from the other amounts. */
  isSaid: boolean;
};

/** Is this an amount with a comma that may stand before decimals or thousands? */
export const isDoubtful = (text: string): boolean => /^[+-]?\d+,\d{3}$/.test(bare(text));

/** @returns undefined for what is no amount, has its thousands marks in the wrong places, or says two things that nobody settled */
export function readMoney(text: string, { decimal, isSaid }: Marks): Micros | undefined {
  if (!/\d/.test(text) || (!isSaid && isDoubtful(text))) return undefined;
  // a comma alone needs nobody to say what it is
  if (/^[^.,]*,\d*$/.test(bare(text)) && !isDoubtful(text)) return parseMicros(bare(text));
  const thousands = decimal === '.' ? ',' : '.';
  const [whole = '', ...fraction] = bare(text).split(decimal);
  if (fraction.length > 1 || fraction[0]?.includes(thousands)) return undefined;
  const digits = whole.replace(/^[+-]/, '');
  const isGrouped = /^\d{1,3}([.,'’]\d{3})+$/.test(digits) || /^\d+$/.test(digits) || digits === '';
  if (!isGrouped || (digits.includes(decimal) && digits !== '')) return undefined;
  const cleaned = `${whole.startsWith('-') ? '-' : ''}${digits.replaceAll(/[.,'’]/g, '') || '0'}`;
  return parseMicros(fraction.length === 0 ? cleaned : `${cleaned}.${fraction[0]}`);
}
