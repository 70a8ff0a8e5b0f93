import { IdParams, Message } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { createLimiter } from '../../../../platform/server/http/limiter.ts';
import { ViewMailBody, ViewMailDone, ViewMailNow, ViewMailReply } from '../../mails/contract.ts';
import { whileAsked } from '../as-asked.ts';
import { mailNow, setMail, showMail, stopMail } from './mails/mails.ts';
import type { StoreWords } from './shared-view.ts';

const PATH = '/api/admin/stats/views/:id/mail';

/** Letters that a person may have sent at once: three, and one more every five minutes. */
const NOW_PER_SECOND = 1 / 300;
const NOW_AT_ONCE = 3;

/** Saved views that somebody has mailed to themselves; to nobody else. */
export function viewMailRoutes(route: Route, deps: Deps, words: StoreWords): void {
  const limiter = createLimiter(NOW_PER_SECOND, NOW_AT_ONCE, deps.living);
  route.get(
    PATH,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'What of a saved report is mailed to you',
      params: IdParams,
      reply: ViewMailReply,
    },
    ({ actor, params }) => showMail(deps, actor, params.id),
  );
  route.put(
    PATH,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Have a saved report mailed to yourself every week or month',
      params: IdParams,
      body: ViewMailBody,
      reply: ViewMailDone,
    },
    async ({ actor, params, body }) => ({
      ...(await setMail(deps, actor, params.id, body)),
      message: body.is_paused ? 'Its letters pause.' : 'The view is mailed to you.',
    }),
  );
  route.delete(
    PATH,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Stop the letters of a saved report to yourself',
      params: IdParams,
      reply: ViewMailDone,
    },
    async ({ actor, params }) => ({
      ...(await stopMail(deps, actor, params.id)),
      message: 'The view is not mailed to you any more.',
    }),
  );
  route.post(
    `${PATH}/send`,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Mail a saved report to yourself now, about the last whole week or month',
      params: IdParams,
      body: ViewMailNow,
      reply: Message,
    },
    async ({ actor, params, body, reply }) => {
      const asked = { viewId: params.id, rhythm: body.rhythm };
      await mailNow(whileAsked(deps, reply), actor, asked, { words, limiter });
      return { message: 'The letter is on its way.' };
    },
  );
}
