import { readdir } from 'node:fs/promises';
import { adoptedFolder } from '../../../features/instances/server/adopter.ts';
import { deleteContactsAgain } from '../../../features/settings/server/service.ts';
import { eraseAgain } from '../../../features/traces/server/service.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { endErasures, erasuresDue } from '../../../platform/server/erasures.ts';
import { removeOldMessages, removeOldReaders, removeOldTraces } from './rounds.ts';

/**
 * What a restored backup brought back and must not be there goes before anything is served: what was erased since it was taken, and what
 * is older than the site keeps it. It is done once more when the journal of the backup was shipped. Broken off, it begins anew.
 */
export async function forgetRestored(deps: Deps): Promise<void> {
  const { dataDir } = deps.config;
  const erasures = erasuresDue(dataDir);
  if (!erasures) return;
  const waiting = await readdir(adoptedFolder(dataDir)).catch(() => []);
  const clicks = await eraseAgain(deps, erasures);
  const messages = await deleteContactsAgain(deps.db, erasures);
  await removeOldMessages(deps);
  await removeOldReaders(deps);
  await removeOldTraces(deps);
  if (waiting.length === 0) await endErasures(dataDir);
  deps.log.warn({ clicks, messages }, 'what was erased after the backup is erased again');
}
