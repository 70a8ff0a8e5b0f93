const ATOMS = ['a', '.', '[ab]', '\\w', '(a)', '(a|b)', '(a|aa)', '(ab|a|b)', '(?:a*)', '(a+)'];
const MARKS = ['*', '+', '?', '{2,9}', '{15}', '{3,}'];
const ENDS = ['$', 'b', 'c$', '(x|y)'];

/** Nested, alternated, counted, one in another: what takes engines that try one path after the other for ever. */
export const HARD_PATTERNS: readonly string[] = [
  ...ATOMS.flatMap((atom) =>
    MARKS.flatMap((mark, index) => [
      `^(${atom}${mark})${MARKS[(index + 1) % MARKS.length]}${ENDS[index % ENDS.length]}`,
      `(${atom}${mark}|${atom})${mark}${ENDS[(index + 1) % ENDS.length]}`,
      `${atom}${mark}${atom}${mark}${atom}${mark}${ENDS[(index + 2) % ENDS.length]}`,
      `((${atom}${mark})${mark})${mark}z`,
    ]),
  ),
  ...[2, 5, 10, 20, 40, 80].flatMap((n) => [
    `(a?){${n}}a{${n}}`,
    `(.*a){${n}}c`,
    `(a|a?){${n}}b`,
    `^(([a-z])+.)+[A-Z]([a-z])+$`,
  ]),
];
