import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runScript } from '../support/script.ts';

/** The files of deploy/ beside what they speak of. Seen red: a flag of Node that npm start has and the unit had not. */

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { start } = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts;
const [, variables, flags] = /^exec env (.*) node (.*) scripts\/start\.mjs$/.exec(start)!;
const COMPOSE = ['deploy/compose.yml', 'deploy/compose.scale.yml'];

test('unit and image start the program as npm start does', () => {
  const unit = read('deploy/guidepost.service');
  expect(unit).toContain(`node ${flags} dist/program/main.js\n`);
  expect(unit).toContain(variables);
  const image = read('Containerfile');
  expect(image).toContain(
    `CMD ${JSON.stringify(['node', ...flags!.split(' '), 'dist/program/main.js']).replaceAll(',', ', ')}`,
  );
  expect(image).toContain(variables);
});

test('each of them gives the program the time that it takes to end', () => {
  const [, limitMs] = /END_LIMIT_MS = ([\d_]+);/.exec(read('src/app/server/ending.ts'))!;
  const given = [
    /^TimeoutStopSec=(\d+)s/m.exec(read('deploy/guidepost.service')),
    ...COMPOSE.map((path) => /stop_grace_period: (\d+)s/.exec(read(path))),
  ];
  for (const found of given) expect(Number(found![1]) * 1000).toBeGreaterThan(Number(limitMs!.replaceAll('_', '')));
});

test('the program knows each variable that it is given', () => {
  const known = new Set(
    [...read('src/platform/server/config.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name),
  );
  const given = read('deploy/compose.scale.yml').split('environment: &environment\n')[1]!.split('\nservices:')[0]!;
  const names = [...given.matchAll(/^ {4}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name!);
  expect(names).toContain('S3_BUCKET');
  for (const name of names) expect(known, name).toContain(name);
});

describe.each(COMPOSE)('%s', (path) => {
  test('lets the program write into its volume alone, without rights', () => {
    const text = read(path);
    for (const line of [
      'read_only: true',
      "tmpfs: ['/tmp']",
      'init: true',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('privileged: true');
  });
});

test('the image has each file that its commands ask for', async () => {
  // it has no types: what builds an image runs on any Node
  const path = join(ROOT, 'scripts/image-files.mjs');
  const { filesOfImage } = (await import(path)) as { filesOfImage: () => string[] };
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-image-'));
  try {
    for (const name of filesOfImage()) cpSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
    for (const name of ['src', 'node_modules', 'migrations', 'package.json'])
      symlinkSync(join(ROOT, name), join(folder, name));
    for (const [name, words] of [
      ['backup.ts', ['--keep']],
      ['restore.ts', []],
      ['drill.ts', []],
      ['adopt.ts', []],
      ['database.ts', []],
      ['blobs.ts', []],
      ['events.ts', []],
      ['export.ts', []],
      ['import-export.ts', []],
    ] as const) {
      const { err } = await runScript(name, words, { DATA_DIR: join(folder, 'site') }, folder);
      // it says how it is called
      expect(err, name).toMatch(/npm run |node scripts/);
      expect(err, name).not.toContain('ERR_MODULE_NOT_FOUND');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
