/**
 * What rich text says without its markup: the one way to it for excerpts, checks, comparisons and word counts. A number must not change
 * its meaning on the way: 10<sup>3</sup> is not 103, and two cells of a table are not one word. Tags are cut out here, because this runs in
 * browsers too, sanitize-html on the server alone, and it has left only tags that are well formed.
 */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' };
const RAISED = new Map(Array.from('0123456789+-−=()ni', (sign, i) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'[i]!]));
const LOWERED = new Map(Array.from('0123456789+-−=()', (sign, i) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'[i]!]));
/** Letters that are read well where they stand, as in 1st, 1er and Tea™. */
const ENDINGS = /^(?:st|nd|rd|th|er|re|e|ème|ers|TM|SM|[ªº®©™℠])$/i;

const all = (text: string, signs: Map<string, string>): string | undefined => {
  const found = Array.from(text, (sign) => signs.get(sign));
  return found.includes(undefined) ? undefined : found.join('');
};

/** Stands before the sign of an item until its text is joined to it; no text of a person holds it. */
const ITEM = '\ue000';
const SIGN_GAP = /\ue000(•|-?\d+\.)\s+/g;

/** Superscript as plain text: ³ where there is such a sign, else ^ before it. */
export function raised(text: string): string {
  const bare = text.trim();
  if (bare === '' || ENDINGS.test(bare)) return text;
  return all(bare, RAISED) ?? (/^[\p{L}\p{N}*†‡§]$/u.test(bare) ? `^${bare}` : `^(${bare})`);
}

/** Subscript as plain text: ₂ where there is such a sign, else the letters as they are. */
export const lowered = (text: string): string => all(text.trim(), LOWERED) ?? text;

/** Elements that mark words and end none. */
const WORD_MARKS = new Set(['strong', 'b', 'em', 'i', 'u', 'a']);

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (_all, name: string) => ENTITIES[name]!);

type Options = {
  /** Puts "• " or the number before each item of a list. */
  hasItemSigns?: boolean;
};

/** The words of a rich text as readers see them: every block on a line of its own, the cells of a row parted by " | ". */
export function textOfHtml(html: string | null, { hasItemSigns = false }: Options = {}): string {
  let out = '';
  let cells = 0;
  let isInCell = false;
  let moved: { by: typeof raised; text: string } | undefined;
  /** The number that the next item of each open list has; undefined has no numbers. */
  const lists: (number | undefined)[] = [];
  const itemSign = (): string => {
    const number = lists.at(-1);
    if (number !== undefined) lists[lists.length - 1] = number + 1;
    return number === undefined ? '• ' : `${number}. `;
  };
  const tags = (html ?? '').replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, '<p>').split(/(<[^>]*>)/);
  for (const [i, token] of tags.entries()) {
    if (i % 2 === 0) {
      if (moved) moved.text += decode(token);
      else out += decode(token);
      continue;
    }
    const [, slash, name = ''] = /^<(\/?)([a-z0-9]*)/i.exec(token) ?? [];
    if (WORD_MARKS.has(name)) continue;
    if (name === 'sup' || name === 'sub') {
      if (moved) out += moved.by(moved.text);
      moved = slash ? undefined : { by: name === 'sup' ? raised : lowered, text: '' };
    } else if (name === 'td' || name === 'th') {
      isInCell = !slash;
      if (isInCell && cells > 0) out += ' | ';
      if (isInCell) cells += 1;
    } else {
      if (name === 'tr') cells = 0;
      if (name === 'ol' || name === 'ul') {
        if (slash) lists.pop();
        else lists.push(name === 'ol' ? Number(/ start="(-?\d+)"/.exec(token)?.[1] ?? 1) : undefined);
      }
      // the blocks of a cell stay in its row
      out += isInCell || name === 'br' ? ' ' : '\n';
      if (hasItemSigns && name === 'li' && !slash) out += `${ITEM}${itemSign()}`;
    }
  }
  return (
    out
      // each gap is looked at once, however long it is
      .replace(/\s+/g, (gap) => (gap.includes('\n') ? '\n' : ' '))
      .replace(SIGN_GAP, '$1 ')
      .trim()
  );
}
