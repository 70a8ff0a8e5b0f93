/** Characters of a pattern, at the most. */
export const MAX_PATTERN = 200;

const FLAGS = /^\(\?[a-zA-Z-]*\)/;

/**
 * How many steps a pattern can become when its repetitions are written out: never fewer than the engine makes of it, counted in one walk
 * along the text and without building anything. What is no pattern at all counts too; the engine refuses it.
 */
export function patternSize(pattern: string): number {
  /** What stands in each open bracket so far, and its last part, which a repetition takes. */
  const open: { sum: number; last: number }[] = [{ sum: 0, last: 0 }];
  const here = () => open.at(-1)!;
  const part = (size: number): void => {
    here().sum += size;
    here().last = size;
  };
  const grow = (size: number): void => {
    here().sum += size - here().last;
    here().last = size;
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at]!;
    const rest = pattern.slice(at);
    const count = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/.exec(rest);
    if (char === '\\') {
      const text = /^\\Q(.*?)(?:\\E|$)/s.exec(rest) ?? /^\\[pPx]\{[^}]*\}/.exec(rest);
      // of a quoted text each character is a step, and a repetition takes the last
      if (text?.[1] !== undefined) here().sum += text[1].length;
      part(1);
      at += (text?.[0].length ?? 2) - 1;
    } else if (char === '[') {
      part(1);
      at += classLength(rest) - 1;
    } else if (FLAGS.test(rest)) {
      // flags alone are no part: a repetition behind them takes what stands before
      at += FLAGS.exec(rest)![0].length - 1;
    } else if (char === '(') {
      open.push({ sum: 0, last: 0 });
    } else if (char === ')') {
      const inner = open.length > 1 ? open.pop()!.sum : 0;
      part(inner + 3);
    } else if (char === '|') {
      here().sum += 2;
      here().last = 0;
    } else if ('*+?'.includes(char)) {
      grow(here().last + 2);
    } else if (count) {
      const least = Number(count[1]);
      const isOpen = count[2] !== undefined && count[3] === undefined;
      const most = isOpen || count[2] === undefined ? least : Number(count[3]);
      const copies = Math.max(1, least, most) + (isOpen ? 1 : 0);
      grow(here().last * copies + 2 * Math.max(1, copies - least) + 1);
      at += count[0].length - 1;
    } else {
      part(1);
    }
  }
  return open.reduce((total, { sum }) => total + sum, 3);
}

/** Characters from `[` to its `]`; a first `]` is one of the set. */
function classLength(text: string): number {
  // character by character: what stands in a set can be read in more than one way, and no way may be tried twice
  let at = text[1] === '^' ? 2 : 1;
  if (text[at] === ']') at += 1;
  while (at < text.length && text[at] !== ']') {
    const known = /^(?:\\[pP]\{[^}]*\}|\\[^]|\[:\^?\w+:\])/.exec(text.slice(at));
    at += known?.[0].length ?? 1;
  }
  return at < text.length ? at + 1 : 1;
}
