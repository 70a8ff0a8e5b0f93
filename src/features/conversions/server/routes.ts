import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { createRoute, type Route } from '../../../platform/server/http.ts';
import {
  DemoInput,
  DemoReply,
  LogPage,
  LogParams,
  LogQuery,
  NetworkLogPage,
  NetworkLogQuery,
  PostbackAnswer,
  PostbackParams,
} from '../contract.ts';
import * as logService from './log-service.ts';
import { createReceiver } from './receive.ts';

const SOURCE = '/api/admin/traffic-sources/:id';
const NETWORK = '/api/admin/affiliate-networks/:id';
const BODY_LIMIT_BYTES = 64 * 1024;

/** The public end that networks call: any query, any body. In a room of its own, because it takes every content type. */
export function postbackRoutes(app: FastifyInstance, deps: Deps): void {
  const receive = createReceiver(deps);
  void app.register((room, _options, done) => {
    room.removeAllContentTypeParsers();
    // a type that is none would be refused before the message is stored
    room.addHook('onRequest', (request, _reply, next) => {
      if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'text/plain';
      next();
    });
    room.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const route = createRoute(room, () => Promise.resolve(undefined));
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
        ({ params, request, reply }) => {
          // HEAD would count a conversion without anybody seeing the answer
          if (request.method === 'HEAD') throw new AppError('method_not_allowed', 'Send GET or POST.');
          void reply.header('cache-control', 'no-store');
          return receive({
            key: params.key,
            method: request.method,
            rawQuery: request.raw.url?.split('?').slice(1).join('?') ?? '',
            body: typeof request.body === 'string' ? request.body : '',
            address: request.ip,
          });
        },
      );
    }
    done();
  });
}

/** The logs of postbacks, in and out. */
export function conversionsRoutes(route: Route, deps: Deps): void {
  route.get(
    `${SOURCE}/postback-logs`,
    { access: 'admin', summary: 'Postbacks to a traffic source', params: IdParams, query: LogQuery, reply: LogPage },
    ({ params, query }) => logService.listSourceLogs(deps, params.id, query),
  );

  route.post(
    `${SOURCE}/demo-postback-logs`,
    {
      access: 'admin',
      summary: 'Write demo rows into the log; nothing is sent',
      params: IdParams,
      body: DemoInput,
      reply: DemoReply,
      status: 201,
    },
    ({ actor, params, body }) => logService.makeDemoLogs(deps, actor, params.id, body),
  );

  route.delete(
    `${SOURCE}/demo-postback-logs`,
    { access: 'admin', summary: 'Remove the demo rows', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      const gone = await logService.clearDemoLogs(deps, actor, params.id);
      return { message: `${gone} demo ${gone === 1 ? 'row' : 'rows'} removed.` };
    },
  );

  route.post(
    `${SOURCE}/postback-logs/:logId/replay`,
    { access: 'admin', summary: 'Send a postback again', params: LogParams, reply: Message },
    async ({ actor, params }) => {
      await logService.replayOutgoing(deps, actor, params.id, params.logId);
      return { message: 'The postback is sent again now.' };
    },
  );

  route.get(
    `${NETWORK}/postback-logs`,
    {
      access: 'admin',
      summary: 'Postbacks from a network',
      params: IdParams,
      query: NetworkLogQuery,
      reply: NetworkLogPage,
    },
    ({ params, query }) => logService.listNetworkLogs(deps, params.id, query),
  );

  route.post(
    `${NETWORK}/postback-logs/:logId/replay`,
    { access: 'admin', summary: 'Judge a postback again', params: LogParams, reply: PostbackAnswer },
    ({ actor, params }) => logService.replayIncoming(deps, actor, params.id, params.logId),
  );
}
