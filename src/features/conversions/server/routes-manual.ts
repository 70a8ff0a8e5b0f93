import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http.ts';
import {
  AssignBody,
  BulkChange,
  Candidates,
  ConversionChange,
  ConversionParams,
  ConversionReply,
  EachReply,
  MapStatusBody,
  MapStatusReply,
  OrphanPage,
  OrphanQuery,
  RatesBody,
  RatesReply,
  RematchBody,
  SiteChangeQuery,
  SiteChangeReply,
  UnmappedList,
  UnmappedQuery,
} from '../manual-contract.ts';
import { TimelineQuery, TimelineReply } from '../timeline-contract.ts';
import { TrashedNetworks, UnknownAddresses } from '../unknown-contract.ts';
import { describeRates, replaceRates } from './exchange-file.ts';
import * as manual from './manual.ts';
import * as orphans from './orphans.ts';
import { revalueAll } from './revalue.ts';
import { timeline } from './timeline.ts';
import { siteChange } from './site-change.ts';
import { listTrashedNetworks } from './trashed.ts';
import { listUnknownAddresses } from './unknown.ts';

const CONVERSIONS = '/api/admin/conversions';
const UNMAPPED = '/api/admin/affiliate-networks/unmapped-statuses';
const RATES = '/api/admin/exchange-rates';

/** What the administrator decides by hand: statuses, amounts, orphans, words that nobody has explained. */
export function manualRoutes(route: Route, deps: Deps): void {
  route.get(
    `${CONVERSIONS}/orphans`,
    { access: 'admin', summary: 'Conversions whose click is not known', query: OrphanQuery, reply: OrphanPage },
    ({ query }) => orphans.listOrphans(deps, query),
  );

  route.get(
    `${RATES}/site-change`,
    {
      access: 'admin',
      summary: 'What another currency or zone of the site would change',
      query: SiteChangeQuery,
      reply: SiteChangeReply,
    },
    async ({ query }) => ({ data: await siteChange(deps, query) }),
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
    { access: 'admin', summary: 'Look for the clicks of orphans again', body: RematchBody, reply: EachReply },
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

  route.post(
    `${CONVERSIONS}/bulk-status`,
    { access: 'admin', summary: 'One status for many conversions', body: BulkChange, reply: EachReply },
    ({ actor, body }) => manual.changeStatuses(deps, actor, body),
  );

  route.get(
    `${CONVERSIONS}/:id`,
    { access: 'admin', summary: 'A conversion', params: ConversionParams, reply: ConversionReply },
    async ({ params }) => ({ data: await manual.getConversion(deps.db, params.id) }),
  );

  route.patch(
    `${CONVERSIONS}/:id`,
    {
      access: 'admin',
      summary: 'Set status or amount of a conversion, with a reason',
      params: ConversionParams,
      body: ConversionChange,
      reply: ConversionReply,
    },
    async ({ actor, params, body }) => ({
      data: await manual.changeConversion(deps, actor, params.id, body),
      message: 'Conversion updated.',
    }),
  );

  route.get(
    `${CONVERSIONS}/:id/candidates`,
    {
      access: 'admin',
      summary: 'Clicks that an orphan may have come from',
      params: ConversionParams,
      reply: Candidates,
    },
    ({ params }) => orphans.candidates(deps, params.id),
  );

  route.post(
    `${CONVERSIONS}/:id/rematch`,
    {
      access: 'admin',
      summary: 'Tie an orphan to a click',
      params: ConversionParams,
      body: AssignBody,
      reply: ConversionReply,
    },
    async ({ actor, params, body }) => ({
      data: await orphans.assignClick(deps, actor, params.id, body),
      message: 'The conversion is tied to its click now.',
    }),
  );

  route.get(
    RATES,
    { access: 'admin', summary: 'The exchange rates that amounts are converted by', reply: RatesReply },
    async () => ({ data: await describeRates(deps) }),
  );

  route.put(
    RATES,
    {
      access: 'admin',
      summary: 'Replace the file of exchange rates',
      body: RatesBody,
      reply: RatesReply,
      bodyLimitBytes: 9 * 1024 * 1024,
      room: 'much',
    },
    async ({ actor, body }) => {
      await replaceRates(deps, actor, body.csv);
      const { conversions, costs, arrivals } = await revalueAll(deps);
      return {
        data: await describeRates(deps),
        message: `Rates replaced. Other worth now: ${conversions} of the conversions, ${costs} of the costs, those of ${arrivals} ${arrivals === 1 ? 'visit' : 'visits'}.`,
      };
    },
  );

  route.get(
    '/api/admin/timeline',
    {
      access: 'admin',
      summary: 'From the ad to the bank, around any id',
      query: TimelineQuery,
      reply: TimelineReply,
    },
    ({ query }) => timeline(deps, query),
  );
}
