import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { IdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { createRoute, type Route } from '../../../platform/server/http/http.ts';
import { PostbackAnswer } from '../../conversions/contract.ts';
import { LogParams, NetworkLogPage, NetworkLogQuery, PostbackParams, StrayParams } from '../contract.ts';
import * as networkLog from './network-log.ts';
import { plainForm } from './receiving/multipart.ts';
import { createReceiver } from './receiving/receive.ts';
import { orphanRoutes } from './desk/routes-orphans.ts';
import { networkTestRoutes } from './desk/routes-network-test.ts';

const NETWORK = '/api/admin/affiliate-networks/:id';
const BODY_LIMIT_BYTES = 64 * 1024;

/** The public end that networks call: any query, any body. In a room of its own, because it takes every content type. */
export function postbackRoutes(app: FastifyInstance, deps: Deps): void {
  const receive = createReceiver(deps);
  void app.register((room, _options, done) => {
    const sentTypes = new WeakMap<FastifyRequest, string>();
    room.removeAllContentTypeParsers();
    // a type that is none would be refused before the message is stored
    room.addHook('onRequest', (request, _reply, next) => {
      sentTypes.set(request, request.headers['content-type'] ?? '');
      if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'text/plain';
      next();
    });
    room.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const route = createRoute(room, () => Promise.resolve(undefined));
    const take = async (
      key: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<PostbackAnswer | string> => {
      // HEAD would count a conversion without anybody seeing the answer
      if (request.method === 'HEAD') throw new AppError('method_not_allowed', 'Send GET or POST.');
      void reply.header('cache-control', 'no-store');
      const rawQuery = rawQueryOf(request);
      const body = typeof request.body === 'string' ? request.body : '';
      const form = await plainForm(sentTypes.get(request) ?? '', body);
      const answer = await receive({ key, method: request.method, rawQuery, body, form, address: request.ip });
      const text = new URLSearchParams(rawQuery).get('return');
      if (text === null || !RETURN_TEXT.test(text)) return answer;
      void reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
      return text;
    };
    for (const add of [route.get, route.post]) {
      add(
        '/postback/:key',
        {
          access: 'public',
          summary: 'Postback of a network',
          params: PostbackParams,
          reply: PostbackAnswer,
          bodyLimitBytes: BODY_LIMIT_BYTES,
        },
        ({ params, request, reply }) => take(params.key, request, reply),
      );
      // a key that was left out, or has something behind it, is a wrong key like any other: it is answered and listed
      for (const path of ['/postback', '/postback/*'])
        add(
          path,
          {
            access: 'public',
            summary: 'A postback address that is none of ours',
            params: StrayParams,
            reply: PostbackAnswer,
            bodyLimitBytes: BODY_LIMIT_BYTES,
          },
          ({ params, request, reply }) => take(params['*'], request, reply),
        );
    }
    done();
  });
  const route = createRoute(app, () => Promise.resolve(undefined));
  route.get(
    '/pixel/:key.gif',
    { access: 'public', summary: 'Postback of a network by a picture in the browser', params: PostbackParams },
    async ({ params, request, reply }) => {
      void reply.header('cache-control', 'no-store').type('image/gif');
      if (request.method === 'HEAD') return PIXEL;
      try {
        const rawQuery = rawQueryOf(request);
        await receive({ key: params.key, method: 'GET', rawQuery, body: '', address: request.ip, isPixel: true });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // a page must not show a broken picture; the status tells whoever looks
        void reply.status(error.status).header('x-reason', error.code);
      }
      return PIXEL;
    },
  );
}

/** What a network that wants an answer of its own may ask for by `return`. */
const RETURN_TEXT = /^[\w .:,;=+-]{1,64}$/;

/** The smallest picture: one clear dot. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const rawQueryOf = (request: FastifyRequest): string => request.raw.url?.split('?').slice(1).join('?') ?? '';

/** What networks told, and what of it waits for a hand. */
export function networkPostbackRoutes(route: Route, deps: Deps): void {
  networkTestRoutes(route, deps);
  orphanRoutes(route, deps);

  route.get(
    `${NETWORK}/postback-logs`,
    {
      access: 'admin',
      summary: 'Postbacks from a network',
      params: IdParams,
      query: NetworkLogQuery,
      reply: NetworkLogPage,
    },
    ({ params, query }) => networkLog.listNetworkLogs(deps, params.id, query),
  );

  route.post(
    `${NETWORK}/postback-logs/:logId/replay`,
    { access: 'admin', summary: 'Judge a postback again', params: LogParams, reply: PostbackAnswer },
    ({ actor, params }) => networkLog.replayIncoming(deps, actor, params.id, params.logId),
  );
}
