import { LRUCache } from 'lru-cache';
import type { DrawShut, ShutExit } from '../../../features/router/server/shut.ts';
import type { Snapshot } from '../../../features/router/server/snapshot.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { shellOf } from '../../site/data/shell.server.ts';
import { drawPage, PAGE_HEADERS } from './page-reply.ts';
import { frameOf, UNKNOWN } from './render-shell.ts';
import { preparePage, type Page } from './render.ts';
import type { Site } from './render-bundle.ts';

type SiteWords = NonNullable<ReturnType<Snapshot['current']>['site']>;

const MAX_KEPT = 200;
/** What the address names has nothing for this reader now: no success that a monitor or a crawler could take for the shop. */
const STATUS = 404;

/**
 * The page of a way out that is shut, drawn from memory alone: it answers while the database does not.
 * @param site what the router's snapshot knows of the site's words @param headers of every answer
 */
export function shutPages(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  site: Site,
  siteWords: () => SiteWords | undefined,
  headers: Record<string, string>,
): DrawShut {
  const frame = frameOf(site, config);
  const kept = new LRUCache<string, Page>({ max: MAX_KEPT });

  function pageOf(shut: ShutExit): Page {
    const shell = shellOf(siteWords() ?? UNKNOWN, frame, clock());
    const { brand, tagline, disclosure, year } = shell;
    const key = JSON.stringify([shut, brand, tagline, disclosure, year]);
    let page = kept.get(key);
    if (!page) {
      const text = site.bundle.renderShut(shell, shut);
      page = preparePage({ status: STATUS, type: 'text/html; charset=utf-8', text, endsAtMs: Infinity });
      kept.set(key, page);
    }
    return page;
  }

  return (request, { shut, token, hasVisit }) => {
    const page = pageOf(shut);
    const drawn = drawPage(request, page, { id: '', token, hasVisit });
    return { status: STATUS, headers: { ...headers, ...PAGE_HEADERS, ...drawn.headers }, body: drawn.lent.body };
  };
}
