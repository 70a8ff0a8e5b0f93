import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../../platform/web/http.ts';
import type { AuditPage } from '../../contract-audit.ts';

const fetchAudit = (query: Query, signal: AbortSignal): Promise<AuditPage> =>
  call('GET', '/settings/audit', { query, signal, fallback: 'Failed to fetch the audit log' });

/** What the screen asks for with `useQuery`. */
export const auditQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: ['audit', 'list', query],
      queryFn: ({ signal }) => fetchAudit(query, signal),
      placeholderData: keepPreviousData,
      // whatever was done on another screen is on record here
      staleTime: 0,
    }),
};
