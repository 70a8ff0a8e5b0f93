import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callFile, type Query } from '../../../../platform/web/http.ts';
import type { AuditPage } from '../../contract-audit.ts';

const fetchAudit = (query: Query, signal: AbortSignal): Promise<AuditPage> =>
  call('GET', '/settings/audit', { query, signal, fallback: 'Failed to fetch the audit log' });

/** All rows that the filters find, as a file. */
export const fetchAuditFile = (query: Query): Promise<Blob> =>
  callFile('/settings/audit', { query: { ...query, format: 'csv' }, fallback: 'Failed to write the file' });

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
