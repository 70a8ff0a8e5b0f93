import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPassage } from './user.ts';

let dir: string;

beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'passage-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

test.each([
  { who: 'its owner', strangerBy: { uid: 0, gid: 0 }, open: 0o711, closed: 0o611 },
  { who: 'its group', strangerBy: { uid: 1, gid: 0 }, open: 0o710, closed: 0o701 },
  { who: 'somebody else', strangerBy: { uid: 1, gid: 1 }, open: 0o701, closed: 0o710 },
])('a folder that $who may not enter is named before the database trips over it', ({ strangerBy, open, closed }) => {
  const { uid, gid } = fs.statSync(dir);
  const check = () => checkPassage(dir, { name: 'postgres', uid: uid + strangerBy.uid, gid: gid + strangerBy.gid });
  const words = `The folder ${dir} may not be entered by PostgreSQL, which runs as the user "postgres"`;
  fs.chmodSync(dir, closed);
  expect(check).toThrow(words);
  fs.chmodSync(dir, open);
  expect(check).not.toThrow(words);
});
