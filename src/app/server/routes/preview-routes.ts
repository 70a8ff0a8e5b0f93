import { z } from 'zod';
import { isStillOpenTo } from '../../../features/accounts/server/service.ts';
import type { HistoryKind } from '../../../features/publishing/contract.ts';
import { draftOf } from '../../../features/publishing/server/history.ts';
import { type PreviewLinks } from '../../../features/publishing/server/preview-links.ts';
import { addressId } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { PAGE_HEADERS, sendPage } from '../pages/page-reply.ts';
import type { Pages } from '../pages/render-site.ts';

/** An address that is none gets the page that says so. */
const PreviewPath = z.object({ id: addressId.catch(0) });
const PreviewQuery = z.object({ p: z.string().max(200).catch('') });

/** Of a page that nobody may keep, find, count or be led away from. */
const HEADERS = {
  ...PAGE_HEADERS,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  // the address is the key
  'referrer-policy': 'no-referrer',
  'content-security-policy': PAGE_HEADERS['content-security-policy']
    .replace("script-src 'self'", "script-src 'none'")
    .replace("connect-src 'self'", "connect-src 'none'"),
};

/** Pages with the unsaved edits of whoever made the link, for those who have it. */
export function previewRoutes(route: Route, { db }: Deps, pages: Pages, links: PreviewLinks): void {
  const add = (
    path: string,
    kind: HistoryKind,
    draw: (id: number, userId: number) => Promise<string | undefined>,
  ): void => {
    const spec = {
      access: 'public' as const,
      summary: `A preview of a ${kind}`,
      params: PreviewPath,
      query: PreviewQuery,
    };
    route.get(`${path}/:id`, spec, async ({ params, query, request, reply }) => {
      const userId = links.open({ kind, id: params.id }, query.p);
      // a link ends with who made it
      const isOpen = userId !== undefined && (await isStillOpenTo(db, userId, 'write:content'));
      const html = isOpen ? await draw(params.id, userId) : undefined;
      if (html === undefined) return sendPage(request, reply, await pages.problem(404));
      return reply.headers(HEADERS).type('text/html; charset=utf-8').send(html);
    });
  };

  add('/preview/guides', 'guide', async (id, userId) =>
    pages.guidePreview(id, {
      guide: await draftOf(db, { kind: 'guide', id }, userId),
      item: (itemId) => draftOf(db, { kind: 'guide item', id: itemId }, userId),
    }),
  );
  add('/preview/reviews', 'review', async (id, userId) =>
    pages.reviewPreview(id, await draftOf(db, { kind: 'review', id }, userId)),
  );
}
