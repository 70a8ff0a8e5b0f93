import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderPlace } from '../../../../platform/server/backup/place.ts';
import { roomyPlace } from './room.ts';

const MB = 1024 * 1024;
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'guidepost-room-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const withFree = (freeMb: number) => () => Promise.resolve({ freeBytes: freeMb * MB, totalBytes: 1000 * MB });

test('the first backup of a folder begins only with room for what the site holds', async () => {
  const place = folderPlace(join(folder, 'place'));
  await expect(roomyPlace(place, withFree(163), 100 * MB)).rejects.toThrow(
    /There is too little room in .*place: .* are free, and the backup needs .*, by what the site holds\. Make room/,
  );
  await roomyPlace(place, withFree(164), 100 * MB);
  expect(existsSync(join(folder, 'place'))).toBe(true);
});
