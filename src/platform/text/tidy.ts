/*
 * Texts as they are stored: composed, and without signs that nobody sees or that turn what stands beside them. What a script or an emoji
 * needs stays: joiners between letters of Arabic, Persian and Indic scripts and between emoji, the tags of a flag, direction marks in a
 * text with letters that run from right to left.
 */

const JOINED = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
]
  .concat(['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'])
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** NUL is left to the check that refuses it. */
const CONTROLS = '\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f';
const TURNS = '\\u202a-\\u202e\\u2066-\\u2069';
const UNSEEN =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';

const LEFT_OUT = new RegExp(
  [
    `[${CONTROLS}${TURNS}${UNSEEN}]`,
    // a joiner that joins nothing
    `(?<![${JOINED}])(?<!(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f)(?=\\u200d\\p{Extended_Pictographic}))[\\u200c\\u200d]`,
    // a tag outside the flag of a country's part
    '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
);
const MARKS = /[\u061c\u200e\u200f]/g;

/** The signs of a text that are left out when it is stored. */
export const unseenIn = (text: string): string[] => [
  ...(text.match(LEFT_OUT) ?? []),
  ...(FROM_RIGHT.test(text) ? [] : (text.match(MARKS) ?? [])),
];

/** A text of several lines as it is stored. */
export const tidyLines = (text: string): string => {
  const seen = text.normalize('NFC').replace(LEFT_OUT, '');
  return FROM_RIGHT.test(seen) ? seen : seen.replace(MARKS, '');
};

/** A name, a title, or another text of one line: white space of any kind and length is one space. */
export const tidyLine = (text: string): string =>
  tidyLines(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .trim();
