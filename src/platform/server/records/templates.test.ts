import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SHIPS_AS_SHOWN, shipsAsShown, templateFacts } from '../../macros/template-facts.ts';
import { readTemplates } from './templates.ts';

const Template = z
  .strictObject({ key: z.string(), name: z.string(), ...templateFacts })
  .refine(shipsAsShown, SHIPS_AS_SHOWN);
const GOOD = {
  key: 'good',
  name: 'Good',
  source_url: 'https://vendor.example/docs',
  verified_on: '2026-11-21',
  confidence: 'vendor',
  evidence: 'the page itself',
  capture_only: false,
};
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-templates-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function read(template: Record<string, unknown>, file = 'good.json') {
  const own = join(folder, String((made += 1)));
  mkdirSync(own);
  writeFileSync(join(own, file), JSON.stringify(template));
  return readTemplates(pathToFileURL(`${own}/`), Template, 'Template');
}

test('a template with its source, date and confidence is read', () => {
  expect([...read(GOOD).keys()]).toEqual(['good']);
  expect(read({ ...GOOD, confidence: 'unverified', capture_only: true }).size).toBe(1);
});

test.each([
  ['no source page', { source_url: undefined }, /source_url/],
  ['a source that is no address', { source_url: 'the vendor' }, /source_url/],
  ['no date', { verified_on: undefined }, /verified_on/],
  ['a date that is none', { verified_on: 'lately' }, /verified_on/],
  ['no confidence', { confidence: undefined }, /confidence/],
  ['a confidence of its own', { confidence: 'sure' }, /confidence/],
  ['nothing said of what was read', { evidence: '' }, /evidence/],
  ['nothing verified, and shipped as working', { confidence: 'unverified' }, /capture_only/],
  ['a key that is not the name of its file', { key: 'other' }, /its key is "other"/],
  ['a field that nobody reads', { verified_by: 'me' }, /verified_by/],
])('a template with %s is refused by name', (_name, change, text) => {
  expect(() => read({ ...GOOD, ...change })).toThrow(text);
  expect(() => read({ ...GOOD, ...change })).toThrow(/^Template good\.json/);
});
