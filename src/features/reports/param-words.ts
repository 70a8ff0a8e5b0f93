/** What a report keeps to of parameters, by alias, as an address has it: JSON, or nonsense. */
export function wordsOf(text: string | null | undefined): Record<string, string> {
  try {
    const words: unknown = JSON.parse(text || '{}');
    return typeof words === 'object' && words !== null ? (words as Record<string, string>) : {};
  } catch {
    return {};
  }
}
