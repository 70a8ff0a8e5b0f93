export type Lookup<K, V> = Pick<ReadonlyMap<K, V>, 'get' | 'has'>;
type Former = { slug: string; id: number };

/** Ids of records by slug. A slug of before leads to its record while no other has it, and while the record is there. */
export function createSlugIndex<T>(records: Lookup<number, T>) {
  const present = new Map<string, number>();
  const former = new Map<string, number>();
  const formerById = new Map<number, Set<string>>();

  /** Notes slugs of before. */
  function lead(some: readonly Former[]): void {
    for (const { slug, id } of some) {
      take(formerById, former.get(slug) ?? null, slug);
      former.set(slug, id);
      group(formerById, id, slug);
    }
  }
  const idOf = (slug: string): number | undefined => present.get(slug) ?? former.get(slug);
  return {
    records: {
      get(slug: string) {
        const id = idOf(slug);
        return id === undefined ? undefined : records.get(id);
      },
      has(slug: string) {
        const id = idOf(slug);
        return id !== undefined && records.has(id);
      },
    } satisfies Lookup<string, T>,
    lead,
    leading: (): Former[] => [...former].map(([slug, id]) => ({ slug, id })),
    put({ id, slug }: Former, before: readonly string[] = []): void {
      present.set(slug, id);
      if (before.length > 0) lead(before.map((one) => ({ slug: one, id })));
    },
    /** @param slug of the record by now; undefined: there is none */
    remove(id: number, slug: string | undefined): void {
      // another may have taken its slug by now
      if (slug !== undefined && present.get(slug) === id) present.delete(slug);
      for (const one of formerById.get(id) ?? []) former.delete(one);
      formerById.delete(id);
    },
  };
}

export function group<T>(map: Map<number, Set<T>>, key: number | null, value: T): void {
  if (key === null) return;
  const group = map.get(key);
  if (group) group.add(value);
  else map.set(key, new Set([value]));
}

export function take<T>(map: Map<number, Set<T>>, key: number | null, value: T): void {
  const group = key === null ? undefined : map.get(key);
  group?.delete(value);
  if (group?.size === 0) map.delete(key!);
}
