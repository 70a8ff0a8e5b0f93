const ABBREVIATIONS = /\b(api|url)\b/gi;

/** A word of the wire as people read it: 'guide_category' is 'Guide category', 'api_key' is 'API key'. */
export function asWords(word: string): string {
  const text = word.replaceAll('_', ' ').replace(ABBREVIATIONS, (one) => one.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
