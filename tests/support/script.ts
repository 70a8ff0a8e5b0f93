import { execFile } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Calls a command of `scripts/` as its users do, in a process of its own with no more than this environment. @param root of another release */
export const runScript = (
  name: string,
  words: readonly string[],
  env: Record<string, string>,
  root = ROOT,
): Promise<{ code: number; out: string; err: string }> =>
  new Promise((done) => {
    const given = { cwd: root, env: { PATH: process.env['PATH'], ...env } };
    execFile(process.execPath, [join('scripts', name), ...words], given, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
