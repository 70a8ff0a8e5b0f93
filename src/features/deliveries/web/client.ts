import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { PostbackLog } from '../../conversions/contract.ts';
import type {
  DemoInput,
  DemoReply,
  LogReply,
  LogSummary,
  TestPostbackInput,
  TestPostbackReply,
  EndpointState,
} from '../contract.ts';

/** The call of a source's log. */
export const logsPath = (sourceId: number): string => `/admin/traffic-sources/${sourceId}/postback-logs`;
const demo = (sourceId: number) => `/admin/traffic-sources/${sourceId}/demo-postback-logs`;

export type LogPage = Paged<PostbackLog> & { summary: LogSummary };

/** The calls of postback logs. Errors pass through unchanged: there are no fallback texts. */
export const postbackLogsClient = {
  list: (sourceId: number, query: Query, signal?: AbortSignal): Promise<LogPage> =>
    call('GET', logsPath(sourceId), { query, signal }),
  makeDemo: (sourceId: number, body: DemoInput): Promise<DemoReply> => call('POST', demo(sourceId), { body }),
  clearDemo: (sourceId: number): Promise<{ message: string }> => call('DELETE', demo(sourceId)),
  /** One with all its attempts. */
  find: (sourceId: number, logId: string, signal?: AbortSignal): Promise<LogReply> =>
    call('GET', `${logsPath(sourceId)}/${logId}`, { signal }),
  /** Really sends one. */
  sendTest: (sourceId: number, body: TestPostbackInput): Promise<TestPostbackReply> =>
    call('POST', `/admin/traffic-sources/${sourceId}/test-postback`, { body }),
  state: async (sourceId: number, signal?: AbortSignal): Promise<EndpointState> =>
    (await call<{ data: EndpointState }>('GET', `/admin/traffic-sources/${sourceId}/postback-state`, { signal })).data,
  resume: (sourceId: number): Promise<{ message: string }> =>
    call('POST', `/admin/traffic-sources/${sourceId}/resume-postbacks`),
  resendFailed: (sourceId: number): Promise<{ message: string }> => call('POST', `${logsPath(sourceId)}/resend-failed`),
  replay: (sourceId: number, logId: string): Promise<{ message: string }> =>
    call('POST', `${logsPath(sourceId)}/${logId}/replay`),
};

/** The first word of the cache key below. */
export const POSTBACK_LOGS_KEY = ['postback-logs'] as const;

/** Attempts go on while somebody looks. */
const REFRESH_MS = 5000;

/** What screens ask for with `useQuery`. */
export const postbackLogQueries = {
  state: (sourceId: number) =>
    queryOptions({
      queryKey: [...POSTBACK_LOGS_KEY, sourceId, 'state'],
      queryFn: ({ signal }) => postbackLogsClient.state(sourceId, signal),
      refetchInterval: REFRESH_MS,
    }),

  one: (sourceId: number, logId: string) =>
    queryOptions({
      queryKey: [...POSTBACK_LOGS_KEY, sourceId, 'one', logId],
      queryFn: ({ signal }) => postbackLogsClient.find(sourceId, logId, signal),
    }),

  list: (sourceId: number, query: Query) =>
    queryOptions({
      queryKey: [...POSTBACK_LOGS_KEY, sourceId, query],
      queryFn: ({ signal }) => postbackLogsClient.list(sourceId, query, signal),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
};
