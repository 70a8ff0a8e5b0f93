/** Characters, as NIST SP 800-63B-4 (2025, 3.1.1.2) has it for a password alone; fewer beside a second factor. */
export const MIN_PASSWORD = { alone: 15, withSecondFactor: 12 } as const;

export const minLength = (hasSecondFactor: boolean): number =>
  hasSecondFactor ? MIN_PASSWORD.withSecondFactor : MIN_PASSWORD.alone;

type Given = {
  hasSecondFactor: boolean;
  /** What anybody would try first: the name of the person, of the site. */
  names: readonly string[];
  /** Is the text, in lower case, among the most common passwords? */
  isCommon: (text: string) => boolean;
};

/** As people count: an umlaut written as two signs is one. */
export const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** No rule asks for digits or signs, and everything may be pasted. @returns why a new password is refused; undefined for a good one */
export function passwordFault(password: string, { hasSecondFactor, names, isCommon }: Given): string | undefined {
  const least = minLength(hasSecondFactor);
  const characters = charactersOf(password);
  if (characters.length < least)
    return `must have at least ${least} characters${hasSecondFactor ? '' : `, or ${MIN_PASSWORD.withSecondFactor} beside a second factor`}`;
  const plain = bare(password);
  const cores = [plain, plain.replace(/\d+$/, ''), repeated(plain)];
  if (names.some((name) => bare(name) !== '' && cores.includes(bare(name))))
    return 'must not be your name or that of the site';
  if (new Set(characters).size < 4) return `must have at least 4 different characters`;
  if ([password.toLowerCase(), ...cores].some((text) => text !== '' && isCommon(text)))
    return 'is among the first that anybody would try: take another, such as four words that do not belong together';
  return undefined;
}

/** What a text repeats: `passwordpassword` is `password` twice. The text itself when it repeats nothing. */
const repeated = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
