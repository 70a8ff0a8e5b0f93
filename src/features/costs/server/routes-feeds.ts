import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  FeedChange,
  FeedInput,
  FeedReply,
  FeedRunParams,
  FeedRunReply,
  FeedRunsReply,
  FeedsReply,
  FeedTry,
  FetchBody,
  FetchReply,
} from '../feed-contract.ts';
import type { BillPort } from './enter.ts';
import { createFeed, deleteFeed, fetchFeed, listFeeds, listRuns, tryFeed, updateFeed } from './feeds.ts';
import { undoRun } from './undo-feed-run.ts';

const FEEDS = '/api/admin/cost-files';

/** Files that say what was paid, fetched on a schedule. */
export function costFeedRoutes(route: Route, all: Deps, bills: BillPort): void {
  const deps = { ...all, bills };
  route.get(
    FEEDS,
    { access: 'read:commerce', summary: 'Files of costs that are fetched on a schedule', reply: FeedsReply },
    async () => ({ data: await listFeeds(deps) }),
  );
  route.post(
    FEEDS,
    { access: 'admin', summary: 'Fetch a file of costs on a schedule', body: FeedInput, reply: FeedReply, status: 201 },
    async ({ actor, body }) => ({ data: await createFeed(deps, actor, body), message: 'Scheduled file saved.' }),
  );
  route.post(
    `${FEEDS}/try`,
    {
      access: 'admin',
      summary: 'What a file would write, by what stands in a form; nothing is written',
      body: FeedTry,
      reply: FetchReply,
    },
    ({ actor, body }) => tryFeed(deps, actor, body),
  );
  route.put(
    `${FEEDS}/:id`,
    { access: 'admin', summary: 'Change a scheduled file', params: IdParams, body: FeedChange, reply: FeedReply },
    async ({ actor, params, body }) => ({
      data: await updateFeed(deps, actor, params.id, body),
      message: 'Scheduled file saved.',
    }),
  );
  route.delete(
    `${FEEDS}/:id`,
    {
      access: 'admin',
      summary: 'Fetch a file no more; what it wrote stays',
      params: IdParams,
      reply: Message,
    },
    async ({ actor, params }) => {
      await deleteFeed(deps, actor, params.id);
      return { message: 'Scheduled file deleted. What it wrote stays.' };
    },
  );
  route.get(
    `${FEEDS}/:id/runs`,
    { access: 'read:commerce', summary: 'The last fetches of a file', params: IdParams, reply: FeedRunsReply },
    async ({ params }) => ({ data: await listRuns(deps, params.id) }),
  );
  route.post(
    `${FEEDS}/:id/fetch`,
    {
      access: 'write:commerce',
      summary: 'Fetch a file now; a dry run unless told otherwise',
      params: IdParams,
      body: FetchBody,
      reply: FetchReply,
      room: 'much',
    },
    ({ actor, params, body }) => fetchFeed(deps, actor, params.id, body.dry_run),
  );
  route.post(
    `${FEEDS}/:id/runs/:runId/undo`,
    { access: 'write:commerce', summary: 'Take a fetch back as a whole', params: FeedRunParams, reply: FeedRunReply },
    async ({ actor, params }) => ({
      data: await undoRun(deps, actor, params.id, params.runId),
      message: 'Fetch taken back: what it replaced counts again.',
    }),
  );
}
