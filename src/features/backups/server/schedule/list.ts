import { readManifest, type Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { Place } from '../../../../platform/server/backup/place.ts';

export type Listed = {
  name: string;
  /** Undefined: this release cannot read it. */
  manifest: Manifest | undefined;
  why: string;
};

/** Every backup of a place, the newest first. */
export async function listPlace(place: Place): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (const name of (await place.listBackups()).toReversed()) {
    const text = await place.getManifest(name);
    if (text === undefined) continue;
    try {
      listed.push({ name, manifest: readManifest(name, text), why: '' });
    } catch (error) {
      listed.push({ name, manifest: undefined, why: error instanceof Error ? error.message : String(error) });
    }
  }
  return listed;
}

/** The names of the backups that a site itself wrote, the oldest first. @param isOurs asked with each manifest as it lies there */
export async function listOwn(place: Place, isOurs: (manifest: string) => boolean): Promise<string[]> {
  const own: string[] = [];
  for (const name of await place.listBackups()) {
    const text = await place.getManifest(name);
    if (text !== undefined && isOurs(text)) own.push(name);
  }
  return own;
}

/** Where the key of a backup is, in few words. */
export const sayKey = ({ key }: Manifest): string =>
  key.kind === 'sealed'
    ? 'key in it, by a passphrase'
    : key.kind === 'recipient'
      ? 'key in it, for the recipient'
      : `KEY NOT IN IT (${key.why})`;
