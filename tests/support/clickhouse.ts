import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { CHDB_PACKAGES, findClickHouse } from './chdb/install.ts';
import { oncePerRun } from './once-per-run.ts';

export { findClickHouse };

const CHDB = join(import.meta.dirname, 'chdb');

/**
 * The engine behind its HTTP interface, in a process of its own.
 * @param folder that it keeps its data in; it ends by itself when the folder is gone
 * @param outlives the process that started it
 * @returns its address
 */
export async function startClickHouse(folder: string, { port = 0, outlives = false } = {}) {
  mkdirSync(folder, { recursive: true });
  const args = [join(CHDB, 'server.mjs'), CHDB_PACKAGES, folder, String(port)];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore', outlives ? 'ignore' : 'ipc'],
    // a group of its own: Ctrl-C in a terminal is for whoever started it, whose end it notices
    detached: true,
  });
  if (outlives) server.unref();
  const [said] = (await Promise.race([
    once(server.stdout!, 'data'),
    once(server, 'exit').then(() => {
      throw new Error('ClickHouse did not start.');
    }),
  ])) as [Buffer];
  return {
    url: `http://127.0.0.1:${String(said).trim()}`,
    pid: server.pid!,
    /** It answers nothing from now on, and what was asked waits. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async close() {
      if (server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.disconnect();
      await gone;
    },
  };
}

/** One engine for the whole run; whoever needs one makes a database of his own in it. */
export async function sharedClickHouse(): Promise<{ url: string }> {
  const url = await oncePerRun('clickhouse', async (folder) => (await startClickHouse(folder, { outlives: true })).url);
  return { url };
}
