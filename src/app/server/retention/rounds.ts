import { removeOldEvents } from '../../../features/events/server/service.ts';
import { removeOldLogs } from '../../../features/postbacks/server/service.ts';
import { removeOldUnknown } from '../../../features/postbacks/server/unknown.ts';
import { getSettings, removeOldContacts } from '../../../features/settings/server/service.ts';
import { forgetTraces } from '../../../features/traces/server/service.ts';
import type { Deps } from '../../../platform/server/deps.ts';

const DAY_MS = 86_400_000;
const daysAgo = ({ clock }: Deps, days: number): Date => new Date(clock().getTime() - days * DAY_MS);

export async function removeOldMessages(deps: Deps): Promise<void> {
  const { log_retention_days: days, click_retention_days: clickDays } = await getSettings(deps.db);
  await removeOldLogs(deps.db, { before: daysAgo(deps, days), waiting: daysAgo(deps, Math.max(days, clickDays)) });
  await removeOldUnknown(deps.db, deps.clock());
}

export async function removeOldReaders(deps: Deps): Promise<void> {
  const { contact_retention_days: days } = await getSettings(deps.db);
  await removeOldContacts(deps.db, daysAgo(deps, days));
}

export async function removeOldTraces(deps: Deps): Promise<void> {
  const { click_retention_days: days } = await getSettings(deps.db);
  await removeOldEvents(deps.db, daysAgo(deps, days));
  await forgetTraces(deps, daysAgo(deps, days));
}
