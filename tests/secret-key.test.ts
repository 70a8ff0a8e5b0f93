import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logIn, startServer } from './support/server.ts';

test('a data folder with the key of another installation does not start, and says what to do', async () => {
  const server = await startServer({ env: { SAMPLE: 'off' } });
  try {
    await server.terminate();
    const path = join(server.dataDir, 'secret.key');
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, randomBytes(32).toString('base64'));
    await expect(server.restart()).rejects.toThrow(
      /Guidepost cannot start: The secrets in the database were sealed by another key .* SECRET_KEY_OLD/,
    );
    writeFileSync(path, kept);
    await server.restart();
    expect(await logIn(server)).toMatch(/^[\w-]{43}$/);
  } finally {
    await server.stop();
  }
});
