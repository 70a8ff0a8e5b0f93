/** The addresses to try for a title or name, the plain one first. @param fallback for a text without a letter that an address can hold */
export function* slugsFor(base: string, fallback: string): Generator<string> {
  const start = base || fallback;
  yield start;
  for (let n = 2; n <= 50; n += 1) yield `${start}-${n}`;
  yield `${start}-${fallback}`;
}
