import { commonHead, type ShortCut } from '../../../platform/server/http/short-cuts/short-cuts.ts';
import { drawPage, PAGE_HEADERS } from './page-reply.ts';
import type { Views } from './pages.ts';
import type { Pages } from './render-site.ts';

const GUIDE = /^\/listicles\/([1-9]\d{0,8})(-[a-z0-9-]*)?(?:\?|$)/;

/**
 * A guide that lies ready in memory, without the framework. A copy to be judged (If-None-Match), a page that must be made first, and
 * everything else is left to the declared routes.
 */
export function guideShortCut(pages: Pages, views: Views, headers: Record<string, string>): ShortCut {
  const common = commonHead({ ...headers, ...PAGE_HEADERS });
  return ({ url, ip, headers: given }, send) => {
    const found = GUIDE.exec(url);
    if (!found || given['if-none-match'] !== undefined) return false;
    const id = Number(found[1]);
    const page = pages.guide(id);
    if (page instanceof Promise || page.status !== 200) return false;
    if (found[2] !== undefined && page.path !== `/listicles/${id}${found[2]}`) return false;
    const asked = { url, method: 'GET', ip, headers: given };
    const view = views.open(asked, { kind: 'guide', id });
    view.record();
    const drawn = drawPage(asked, page, view);
    const { body, giveBack } = drawn.lent;
    send(200, common, Object.entries(drawn.headers).flat(), body, giveBack);
    return true;
  };
}
