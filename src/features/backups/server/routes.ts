import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { SendingHoldBody, SendingHoldEnded, SendingHoldReply } from '../contract.ts';
import { endSendingHold, showHold } from './sending-hold.ts';

const PATH = '/api/admin/sending-hold';

/** What a restored site would send, and the decision about it. */
export function backupRoutes(route: Route, deps: Deps): void {
  route.get(
    PATH,
    {
      access: 'admin',
      summary: 'What waits to be sent since the site was restored from a backup',
      reply: SendingHoldReply,
    },
    async () => ({ data: await showHold(deps) }),
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
