// Builds when needed, then becomes the server. With --watch: runs the sources themselves, and starts again whenever one changes.
import './node-version.mjs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';

const PROGRAM = join(import.meta.dirname, '../dist/program/main.js');

function buildOrExplain() {
  const said = build();
  if (said !== undefined) process.stderr.write(`${said}\nThe build failed; see above.\n`);
  return said === undefined;
}

if (process.argv.includes('--watch')) await import('./dev.mjs');
else if (buildOrExplain()) {
  // what was compiled is kept: a quarter less work at the next start
  enableCompileCache(join(import.meta.dirname, '..', 'node_modules/.cache/compiled'));
  await import(pathToFileURL(PROGRAM).href);
} else process.exit(1);
