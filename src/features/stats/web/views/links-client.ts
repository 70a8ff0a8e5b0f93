import { call } from '../../../../platform/web/http.ts';
import type { MadeViewLink, ViewLink, ViewLinkBody } from '../../shared-view-contract.ts';

/** Links to saved views. */
export const linksClient = {
  list: (viewId: number, signal: AbortSignal): Promise<{ data: ViewLink[] }> =>
    call('GET', `/admin/stats/views/${viewId}/links`, { signal, fallback: 'Failed to fetch links' }),

  make: (viewId: number, body: ViewLinkBody): Promise<MadeViewLink> =>
    call('POST', `/admin/stats/views/${viewId}/links`, { body, fallback: 'Failed to make a link' }),

  revoke: (viewId: number, id: number): Promise<{ message: string }> =>
    call('DELETE', `/admin/stats/views/${viewId}/links/${id}`, { fallback: 'Failed to revoke the link' }),
};
