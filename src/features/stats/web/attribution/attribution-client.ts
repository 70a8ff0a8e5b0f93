import { call, type Query } from '../../../../platform/web/http.ts';
import type { Attribution } from '../../attribution/contract.ts';
import { numbers } from '../client.ts';

/** Apart from the other numbers, so that only this screen fetches it. */
export const attributionQuery = (query: Query) =>
  numbers('attribution', query, (asked, signal): Promise<Attribution> =>
    call('GET', '/admin/stats/attribution', { query: asked, signal, fallback: 'Failed to fetch the attribution' }),
  );
