import { LongIdParams } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import {
  AssignBody,
  Candidates,
  ConversionReply,
  ConversionReplyMasked,
  EachReply,
  MapStatusBody,
  MapStatusReply,
  OrphanPage,
  OrphanQuery,
  RematchBody,
  UnmappedList,
  UnmappedQuery,
  WAITING_COLUMNS,
} from '../../../conversions/manual-contract.ts';
import { sendList } from '../../../settings/server/list-file.ts';
import { TrashedNetworks, UnknownAddresses } from '../../unknown-contract.ts';
import * as orphans from './orphans.ts';
import { listTrashedNetworks } from '../trashed.ts';
import { listUnknownAddresses } from '../unknown.ts';

const CONVERSIONS = '/api/admin/conversions';
const UNMAPPED = '/api/admin/affiliate-networks/unmapped-statuses';

/** What came in and waits for a hand: conversions without a click, words that nobody has explained, addresses that are none of ours. */
export function orphanRoutes(route: Route, deps: Deps): void {
  route.get(
    `${CONVERSIONS}/orphans`,
    { access: 'admin', summary: 'Conversions whose click is not known', query: OrphanQuery, reply: OrphanPage },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return orphans.listOrphans(deps, query);
      return sendList(reply, deps, query, {
        name: 'orphans',
        columns: [...WAITING_COLUMNS, 'is_watched'],
        list: (inside, page) => orphans.listOrphans(inside, { ...query, ...page }),
      });
    },
  );

  route.get(
    `${CONVERSIONS}/trashed-networks`,
    { access: 'admin', summary: 'Networks in the trash that messages came for', reply: TrashedNetworks },
    async () => {
      const data = await listTrashedNetworks(deps.db);
      return { data, total: data.length };
    },
  );

  route.get(
    `${CONVERSIONS}/unknown-addresses`,
    { access: 'admin', summary: 'Messages to postback addresses that are none of ours', reply: UnknownAddresses },
    async () => {
      const data = await listUnknownAddresses(deps);
      return { data, total: data.length };
    },
  );

  route.post(
    `${CONVERSIONS}/rematch`,
    {
      access: 'write:conversions',
      summary: 'Look for the clicks of orphans again',
      body: RematchBody,
      reply: EachReply,
    },
    ({ actor, body }) => orphans.rematch(deps, actor, body),
  );

  route.get(
    UNMAPPED,
    { access: 'admin', summary: 'Status words that nobody has explained', query: UnmappedQuery, reply: UnmappedList },
    async ({ query }) => {
      const data = await orphans.listUnmapped(deps, query);
      return { data, total: data.length };
    },
  );

  route.post(
    UNMAPPED,
    {
      access: 'admin',
      summary: 'Explain a status word, and judge again what came with it',
      body: MapStatusBody,
      reply: MapStatusReply,
    },
    async ({ actor, body }) => {
      const judged = await orphans.mapStatus(deps, actor, body);
      return { message: `"${body.word}" means ${body.status} now. ${judged} judged again.`, judged };
    },
  );

  route.get(
    `${CONVERSIONS}/:id/candidates`,
    {
      access: 'admin',
      summary: 'Clicks that an orphan may have come from',
      params: LongIdParams,
      reply: Candidates,
    },
    ({ params }) => orphans.candidates(deps, params.id),
  );

  route.post(
    `${CONVERSIONS}/:id/rematch`,
    {
      access: 'write:conversions',
      summary: 'Tie an orphan to a click',
      params: LongIdParams,
      body: AssignBody,
      reply: ConversionReply,
      masked: ConversionReplyMasked,
    },
    async ({ actor, params, body }) => ({
      data: await orphans.assignClick(deps, actor, params.id, body),
      message: 'The conversion is tied to its click now.',
    }),
  );
}
