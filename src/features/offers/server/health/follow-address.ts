import type { Outgoing } from '../../../../platform/server/outgoing/outgoing.ts';
import { MAX_HOPS, type Trail } from '../../link-health.ts';

const REDIRECTS = [301, 302, 303, 307, 308];

/** Follows an address to where it ends. Each step goes through the guard anew, so a redirect leads nowhere that the guard refuses. */
export async function followAddress(outgoing: Pick<Outgoing, 'send'>, start: string): Promise<Trail> {
  const visited = new Set<string>();
  let url = start;
  for (;;) {
    visited.add(url);
    const result = await outgoing.send({
      method: 'GET',
      isLook: true,
      url,
      headers: { 'user-agent': 'Guidepost link check', accept: 'text/html,*/*;q=0.8' },
    });
    const endAs = (end: Trail['end']): Trail => ({ start, final: url, end });
    if (result.kind !== 'answer') return endAs({ kind: result.kind, reason: result.reason });
    if (!REDIRECTS.includes(result.status) || result.location === undefined) {
      return endAs({ kind: 'answer', status: result.status });
    }
    if (!URL.canParse(result.location, url)) return endAs({ kind: 'failed', reason: 'bad_redirect' });
    if (visited.size > MAX_HOPS) return endAs({ kind: 'failed', reason: 'too_many_redirects' });
    url = new URL(result.location, url).href;
    if (visited.has(url)) return endAs({ kind: 'failed', reason: 'redirect_loop' });
  }
}
