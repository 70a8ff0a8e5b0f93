import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuide } from '../../src/features/guides/server/testing.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

let t: WholeApp;

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    await buildGuide(deps, { title: 'Teas that calm' });
  });
});
afterAll(() => t.close());

test.each([
  ['/go/none', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['/go/none?gclid=abc', '*/*'],
  ['/go/none', undefined],
  ['/out/2000000000', 'text/html'],
  ['/out/nonsense', 'text/html'],
  ['/out/review/none', 'text/html'],
  ['/go/none/', 'text/html'],
  ['/nowhere', 'text/html'],
  ['/listicles/2000000000', 'text/html'],
])('whoever comes to %s (accepting %s) finds a page with guides', async (path, accept) => {
  const { status, headers, body } = await t.send('GET', path, { headers: accept === undefined ? {} : { accept } });
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(body).toContain('We could not find that page');
  expect(body).toMatch(/<a class="cover" href="\/listicles\/\d+/);
  expect(body).toContain('content="noindex"');
});

test('a program that asks for JSON is told in JSON', async () => {
  const { status, body } = await t.send('GET', '/go/none', { headers: { accept: 'application/json' } });
  expect([status, (JSON.parse(body) as { error: string }).error]).toEqual([404, 'not_found']);
});

test('the pictures that browsers ask for by name are there', async () => {
  const touch = await fetch(`${t.url}/apple-touch-icon.png`);
  expect(await sharp(Buffer.from(await touch.arrayBuffer())).metadata()).toMatchObject({ width: 180, height: 180 });
  const ico = await fetch(`${t.url}/favicon.ico`);
  expect([ico.status, ico.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  const bytes = Buffer.from(await ico.arrayBuffer());
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(bytes.readUInt32LE(14)).toBe(bytes.length - 22);
  expect(await sharp(bytes.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
});
