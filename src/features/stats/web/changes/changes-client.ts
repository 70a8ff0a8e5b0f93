import { call, type Query } from '../../../../platform/web/http.ts';
import type { Changes } from '../../changes/contract.ts';
import { numbers } from '../client.ts';

/** Apart from the other numbers, so that only this screen fetches it. */
export const changesQuery = (query: Query) =>
  numbers('changes', query, (asked, signal): Promise<Changes> =>
    call('GET', '/admin/stats/changes', { query: asked, signal, fallback: 'Failed to fetch what changed' }),
  );
