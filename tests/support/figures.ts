/** `npm run prove -- engines`, which CI runs after `npm test`: what takes its time. */
export const isEngines = process.env['ENGINES'] === '1';

/**
 * The number of trials: what the variable says in `npm run prove`, else a small sample.
 * @param engines the larger sample of `npm run prove -- engines`
 */
export function sampleSize(variable: string, small: number, engines = small): number {
  const given = process.env[variable];
  if (given === undefined) return isEngines ? engines : small;
  const size = Number(given);
  if (!Number.isInteger(size) || size < 1) throw new Error(`${variable} must be a whole number of 1 or more.`);
  return size;
}

/** Says what was measured for a promise, in the form that `npm run prove` reads. */
export function printFigures(promise: string, figures: Record<string, number | string>): void {
  process.stdout.write(`\nfigures ${promise} ${JSON.stringify(figures)}\n`);
}
