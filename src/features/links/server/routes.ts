import type { FastifyRequest } from 'fastify';
import { BulkChangesReply, IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { askPassword } from '../../../platform/server/http/access.ts';
import { refuseLimit, sendCsv, type CsvTable } from '../../../platform/server/http/csv.ts';
import { type Route } from '../../../platform/server/http/http.ts';
import type { Rank } from '../../../platform/server/records/figures.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import { LinkBulk } from '../list-contract.ts';
import {
  DestinationChange,
  DestinationInput,
  DestinationParams,
  DestinationsReply,
  GuideChoices,
  GuideChoicesQuery,
  LinkChange,
  LinkChoices,
  LinkChoicesQuery,
  LinkDestinationParams,
  LinkInput,
  LinkPage,
  LinkReply,
  WeightsInput,
} from '../contract.ts';
import { type LinkFigure, LinkQuery } from '../list-contract.ts';
import { changeLinks } from './destinations/bulk.ts';
import { availableGuides, linkNames, type CountPages } from './choices.ts';
import * as destinations from './destinations.ts';
import { ruleRoutes } from './routes-rules.ts';
import * as links from './service.ts';

const BASE = '/api/admin/tracking-links';

/** What the calls of links need of later features. */
export type LinkPorts = {
  count: links.CountLinks;
  /** Left out where nothing is counted. */
  rank?: Rank<LinkFigure>;
  countPages: CountPages;
  /** The list as rows of a file. */
  table: (scope: links.LinkScope, query: LinkQuery, signal: AbortSignal) => Promise<CsvTable>;
};

export function linksRoutes(route: Route, deps: Deps, { count, ...ports }: LinkPorts): void {
  linkRoutes(route, { ...deps, ...ports }, count);
  destinationRoutes(route, deps);
  ruleRoutes(route, deps);
}

function linkRoutes(route: Route, deps: Deps & Omit<LinkPorts, 'count'>, count: links.CountLinks): void {
  const scope = (request: FastifyRequest) => ({ ...deps, count, origin: originOf(deps.config.publicUrl, request) });

  route.get(
    BASE,
    { access: 'read:commerce', summary: 'List tracking links', query: LinkQuery, reply: LinkPage },
    ({ query, request, reply }) => {
      if (query.format !== 'csv') return links.listLinks(scope(request), query);
      refuseLimit(query);
      return sendCsv(reply, 'tracking-links', (signal) => deps.table(scope(request), query, signal));
    },
  );

  route.get(
    `${BASE}/util/names`,
    {
      access: 'read:commerce',
      summary: 'The first tracking links by name that hold a text in their name or slugs, without their numbers',
      query: LinkChoicesQuery,
      reply: LinkChoices,
    },
    async ({ query }) => ({ data: await linkNames(deps, query.search) }),
  );

  route.get(
    `${BASE}/util/available-listicles`,
    {
      access: 'read:commerce',
      summary: 'Guides and reviews to send visitors to',
      query: GuideChoicesQuery,
      reply: GuideChoices,
    },
    async ({ query }) => ({ data: await availableGuides(deps, query) }),
  );

  route.get(
    `${BASE}/:id`,
    { access: 'read:commerce', summary: 'One tracking link', params: IdParams, reply: LinkReply },
    async ({ params, request }) => ({ data: await links.getLink(scope(request), params.id) }),
  );

  route.post(
    BASE,
    { access: 'write:commerce', summary: 'Create a tracking link', body: LinkInput, reply: LinkReply, status: 201 },
    async ({ actor, body, request }) => ({
      data: await links.createLink(scope(request), actor, body),
      message: 'Tracking link created.',
    }),
  );

  route.post(
    `${BASE}/bulk`,
    {
      access: 'write:commerce',
      summary: 'One change for many tracking links, or what it would change',
      body: LinkBulk,
      reply: BulkChangesReply,
    },
    ({ actor, body, request }) => changeLinks(scope(request), actor, body),
  );

  route.put(
    `${BASE}/:id`,
    {
      access: 'write:commerce',
      summary: 'Change a tracking link',
      params: IdParams,
      body: LinkChange,
      reply: LinkReply,
    },
    async ({ actor, params, body, request }) => ({
      data: await links.updateLink(scope(request), actor, params.id, body),
      message: 'Tracking link saved.',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:commerce', summary: 'Delete a tracking link', params: IdParams, reply: Message },
    async ({ actor, params, request }) => {
      await links.deleteLink(scope(request), actor, params.id);
      return { message: 'Tracking link deleted.' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'write:commerce', summary: 'Bring a deleted tracking link back', params: IdParams, reply: LinkReply },
    async ({ actor, params, request }) => ({
      data: await links.restoreLink(scope(request), actor, params.id),
      message: 'Tracking link restored.',
    }),
  );
}

/** Each of these answers the whole list of the link, with the shares that follow from it. */
function destinationRoutes(route: Route, deps: Deps): void {
  const reply = DestinationsReply;

  route.get(
    `${BASE}/:id/destinations`,
    { access: 'read:commerce', summary: 'Destinations of a link', params: IdParams, reply },
    async ({ params }) => ({ data: await destinations.listDestinations(deps, params.id) }),
  );

  route.post(
    `${BASE}/:id/destinations`,
    {
      access: 'write:commerce',
      summary: 'Add a destination',
      params: IdParams,
      body: DestinationInput,
      reply,
      status: 201,
    },
    async ({ actor, params, body }) => {
      askPassword(actor, body.type === 'url');
      return {
        data: await destinations.addDestination(deps, actor, params.id, body),
        message: 'Destination added.',
      };
    },
  );

  route.put(
    `${BASE}/destinations/:destId`,
    {
      access: 'write:commerce',
      summary: 'Change a destination',
      params: DestinationParams,
      body: DestinationChange,
      reply,
    },
    async ({ actor, params, body }) => ({
      data: await destinations.updateDestination(deps, actor, params.destId, body),
      message: 'Destination saved.',
    }),
  );

  route.put(
    `${BASE}/:id/destinations/weights`,
    { access: 'write:commerce', summary: 'Set the weights of a link', params: IdParams, body: WeightsInput, reply },
    async ({ actor, params, body }) => ({
      data: await destinations.setWeights(deps, actor, params.id, body),
      message: 'Weights saved.',
    }),
  );

  route.delete(
    `${BASE}/:id/destinations/:destId`,
    { access: 'write:commerce', summary: 'Remove a destination', params: LinkDestinationParams, reply },
    async ({ actor, params }) => ({
      data: await destinations.removeDestination(deps, actor, params.id, params.destId),
      message: 'Destination removed.',
    }),
  );
}
