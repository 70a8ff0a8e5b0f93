import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOptedOut, isSignalled, optOutCookie } from '../../../features/visitors/opt-out.ts';
import { type Route } from '../../../platform/server/http/http.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import { sendPage } from '../pages/page-reply.ts';
import type { Pages } from '../pages/render-site.ts';
import type { Page } from '../pages/render.ts';

const MAX_FORM_BYTES = 1024;

type Parts = {
  pages: Pages;
  publicUrl: string | undefined;
  /** Sends a page that is no view. */
  send: (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply;
};

/** The privacy page, which says how the reader's browser stands, and its switch. */
export function privacyRoutes(route: Route, { pages, publicUrl, send }: Parts): void {
  route.get('/privacy', { access: 'public', summary: 'Privacy' }, async ({ request, reply }) => {
    const { cookie, 'sec-gpc': signal } = request.headers;
    // no cache but the reader's own keeps it, and that one asks each time: the tag tells the ways to stand apart
    return send(
      request,
      reply,
      await pages.privacy({ isOptedOut: isOptedOut(cookie ?? ''), hasSignal: isSignalled(signal) }),
    );
  });

  route.post(
    '/privacy',
    { access: 'public', summary: 'Opt out of being counted, or in again', bodyLimitBytes: MAX_FORM_BYTES },
    async ({ request, reply }) => {
      const { choice } = (request.body ?? {}) as { choice?: unknown };
      const isForeign = request.headers['sec-fetch-site'] === 'cross-site';
      if (isForeign || (choice !== 'out' && choice !== 'in')) return sendPage(request, reply, await pages.problem(400));
      const isSecure = originOf(publicUrl, request).startsWith('https:');
      return reply
        .header('set-cookie', optOutCookie(choice === 'out', isSecure))
        .header('cache-control', 'no-store')
        .redirect('/privacy#choice', 303);
    },
  );
}
