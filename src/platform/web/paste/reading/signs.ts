/** Office programs write some signs as letters of a font of signs: "£" in Symbol is shown as ≤. */
const SYMBOL: Record<number, string> = Object.fromEntries([
  ...Array.from('αβχδεφγηιϕκλμνοπθρστυϖωξψζ', (sign, i): [number, string] => [0x61 + i, sign]),
  ...Array.from('ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ', (sign, i): [number, string] => [0x41 + i, sign]),
  ...Array.from(' ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…', (sign, i): [number, string] => [0xa0 + i, sign]),
  [0xc6, '∅'],
  [0xce, '∈'],
  [0xd2, '®'],
  [0xd3, '©'],
  [0xd4, '™'],
  [0xd6, '√'],
  [0xd7, '⋅'],
  [0xe5, '∑'],
  [0x2d, '−'],
]);
const WINGDINGS: Record<number, string> = {
  0xfc: '✓',
  0xfb: '✗',
  0xfe: '☑',
  0xfd: '☒',
  0xa8: '☐',
  0x6f: '☐',
  0xe0: '→',
  0xdf: '←',
  0xe8: '→',
  0xa7: '▪',
  0x6e: '■',
  0x6c: '●',
  0x4a: '☺',
  0x4c: '☹',
};
const LAST_OF_FONT = 0xff;
const PRIVATE = 0xf000;

/** @param font the family as declared, or undefined */
export function inRealSigns(text: string, font: string | undefined): string {
  const table = font?.includes('wingdings') ? WINGDINGS : font?.includes('symbol') ? SYMBOL : undefined;
  return Array.from(text, (sign) => {
    const code = sign.codePointAt(0)!;
    const isPrivate = code >= PRIVATE && code <= PRIVATE + LAST_OF_FONT;
    if (isPrivate) return (table ?? SYMBOL)[code - PRIVATE] ?? sign;
    return (code <= LAST_OF_FONT && table?.[code]) || sign;
  }).join('');
}

/** Takes away what nobody sees and what reverses or cuts words: soft hyphens, zero-width blanks, bidi overrides, controls. */
export const visibleOnly = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => {
      if (/[\t\r\n]/.test(sign)) return sign;
      return LINE_ENDS.has(sign.charCodeAt(0)) ? '\n' : '';
    });

/** Form feed, next line, line and paragraph separator. */
const LINE_ENDS = new Set([0x0c, 0x85, 0x2028, 0x2029]);
