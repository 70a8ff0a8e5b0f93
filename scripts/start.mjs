// Builds when needed, then becomes the server. With --watch: runs the sources themselves, and starts again whenever one changes.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';

const PROGRAM = join(import.meta.dirname, '../dist/program/main.js');

const SETTLE_MS = 50;

function buildOrExplain(...names) {
  const said = build(...names);
  if (said !== undefined) process.stderr.write(`${said}\nThe build failed; see above.\n`);
  return said === undefined;
}

async function serveAndWatch() {
  const source = join(import.meta.dirname, '..', 'src');
  let child;
  const start = () => {
    // taking the types off a thousand files is quicker than a bundle of them
    if (buildOrExplain('pages'))
      child = spawn(process.execPath, [join(source, 'app/server/main.ts')], { stdio: 'inherit' });
  };
  const stop = async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    child = undefined;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stop().then(() => process.exit(0)));
  start();
  let changes = 0;
  watch(source, { recursive: true }, async () => {
    const change = ++changes;
    await sleep(SETTLE_MS);
    if (change !== changes) return;
    await stop();
    start();
  });
}

if (process.argv.includes('--watch')) await serveAndWatch();
else if (buildOrExplain()) {
  // what was compiled is kept: a quarter less work at the next start
  enableCompileCache(join(import.meta.dirname, '..', 'node_modules/.cache/compiled'));
  await import(pathToFileURL(PROGRAM).href);
} else process.exit(1);
