const graphemes = new Intl.Segmenter('en');

/** The one letter that stands for a name; an emoji of several parts is one. */
export function initial(text: string): string {
  for (const { segment } of graphemes.segment(text.trim())) return segment.toUpperCase();
  return '?';
}

/** At most `max` letters, the ellipsis included; none is cut within. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  let end = 0;
  for (const { index } of graphemes.segment(text)) {
    count += 1;
    if (count === max) end = index;
    if (count > max) return `${text.slice(0, end)}…`;
  }
  return text;
}

/** The first words on one line: at most `max` letters, cut at a word where one ends in the last third. */
export function beginning(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = shortened(line, max);
  if (cut === line) return line;
  const space = line.lastIndexOf(' ', cut.length - 1);
  return `${line.slice(0, space > (max * 2) / 3 ? space : cut.length - 1).replace(/[\s.,;:]+$/, '')}…`;
}

/** How many there are, for columns of text. */
export const lettersIn = (text: string): number => [...graphemes.segment(text)].length;
