// Every package we install must be under a licence that asks for no more than a notice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PDDL-1.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

type Lock = { packages: Record<string, { version?: string; license?: string; link?: boolean }> };

/** Decided one by one, with the reason. */
const EXCEPTIONS: [names: RegExp, licence: string, why: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips: a package of its own, linked at run time, unchanged'],
  [
    /^(@axe-core\/playwright|axe-core|lightningcss(-.*)?)$/,
    'MPL-2.0',
    'a tool of the build or the tests; its files are unchanged and not shipped',
  ],
  [/^spdx-(exceptions|ranges)$/, 'CC-BY-3.0', 'a list inside a tool; not shipped'],
];

/** `MIT OR GPL-2.0` leaves the choice to us, `MIT AND Zlib` does not. */
const isAllowed = (name: string, expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one) || isException(name, one)));

const isException = (name: string, licence: string): boolean =>
  EXCEPTIONS.some(([names, allowed]) => names.test(name) && allowed === licence);

/**
 * @param lock the parsed package-lock.json: it names the licence of every package, those for other machines included
 * @returns one line for each package that needs a decision.
 */
export function findBadLicences(lock: Lock): string[] {
  const bad: string[] = [];
  for (const [path, { license, version, link }] of Object.entries(lock.packages)) {
    if (path === '' || link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!isAllowed(name, license ?? '')) bad.push(`${name} ${version}: ${license ?? 'no licence stated'}`);
  }
  return bad;
}

/** Reads the lock file of this program. */
export const readLock = (): Lock =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as Lock;
