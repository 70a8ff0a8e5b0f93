import type { FastifyRequest } from 'fastify';
import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { seesTraces } from '../../../platform/server/http/access.ts';
import { type Route } from '../../../platform/server/http/http.ts';
import type { Rank } from '../../../platform/server/records/figures.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import { sendList } from '../../settings/server/list-file.ts';
import {
  NETWORK_COLUMNS,
  NetworkChange,
  type NetworkFigure,
  NetworkInput,
  NetworkPage,
  NetworkPageMasked,
  NetworkQuery,
  NetworkReply,
  NetworkReplyMasked,
  NetworkTemplates,
} from '../contract.ts';
import * as networks from './service.ts';
import { templates } from './templates.ts';

const BASE = '/api/admin/affiliate-networks';

/**
 * @param replay judges what came for a network while it lay in the trash, once it is back; says how many messages waited
 * @param rank left out where nothing is counted
 */
export function networksRoutes(
  route: Route,
  deps: Deps,
  count: networks.CountNetworks,
  replay: (networkId: number) => Promise<number> = () => Promise.resolve(0),
  rank?: Rank<NetworkFigure>,
): void {
  const scope = (request: FastifyRequest) => ({
    ...deps,
    count,
    ...(rank && { rank }),
    origin: originOf(deps.config.publicUrl, request),
  });

  route.get(
    BASE,
    {
      access: 'read:commerce',
      summary: 'List networks',
      query: NetworkQuery,
      reply: NetworkPage,
      masked: NetworkPageMasked,
    },
    ({ query, request, reply, actor }): Promise<unknown> => {
      const asked = { ...query, isByName: !seesTraces(actor) };
      if (query.format !== 'csv') return networks.listNetworks(scope(request), asked);
      return sendList(reply, scope(request), query, {
        name: 'networks',
        columns: NETWORK_COLUMNS,
        days: 30,
        list: (inside, page) => networks.listNetworks(inside, { ...asked, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/templates`,
    { access: 'read:commerce', summary: 'Shipped network templates', reply: NetworkTemplates },
    () => ({
      data: [...templates().values()],
    }),
  );

  route.get(
    `${BASE}/:id`,
    {
      access: 'read:commerce',
      summary: 'One network',
      params: IdParams,
      reply: NetworkReply,
      masked: NetworkReplyMasked,
    },
    async ({ params, request }) => ({
      data: await networks.getNetwork(scope(request), params.id),
    }),
  );

  route.post(
    BASE,
    { access: 'admin', summary: 'Create a network', body: NetworkInput, reply: NetworkReply, status: 201 },
    async ({ actor, body, request }) => ({
      data: await networks.createNetwork(scope(request), actor, body),
      message: 'Affiliate network created.',
    }),
  );

  route.put(
    `${BASE}/:id`,
    { access: 'admin', summary: 'Change a network', params: IdParams, body: NetworkChange, reply: NetworkReply },
    async ({ actor, params, body, request }) => ({
      data: await networks.updateNetwork(scope(request), actor, params.id, body),
      message: 'Affiliate network saved.',
    }),
  );

  route.post(
    `${BASE}/:id/rotate-key`,
    {
      access: 'admin',
      summary: 'New secret for the postback URL',
      params: IdParams,
      reply: NetworkReply,
      asksPassword: true,
    },
    async ({ actor, params, request }) => ({
      data: await networks.rotateKey(scope(request), actor, params.id),
      message: 'New postback URL made. The old one works for 7 more days.',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'admin', summary: 'Delete a network', params: IdParams, reply: Message },
    async ({ actor, params, request }) => {
      await networks.deleteNetwork(scope(request), actor, params.id);
      return { message: 'Affiliate network deleted.' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'admin', summary: 'Bring a deleted network back', params: IdParams, reply: NetworkReply },
    async ({ actor, params, request }) => {
      const data = await networks.restoreNetwork(scope(request), actor, params.id);
      const waited = await replay(params.id);
      const news =
        waited === 0
          ? ''
          : ` ${waited} ${waited === 1 ? 'postback that waits is' : 'postbacks that wait are'} judged now.`;
      return { data, message: `Affiliate network restored.${news}` };
    },
  );
}
