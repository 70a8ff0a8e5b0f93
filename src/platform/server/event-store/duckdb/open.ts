import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';

/** How long to wait for a process that died a moment ago to let go of the file. */
const LOCK_WAIT_MS = 10_000;

/** Opens the file, or makes it. @throws the engine's error when it cannot be read */
export async function openDuckDb(
  path: string,
  { threads, tempDir, files }: { threads: string; tempDir: string; files: string },
): Promise<DuckDBInstance> {
  const settings = {
    threads,
    memory_limit: '1GB',
    temp_directory: tempDir,
    storage_compatibility_version: 'v1.5.0', // its string compression saves a sixth of the file
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  };
  for (const until = performance.now() + LOCK_WAIT_MS; ;) {
    try {
      const instance = await DuckDBInstance.create(path, settings);
      await shutIn(instance, files);
      return instance;
    } catch (error) {
      if (performance.now() > until || !String(error).includes('lock')) throw error;
      await sleep(100);
    }
  }
}

/** No statement reaches a file besides its own and those of one folder. */
async function shutIn(instance: DuckDBInstance, files: string): Promise<void> {
  const connection = await instance.connect();
  await connection.run(`set allowed_directories = ['${files.replaceAll("'", "''")}/']`);
  await connection.run('set enable_external_access = false');
  connection.closeSync();
}
