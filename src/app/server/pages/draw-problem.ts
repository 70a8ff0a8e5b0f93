import { takesPages, type DrawProblem } from '../../../platform/server/http/problems.ts';
import { drawPage, PAGE_HEADERS } from './page-reply.ts';
import type { Pages } from './render-site.ts';

/** Addresses that programs ask: their errors are for programs, whatever the caller says that it takes. */
const MACHINE = /^\/(?:api|postback|pixel|metrics|healthz|readyz)(?:[/?]|$)/;

/** True of an address that no person opens. */
export const isForMachines = (url: string): boolean => MACHINE.test(url);

/** The designed page of an error, wherever it comes from; drawn from memory, so that it is there when nothing else is. */
export const problemPages =
  (pages: Pick<Pages, 'problemNow'>): DrawProblem =>
  ({ url = '/', headers }, status, requestId) => {
    if (isForMachines(url) || !takesPages(headers)) return undefined;
    const page = pages.problemNow(status, requestId);
    const drawn = drawPage({ url, headers }, page);
    return { headers: { ...PAGE_HEADERS, ...drawn.headers, 'cache-control': 'no-store' }, body: drawn.lent.body };
  };
