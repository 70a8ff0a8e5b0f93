/** What is longer is no macro, and some patterns would take their time over it. */
const MAX_MACRO = 256;
const WHOLE = /^(\$?\{.*\}|\[.*\]|#[^#]+#|__\w+__|%%.*%%)$/;
const PART = /\{[^{}]*\}|\[\[.*\]\]/;
/** Signs that macros are made of, as an address holds them. */
const ENCODED = /%(7b|7d|5b|5d|23|24|25)/i;
/** A template that was encoded as a whole, and once more by whoever passed it on. */
const MAX_LAYERS = 2;

/** No macro is without one of these. */
const SIGN = /[{[#%]|__/;

/** Is a value a placeholder that nobody replaced: `{x}`, `{{x}}`, `${X}`, `[x]`, `#x#`, `__X__`, `%%x%%`? Encoded once or twice, it still is. */
export const isLiteralMacro = (value: string): boolean =>
  SIGN.test(value) && layersOf(value).some((text) => WHOLE.test(text));

/** Is a value such a placeholder, or does it hold one in braces? */
export const holdsLiteralMacro = (value: string): boolean =>
  layersOf(value).some((text) => WHOLE.test(text) || PART.test(text));

/** A value as it is, and as what it is the URL-encoded form of. */
function layersOf(value: string): string[] {
  const layers = [value.slice(0, MAX_MACRO)];
  while (layers.length <= MAX_LAYERS && ENCODED.test(layers.at(-1)!)) layers.push(decoded(layers.at(-1)!));
  return layers;
}

const decoded = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
