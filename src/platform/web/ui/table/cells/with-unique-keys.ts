/** Gives each entry of a list a key of its own: its name, and for one that comes again, which one of them it is. */
export function withUniqueKeys<T>(entries: readonly T[], nameOf: (entry: T) => string): { key: string; entry: T }[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const name = nameOf(entry);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: count === 1 ? name : `${name} (${count})`, entry };
  });
}
