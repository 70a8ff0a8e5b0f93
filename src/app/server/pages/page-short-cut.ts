import type { ShortCut } from '../../../platform/server/http/http.ts';
import { drawPage, PAGE_HEADERS } from './page-reply.ts';
import type { Views } from './pages.ts';
import type { Pages } from './render-site.ts';

const GUIDE = /^\/listicles\/([1-9]\d{0,8})(-[a-z0-9-]*)?(?:\?|$)/;

/**
 * A guide that lies ready in memory, without the framework. A copy to be judged (If-None-Match), a page that must be made first, and
 * everything else is left to the declared routes.
 */
export function guideShortCut(pages: Pages, views: Views, headers: Record<string, string>): ShortCut {
  const fixed = Object.entries({ ...headers, ...PAGE_HEADERS }).flat();
  return (request, response) => {
    const found = request.method === 'GET' && GUIDE.exec(request.url ?? '');
    if (!found || request.headers['if-none-match'] !== undefined) return false;
    const id = Number(found[1]);
    const page = pages.guide(id);
    if (page instanceof Promise || page.status !== 200) return false;
    if (found[2] !== undefined && page.path !== `/listicles/${id}${found[2]}`) return false;
    const asked = {
      url: request.url!,
      method: 'GET',
      ip: request.socket.remoteAddress ?? '',
      headers: request.headers,
    };
    const view = views.open(asked, { kind: 'guide', id });
    view.record();
    const drawn = drawPage(asked, page, view);
    const own = Object.entries(drawn.headers).flat();
    const { body, giveBack } = drawn.lent;
    response.writeHead(200, [...fixed, ...own, 'content-length', String(body.length)]);
    // called when the system has its own copy of the bytes, and not at all when the reader is gone
    response.end(body, giveBack);
    return true;
  };
}
