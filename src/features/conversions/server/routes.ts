import { LongIdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  BulkChange,
  BulkChangeReply,
  ConversionChange,
  ConversionReply,
  ConversionReplyMasked,
  SiteChangeQuery,
  SiteChangeReply,
} from '../manual-contract.ts';
import { decisionRoutes } from './desk/routes-decisions.ts';
import * as manual from './manual.ts';
import { siteChange } from './desk/site-change.ts';

const CONVERSIONS = '/api/admin/conversions';

/** Conversions as records. */
export function conversionsRoutes(route: Route, deps: Deps): void {
  decisionRoutes(route, deps);

  route.get(
    '/api/admin/exchange-rates/site-change',
    {
      access: 'admin',
      summary: 'What another currency or zone of the site would change',
      query: SiteChangeQuery,
      reply: SiteChangeReply,
    },
    async ({ query }) => ({ data: await siteChange(deps.db, query) }),
  );

  route.post(
    `${CONVERSIONS}/bulk-status`,
    {
      access: 'write:conversions',
      summary: 'One status for many conversions, or what it would change',
      body: BulkChange,
      reply: BulkChangeReply,
    },
    ({ actor, body }) => manual.changeStatuses(deps, actor, body),
  );

  route.get(
    `${CONVERSIONS}/:id`,
    { access: 'admin', summary: 'A conversion', params: LongIdParams, reply: ConversionReply },
    async ({ params }) => ({ data: await manual.getConversion(deps.db, params.id) }),
  );

  route.patch(
    `${CONVERSIONS}/:id`,
    {
      access: 'write:conversions',
      summary: 'Set status or amount of a conversion, with a reason',
      params: LongIdParams,
      body: ConversionChange,
      reply: ConversionReply,
      masked: ConversionReplyMasked,
    },
    async ({ actor, params, body }) => ({
      data: await manual.changeConversion(deps, actor, params.id, body),
      message: 'Conversion updated.',
    }),
  );
}
