import { queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call } from '../../../platform/web/http.ts';
import type { CheckList, Content, Draft, DraftInput, DraftReply, FullRevision, Revision } from '../contract.ts';

type One<T> = { data: T; message?: string };

/** Which record, by its address below `/api`: `/admin/listicles/7`. */
export type RecordPath = string;

/** The calls that guides, reviews and products have in common, one for each route. */
export const publishingCalls = {
  draft: (path: RecordPath, signal?: AbortSignal): Promise<DraftReply> =>
    call('GET', `${path}/draft`, { signal, fallback: 'Failed to fetch your unsaved edits' }),

  saveDraft: async (path: RecordPath, body: DraftInput): Promise<Draft> =>
    (await call<One<Draft>>('PUT', `${path}/draft`, { body, fallback: 'The draft could not be saved' })).data,

  dropDraft: (path: RecordPath): Promise<{ message?: string }> =>
    call('DELETE', `${path}/draft`, { fallback: 'The draft could not be dropped' }),

  revisions: (path: RecordPath, page: number, signal?: AbortSignal): Promise<Paged<Revision>> =>
    call('GET', `${path}/revisions`, {
      query: { page, itemsPerPage: 25 },
      signal,
      fallback: 'Failed to fetch the history',
    }),

  revision: async (path: RecordPath, number: number, signal?: AbortSignal): Promise<FullRevision> =>
    (
      await call<One<FullRevision>>('GET', `${path}/revisions/${number}`, {
        signal,
        fallback: 'Failed to fetch the revision',
      })
    ).data,

  restoreRevision: (path: RecordPath, number: number): Promise<One<Draft>> =>
    call('POST', `${path}/revisions/${number}/restore`, { fallback: 'The revision could not be restored' }),

  checks: (path: RecordPath, content: Content, signal?: AbortSignal): Promise<CheckList> =>
    call('POST', `${path}/checks`, { body: { content }, signal, fallback: 'The checklist could not be made' }),

  preview: async (path: RecordPath, content: Content, signal?: AbortSignal): Promise<string> =>
    (
      await call<One<{ html: string }>>('POST', `${path}/preview`, {
        body: { content },
        signal,
        fallback: 'The preview could not be made',
      })
    ).data.html,

  previewLink: (path: RecordPath): Promise<One<{ url: string; expires_at: string }>> =>
    call('POST', `${path}/preview-link`, { fallback: 'The preview link could not be made' }),
};

/** What editors ask for with `useQuery`. */
export const publishingQueries = {
  /** Read anew each time that an editor opens, since another window may have saved one. */
  draft: (path: RecordPath) =>
    queryOptions({
      queryKey: ['drafts', path],
      queryFn: ({ signal }) => publishingCalls.draft(path, signal),
      gcTime: 0,
      staleTime: Infinity,
    }),

  revisions: (path: RecordPath, page: number) =>
    queryOptions({
      queryKey: ['revisions', path, page],
      queryFn: ({ signal }) => publishingCalls.revisions(path, page, signal),
      staleTime: 0,
    }),

  revision: (path: RecordPath, number: number) =>
    queryOptions({
      queryKey: ['revisions', path, 'one', number],
      queryFn: ({ signal }) => publishingCalls.revision(path, number, signal),
      staleTime: Infinity,
    }),

  checks: (path: RecordPath, version: number, content: Content) =>
    queryOptions({
      queryKey: ['checks', path, version, content],
      queryFn: ({ signal }) => publishingCalls.checks(path, content, signal),
      placeholderData: (before) => before,
      gcTime: 10_000,
    }),

  preview: (path: RecordPath, version: number, content: Content) =>
    queryOptions({
      queryKey: ['preview', path, version, content],
      queryFn: ({ signal }) => publishingCalls.preview(path, content, signal),
      placeholderData: (before) => before,
      gcTime: 10_000,
    }),
};
