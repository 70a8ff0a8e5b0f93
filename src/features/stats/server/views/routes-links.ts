import { AppError } from '../../../../platform/errors.ts';
import { IdParams, Message } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { createLimiter } from '../../../../platform/server/http/limiter.ts';
import { originOf } from '../../../../platform/server/http/origin.ts';
import { z } from 'zod';
import { networkOf } from '../../../accounts/rules.ts';
import { MadeViewLink, SharedView, ViewLinkBody, ViewLinkParams, ViewLinks } from '../../shared-view-contract.ts';
import { whileAsked } from '../as-asked.ts';
import { listLinks, makeLink, revokeLink } from './links.ts';
import { readSharedView, type StoreWords } from './shared-view.ts';

const PATH = '/api/admin/stats/views/:id/links';
/** 256 bits in base64url. */
const TOKEN = /^Bearer ([\w-]{43})$/i;

/** Of one network of visitors. A page asks once; whoever guesses comes to nothing, and keeps the stores from nobody. */
const READS_PER_SECOND = 0.5;
const READS_AT_ONCE = 20;

/** Links by which a saved view is read without a login. */
export function viewLinkRoutes(route: Route, deps: Deps): void {
  route.get(
    PATH,
    { access: 'admin', summary: 'Links to a saved report that work', params: IdParams, reply: ViewLinks },
    async ({ params }) => ({ data: await listLinks(deps, params.id) }),
  );
  route.post(
    PATH,
    {
      access: 'admin',
      summary: 'Make a link by which anybody reads a saved report until its end',
      params: IdParams,
      body: ViewLinkBody,
      reply: MadeViewLink,
      status: 201,
      asksPassword: true,
    },
    ({ actor, params, body, request }) => {
      const origin = originOf(deps.config.publicUrl, request);
      return makeLink(deps, actor, { viewId: params.id, days: body.days, origin });
    },
  );
  route.delete(
    `${PATH}/:linkId`,
    { access: 'admin', summary: 'Revoke a link to a saved report', params: ViewLinkParams, reply: Message },
    async ({ actor, params }) => {
      await revokeLink(deps, actor, params);
      return { message: 'The link is revoked.' };
    },
  );
}

/** What such a link opens. */
export function sharedViewRoutes(route: Route, deps: Deps, words: StoreWords): void {
  const reads = createLimiter(READS_PER_SECOND, READS_AT_ONCE, deps.living);
  route.get(
    '/api/shared/report',
    {
      access: 'public',
      summary: 'The saved report behind a link, whose token is the bearer; it opens nothing else',
      query: z.strictObject({}),
      reply: SharedView,
    },
    ({ request, reply }) => {
      void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      const now = deps.clock().getTime();
      const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
      // a link that many have got is held up as one, too
      const keys = [networkOf(request.ip), ...(token === undefined ? [] : [token])];
      if (!keys.every((key) => reads.allows(key, now)))
        throw new AppError('too_many_requests', 'Too many calls. Please wait a moment.', {
          details: { retry_after_s: 5 },
        });
      return readSharedView(whileAsked(deps, reply), token, words);
    },
  );
}
