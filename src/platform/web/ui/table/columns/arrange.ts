type Choosable = { key: string; isHidden?: boolean; isFixed?: boolean };

/** How many columns stay in front, whatever is chosen: the first, and those after it that say so. */
export function fixedCount(columns: readonly Choosable[]): number {
  const first = columns.findIndex(({ isFixed }, index) => index > 0 && !isFixed);
  return first === -1 ? columns.length : first;
}

/** A choice with one more, which stands behind what stands before it among all. */
export function withName<Name extends string>(all: readonly Name[], chosen: readonly Name[], name: Name): Name[] {
  const before = all.slice(0, all.indexOf(name)).findLast((one) => chosen.includes(one));
  return chosen.toSpliced(before === undefined ? 0 : chosen.indexOf(before) + 1, 0, name);
}

const bare = (key: string): string => key.replace(/^-/, '');

/**
 * The columns that are shown, in the order that was kept (as `KeptColumns` has it). What the table has no more is passed over; what came
 * since stands where the table has it.
 */
export function arranged<Column extends Choosable>(columns: readonly Column[], order: readonly string[]): Column[] {
  const fixed = columns.slice(0, fixedCount(columns));
  const rest = columns.slice(fixed.length);
  const keys = rest.map(({ key }) => key);
  const known = new Set(order.map(bare));
  let shown = order.filter((key) => keys.includes(key));
  for (const { key, isHidden } of rest) if (!known.has(key) && !isHidden) shown = withName(keys, shown, key);
  return [...fixed, ...shown.map((key) => rest[keys.indexOf(key)]!)];
}

/** What to keep of a choice: also of columns that the table does not have now, as on a narrower screen. */
export function orderOf(columns: readonly Choosable[], chosen: readonly string[], before: readonly string[]): string[] {
  const rest = columns.slice(fixedCount(columns)).map(({ key }) => key);
  const off = rest.filter((key) => !chosen.includes(key)).map((key) => `-${key}`);
  return [...chosen, ...off, ...before.filter((key) => !columns.some((column) => column.key === bare(key)))];
}
