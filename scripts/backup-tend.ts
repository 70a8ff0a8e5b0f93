/** What `npm run backup` does besides: lists and removes backups, and makes the pair of a recipient. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { KeepRules, type BackupOutcome } from '../src/features/backups/contract.ts';
import type { Made } from '../src/features/backups/server/backup.ts';
import { listPlace, sayKey } from '../src/features/backups/server/schedule/list.ts';
import { sayTidied, tidyPlace, type Keeping, type Tidied } from '../src/features/backups/server/schedule/tidy.ts';
import type { Place } from '../src/platform/server/backup/place.ts';
import { newRecipient } from '../src/platform/server/backup/recipient.ts';
import { isTimeZone } from '../src/platform/time.ts';
import { formatSize } from './backup-place.ts';

/** `7,4,12`. @throws Error */
export function rulesOf(text: string, zone: string): KeepRules {
  if (!isTimeZone(zone)) throw new Error(`"${zone}" is no time zone, such as Europe/Berlin.`);
  const [daily, weekly, monthly, ...rest] = text
    .split(',')
    .map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : NaN));
  const parsed = KeepRules.safeParse({ daily, weekly, monthly });
  if (!parsed.success || rest.length > 0)
    throw new Error(`"${text}" does not say how many are kept: name days, weeks and months, such as 7,4,12.`);
  return parsed.data;
}

export async function listBackups(place: Place): Promise<string> {
  const listed = await listPlace(place);
  if (listed.length === 0) return `There is no backup in ${place.name}.`;
  return listed
    .map(({ name, manifest, why }) =>
      manifest === undefined
        ? `${name}  ${why}`
        : `${name}  ${manifest.instant}  ${formatSize(manifest.bytes).padStart(9)}  version ${manifest.version}  ${sayKey(manifest)}`,
    )
    .join('\n');
}

export async function prune(place: Place, keeping: Keeping): Promise<string> {
  return sayTidied(await tidyPlace(place, keeping, new Date())) || 'There was nothing to remove.';
}

/** @throws Error when there is such a file */
export async function makePair(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`There is a file ${file} already: nothing was changed.`);
  const { recipient, secret } = newRecipient();
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return `BACKUP_RECIPIENT=${recipient}
The private half is in ${file}: move it away from this machine and keep it where the backups are not. With it (restore: --key-file) the key in a backup opens; without it nobody opens it.`;
}

/** For the program that called the command. */
export function outcomeOf({ manifest, written }: Made, tidied: Tidied | string | undefined): BackupOutcome {
  return {
    backup: manifest.name,
    bytes: manifest.bytes,
    new_bytes: written.bytes - written.reusedBytes,
    key: manifest.key.kind,
    note: [
      ...manifest.missing_journals.map(
        ({ number, host }) => `Not in it: what instance ${number} on ${host} has not shipped.`,
      ),
      typeof tidied === 'string' ? `Old backups were not removed: ${tidied}` : tidied ? sayTidied(tidied) : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
}
