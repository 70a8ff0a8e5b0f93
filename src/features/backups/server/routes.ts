import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  BackupRunBody,
  BackupRunReply,
  BackupsReply,
  SendingHoldBody,
  SendingHoldEnded,
  SendingHoldReply,
} from '../contract.ts';
import { showBackups, type BackupRuns } from './runs.ts';
import { endSendingHold, showHold, type CountViewLetters } from './sending-hold.ts';

const PATH = '/api/admin/sending-hold';

/** Backups by schedule and by hand; what a restored site would send, and the decision about it. */
export function backupRoutes(
  route: Route,
  deps: Deps,
  { runs, countViewLetters }: { runs: BackupRuns; countViewLetters: CountViewLetters },
): void {
  route.get(
    '/api/admin/backups',
    {
      access: 'admin',
      summary: 'Where backups go, when the next one is due, and how the last went',
      reply: BackupsReply,
    },
    async () => ({ data: await showBackups(deps) }),
  );

  route.post(
    '/api/admin/backups/run',
    { access: 'admin', summary: 'Take a backup, or try the newest one', body: BackupRunBody, reply: BackupRunReply },
    async ({ body, actor }) => ({
      data: await runs.begin(body.kind, actor),
      message: body.kind === 'backup' ? 'The backup has begun.' : 'The drill has begun.',
    }),
  );

  route.get(
    PATH,
    {
      access: 'admin',
      summary: 'What waits to be sent since the site was restored from a backup',
      reply: SendingHoldReply,
    },
    async () => ({ data: await showHold(deps, countViewLetters) }),
  );

  route.post(
    `${PATH}/end`,
    {
      access: 'admin',
      summary: 'Send what waits since the restore, or discard what is of before it',
      body: SendingHoldBody,
      reply: SendingHoldEnded,
    },
    async ({ body, actor }) => ({
      data: await endSendingHold(deps, actor, body),
      message: body.outcome === 'released' ? 'What waits is being sent.' : 'What waited was discarded.',
    }),
  );
}
