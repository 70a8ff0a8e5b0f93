import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../../platform/web/http.ts';
import type { AuditPage, UndoPlan } from '../../contract-audit.ts';

const fetchAudit = (query: Query, signal: AbortSignal): Promise<AuditPage> =>
  call('GET', '/settings/audit', { query, signal, fallback: 'Failed to fetch the audit log' });

const undoPath = (id: string): string => `/settings/audit/${id}/undo`;

/** Takes an entry back. @param overwrite also what was changed since */
export const sendUndo = (id: string, overwrite: boolean): Promise<{ message: string }> =>
  call('POST', undoPath(id), { body: { overwrite }, fallback: 'Failed to take it back' });

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
  /** What taking an entry back would do at this moment. */
  undo: (id: string) =>
    queryOptions({
      queryKey: ['audit', 'undo', id],
      queryFn: ({ signal }): Promise<UndoPlan> =>
        call('GET', undoPath(id), { signal, fallback: 'Failed to look at what is there now' }),
      staleTime: 0,
      gcTime: 0,
    }),
};
