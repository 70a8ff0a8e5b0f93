import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { seesTraces } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Rank } from '../../../platform/server/records/figures.ts';
import { sendList } from '../../settings/server/list-file.ts';
import {
  SOURCE_COLUMNS,
  SourceChange,
  type SourceFigure,
  SourceInput,
  SourcePage,
  SourcePageMasked,
  SourceQuery,
  SourceReply,
  SourceReplyMasked,
  SourceTemplates,
} from '../contract.ts';
import * as sources from './service.ts';
import { templates } from './templates.ts';

const BASE = '/api/admin/traffic-sources';

/** @param rank left out where nothing is counted */
export function sourcesRoutes(
  route: Route,
  deps: Deps,
  count: sources.CountSources,
  keepOnLinks: sources.KeepOnLinks,
  rank?: Rank<SourceFigure>,
): void {
  const scope = { ...deps, count, ...(rank && { rank }), keepOnLinks, outgoingAllow: deps.config.outgoingAllow };

  route.get(
    BASE,
    {
      access: 'read:commerce',
      summary: 'List traffic sources',
      query: SourceQuery,
      reply: SourcePage,
      masked: SourcePageMasked,
    },
    ({ query, reply, actor }): Promise<unknown> => {
      const asked = { ...query, isByName: !seesTraces(actor) };
      if (query.format !== 'csv') return sources.listSources(scope, asked);
      return sendList(reply, scope, query, {
        name: 'traffic-sources',
        columns: SOURCE_COLUMNS,
        days: 30,
        list: (inside, page) => sources.listSources(inside, { ...asked, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/templates`,
    { access: 'read:commerce', summary: 'Shipped traffic source templates', reply: SourceTemplates },
    () => ({ data: [...templates().values()] }),
  );

  route.get(
    `${BASE}/:id`,
    {
      access: 'read:commerce',
      summary: 'One traffic source',
      params: IdParams,
      reply: SourceReply,
      masked: SourceReplyMasked,
    },
    async ({ params }) => ({ data: await sources.getSource(scope, params.id) }),
  );

  route.post(
    BASE,
    { access: 'admin', summary: 'Create a traffic source', body: SourceInput, reply: SourceReply, status: 201 },
    async ({ actor, body }) => ({
      data: await sources.createSource(scope, actor, body),
      message: 'Traffic source created.',
    }),
  );

  route.put(
    `${BASE}/:id`,
    { access: 'admin', summary: 'Change a traffic source', params: IdParams, body: SourceChange, reply: SourceReply },
    async ({ actor, params, body }) => ({
      data: await sources.updateSource(scope, actor, params.id, body),
      message: 'Traffic source saved.',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'admin', summary: 'Delete a traffic source', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await sources.deleteSource(scope, actor, params.id);
      return { message: 'Traffic source deleted.' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'admin', summary: 'Bring a deleted traffic source back', params: IdParams, reply: SourceReply },
    async ({ actor, params }) => ({
      data: await sources.restoreSource(scope, actor, params.id),
      message: 'Traffic source restored.',
    }),
  );
}
