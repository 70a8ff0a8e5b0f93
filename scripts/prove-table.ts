import { PROMISES, type Figures } from './prove-promises.ts';

/** One part of a promise as it was measured. */
export type Taken = {
  promise: string;
  part: number;
  figures: Figures;
  /** All assertions of the test held. */
  isGood: boolean;
  date: string;
  commit: string;
};

/** What a test printed by `printFigures`, by promise. */
export function figuresOf(said: string): Map<string, Figures> {
  const found = new Map<string, Figures>();
  for (const [, promise, text] of said.matchAll(/^figures (P\d+) (\{.*\})$/gm))
    found.set(promise!, { ...found.get(promise!), ...(JSON.parse(text!) as Figures) });
  return found;
}

/** Shares, orders, times, memory and what a classifier sorts rightly are those of the worst part; everything else is counted. */
export function addUp(parts: readonly Taken[]): Figures {
  const sum: Figures = {};
  for (const { figures } of parts) {
    for (const [name, value] of Object.entries(figures)) {
      const before = sum[name];
      if (typeof value === 'string' || typeof before === 'string' || before === undefined) sum[name] = value;
      else if (/_(ms|mb|auc)$/.test(name)) sum[name] = Math.max(before, value);
      else if (/_\d{3}$|^(orders|currencies|attempts|over_hours)$/.test(name)) sum[name] = Math.min(before, value);
      else sum[name] = before + value;
    }
  }
  return sum;
}

/** In words: kept, broken, or kept so far by a sample that is too small yet. */
export function verdictOf(promise: string, taken: readonly Taken[]): string {
  const parts = taken.filter((one) => one.promise === promise);
  const { least, most } = PROMISES[promise]!;
  const sum = addUp(parts);
  const passed = Object.entries(most).filter(([name, limit]) => name in sum && Number(sum[name]) > limit);
  const shares = Object.entries(least).filter(([name]) => /_\d{3}$/.test(name));
  const missed = shares.filter(([name, limit]) => name in sum && Number(sum[name]) < limit);
  const broken = [...passed, ...missed].map(([name]) => name);
  if (broken.length > 0 || parts.some((one) => !one.isGood))
    return `BROKEN${broken.length > 0 ? `: ${broken.join(', ')}` : ''}`;
  const small = [...Object.entries(least), ...Object.keys(most).map((name) => [name, 0] as const)].filter(
    ([name, limit]) => !(name in sum) || Number(sum[name]) < limit,
  );
  if (small.length === 0) return 'kept';
  return `kept so far, sample too small: ${small.map(([name]) => name).join(', ')}`;
}

/** The committed table. */
export function tableOf(taken: readonly Taken[]): string {
  const rows = Object.entries(PROMISES).map(([promise, { text }]) => {
    const parts = taken.filter((one) => one.promise === promise);
    if (parts.length === 0) return `| ${promise} | ${text} | not taken yet | | | |`;
    const figures = Object.entries(addUp(parts)).map(([name, value]) => `${name} ${value}`);
    const newest = parts.toSorted((a, b) => b.date.localeCompare(a.date))[0]!;
    const commits = [...new Set(parts.map((one) => one.commit))].join(', ');
    return `| ${promise} | ${text} | ${figures.join(', ')} | ${verdictOf(promise, taken)} | ${newest.date} | ${commits} |`;
  });
  return `# Promises

Made by \`npm run prove\` from docs/promises.json: do not edit. With no failure in n trials the true rate is below 3/n (95 %), so read
each zero beside its n. Taken on a shared machine with two cores.

| promise | figure | taken | verdict | date | commit |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
