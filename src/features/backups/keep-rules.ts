import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import type { KeepRules } from './contract.ts';

/** Of the second in which a backup began, as its name tells (UTC). @returns undefined when it tells none */
export function beganAt(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)(?:-\d+)?$/.exec(name) ?? [];
  if (day === undefined) return undefined;
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The days, ISO weeks and months of a zone. */
const PERIODS = { daily: 'yyyy-MM-dd', weekly: "RRRR-'W'II", monthly: 'yyyy-MM' } as const;

/**
 * Which backups stay: of each of the last days that have one the newest, and so for weeks (from Monday on) and months. Days without a
 * backup count nothing, so a schedule that stood still removes nothing. The newest of all stays whatever the rules say, and so does
 * what has no name of ours.
 * @param names in any order
 */
export function keptOf(names: readonly string[], rules: KeepRules, zone: string): Set<string> {
  const kept = new Set<string>();
  const dated = names.flatMap((name) => {
    const at = beganAt(name);
    if (at === undefined) kept.add(name);
    return at === undefined ? [] : [{ name, at }];
  });
  const newestFirst = dated.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1));
  if (newestFirst[0]) kept.add(newestFirst[0].name);
  for (const [rule, pattern] of Object.entries(PERIODS) as [keyof KeepRules, string][]) {
    const seen = new Set<string>();
    for (const { name, at } of newestFirst) {
      const period = format(new TZDate(at.getTime(), zone), pattern);
      if (seen.has(period)) continue;
      if (seen.size === rules[rule]) break;
      seen.add(period);
      kept.add(name);
    }
  }
  return kept;
}
