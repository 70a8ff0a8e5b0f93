import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runScript } from '../tests/support/script.ts';

/** With npm itself, and a registry of our own that tells holes, or does not. Seen red: holes that let a release pass. */

const ROOT = join(import.meta.dirname, '..');
const closers: (() => unknown)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** @param told what it answers to the question about holes; undefined: it knows no such question */
async function make(told: object | undefined) {
  const registry: Server = createServer((request, reply) => {
    request.resume();
    const isAsked = request.method === 'POST' && request.url!.endsWith('/advisories/bulk');
    if (!isAsked || told === undefined) return void reply.writeHead(405).end();
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  const { port } = registry.address() as AddressInfo;
  // npm keeps what a registry answered
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-npm-'));
  closers.push(
    () => registry.close(),
    () => rmSync(folder, { recursive: true, force: true }),
  );
  return runScript('sbom.ts', [], {
    HOME: process.env['HOME'] ?? '/root',
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
    npm_config_cache: folder,
  });
}

const hole = (severity: string) => ({
  fastify: [{ id: 1, url: 'https://holes.example/1', title: 'A hole', severity, vulnerable_versions: '*' }],
});

test('the list names the program and each package that it runs with, and none that only tests it', async () => {
  const { code, out } = await make({});
  expect(out).toMatch(/^dist\/sbom\.cdx\.json: \d+ packages\.\nKnown vulnerabilities: none\.\n$/);
  expect(code).toBe(0);
  const bom = JSON.parse(readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'guidepost', type: 'application' } },
  });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const told = bom.components.map(({ name, version }) => `${name}@${version}`);
  for (const [name, version] of Object.entries(dependencies)) expect(told).toContain(`${name}@${version}`);
  // the back office in the browser is built of it
  expect(told).toContain(`@mui/material@${devDependencies['@mui/material']}`);
  const names = bom.components.map(({ name }) => name);
  for (const tool of ['vitest', 'vite', 'lighthouse', 'autocannon']) expect(names).not.toContain(tool);
});

test('a registry that tells no holes is said, and stops nothing', async () => {
  const { code, out } = await make(undefined);
  expect(out).toMatch(/Known vulnerabilities: not checked, as the registry does not tell them \(405 .*\)\.\n$/);
  expect(code).toBe(0);
});

test.each([
  ['high', 1],
  ['low', 0],
])('a hole that is %s is named, and ends with %d', async (severity, code) => {
  const done = await make(hole(severity));
  expect(`${done.out}${done.err}`).toMatch(new RegExp(`Known vulnerabilities: \\d ${severity} \\(fastify[,)]`));
  expect(done.code).toBe(code);
});
