import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';

/** What a screen may weigh before a dialog is opened: gzip, in bytes. */
const LIMIT = 250 * 1024;

const DIST = join(import.meta.dirname, '../../dist/client');
const ENTRY = 'src/app/admin/index.html';
const SHELL = 'src/app/admin/shell/Shell.tsx';
const LOGIN = 'src/features/accounts/web/LoginScreen.tsx';

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const chunkOf = (name: string): Chunk => manifest[name]!;

/** Everything that is fetched before these can run. */
function withImports(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withImports(chunkOf(name).imports ?? [], found);
  }
  return found;
}

const weigh = (names: readonly string[]): number =>
  [...withImports(names)].reduce((sum, name) => sum + gzipSync(readFileSync(join(DIST, chunkOf(name).file))).length, 0);

const screens = (chunkOf(ENTRY).dynamicImports ?? []).filter((name) => name !== SHELL);

for (const screen of screens) {
  test(`${screen} opens with less than ${LIMIT / 1024} KB of script`, () => {
    expect(weigh([ENTRY, ...(screen === LOGIN ? [] : [SHELL]), screen])).toBeLessThan(LIMIT);
  });
}

test('the screens are weighed one by one', () => {
  expect(screens).toContain(LOGIN);
  expect(screens.length).toBeGreaterThan(10);
});

for (const encoding of ['br', 'gzip']) {
  test(`the server sends scripts as ${encoding}`, async ({ server }) => {
    const url = `${server.url}/${chunkOf(ENTRY).file}`;
    const reply = await fetch(url, { headers: { 'accept-encoding': encoding } });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(await reply.text()).toBe(readFileSync(join(DIST, chunkOf(ENTRY).file), 'utf8'));
  });
}
