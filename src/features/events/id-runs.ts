/** `1-4,7,9-10` of ascending ids. */
export function formatIds(ids: readonly bigint[]): string {
  const runs: [bigint, bigint][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && run[1] + 1n === id) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** The ids that `formatIds` wrote down. */
export function parseIds(text: string): bigint[] {
  return text.split(',').flatMap((run) => {
    const [from, to = from] = run.split('-').map(BigInt) as [bigint, bigint?];
    return Array.from({ length: Number(to - from) + 1 }, (_, n) => from + BigInt(n));
  });
}
