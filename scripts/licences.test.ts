import { expect, test } from 'vitest';
import { findBadLicences, readLock } from './licences.ts';

const judge = (name: string, license?: string): string[] =>
  findBadLicences({
    packages: {
      '': {},
      [`node_modules/a/node_modules/${name}`]: { version: '1.0.0', ...(license ? { license } : {}) },
    },
  });

test('every package of the lock file is under a licence that asks for no more than a notice', () => {
  expect(findBadLicences(readLock())).toEqual([]);
});

test.each([
  ['x', 'MIT'],
  ['x', 'MIT AND ISC'],
  ['x', '(MIT OR GPL-3.0)'],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'],
])('%s under %s passes', (name, license) => {
  expect(judge(name, license)).toEqual([]);
});

test.each([
  ['x', 'AGPL-3.0-only', 'x 1.0.0: AGPL-3.0-only'],
  ['x', 'GPL-2.0', 'x 1.0.0: GPL-2.0'],
  ['x', 'SSPL-1.0', 'x 1.0.0: SSPL-1.0'],
  ['x', 'MIT AND GPL-3.0', 'x 1.0.0: MIT AND GPL-3.0'],
  ['x', 'LGPL-3.0-or-later', 'x 1.0.0: LGPL-3.0-or-later'],
  ['x', 'SEE LICENSE IN LICENSE.md', 'x 1.0.0: SEE LICENSE IN LICENSE.md'],
  ['x', undefined, 'x 1.0.0: no licence stated'],
])('%s under %s is named', (name, license, line) => {
  expect(judge(name, license)).toEqual([line]);
});
