/** The number of trials: a small sample in `npm test`, what the variable says in `npm run prove`. */
export function sampleSize(variable: string, small: number): number {
  const given = process.env[variable];
  if (given === undefined) return small;
  const size = Number(given);
  if (!Number.isInteger(size) || size < 1) throw new Error(`${variable} must be a whole number of 1 or more.`);
  return size;
}

/** Says what was measured for a promise, in the form that `npm run prove` reads. */
export function printFigures(promise: string, figures: Record<string, number | string>): void {
  process.stdout.write(`\nfigures ${promise} ${JSON.stringify(figures)}\n`);
}
