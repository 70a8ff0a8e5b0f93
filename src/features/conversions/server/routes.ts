import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { createRoute, type Route } from '../../../platform/server/http.ts';
import {
  DemoInput,
  DemoReply,
  EndpointReply,
  LogPage,
  LogParams,
  LogQuery,
  LogReply,
  NetworkLogPage,
  NetworkLogQuery,
  PostbackAnswer,
  PostbackParams,
  StrayParams,
  TestPostbackInput,
  TestPostbackReply,
} from '../contract.ts';
import * as logService from './log-service.ts';
import { sendTestPostback } from './test-postback.ts';
import { plainForm } from './multipart.ts';
import { createReceiver } from './receive.ts';
import { networkTestRoutes } from './routes-network-test.ts';
import { endpointState, resendFailed, resumePostbacks } from './endpoints.ts';
import { costRoutes } from './routes-costs.ts';
import { fileRoutes } from './routes-files.ts';
import { decisionRoutes } from './routes-decisions.ts';
import { manualRoutes } from './routes-manual.ts';

const SOURCE = '/api/admin/traffic-sources/:id';
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

/** Conversions as records, and the logs of postbacks in and out. */
export function conversionsRoutes(route: Route, deps: Deps): void {
  networkTestRoutes(route, deps);
  manualRoutes(route, deps);
  decisionRoutes(route, deps);
  fileRoutes(route, deps);
  costRoutes(route, deps);

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

  route.get(
    `${SOURCE}/postback-logs/:logId`,
    { access: 'admin', summary: 'One postback with all its attempts', params: LogParams, reply: LogReply },
    ({ params }) => logService.findSourceLog(deps, params.id, params.logId),
  );

  route.post(
    `${SOURCE}/test-postback`,
    {
      access: 'admin',
      summary: 'Really send one postback with sample values',
      params: IdParams,
      body: TestPostbackInput,
      reply: TestPostbackReply,
    },
    ({ actor, params, body }) => sendTestPostback(deps, actor, params.id, body),
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

  route.post(
    `${SOURCE}/postback-logs/resend-failed`,
    { access: 'admin', summary: 'Send all failed postbacks again', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      const { sent, hasMore } = await resendFailed(deps, actor, params.id);
      const more = hasMore ? ' There are more: press again when these are through.' : '';
      return { message: `${sent} ${sent === 1 ? 'postback is' : 'postbacks are'} sent again now.${more}` };
    },
  );

  route.get(
    `${SOURCE}/postback-state`,
    { access: 'admin', summary: 'How the postbacks of a traffic source go', params: IdParams, reply: EndpointReply },
    async ({ params }) => ({ data: await endpointState(deps, params.id) }),
  );

  route.post(
    `${SOURCE}/resume-postbacks`,
    { access: 'admin', summary: 'Let stopped postbacks go on', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      const released = await resumePostbacks(deps, actor, params.id);
      return { message: `Postbacks go on. ${released} that were held are sent now.` };
    },
  );
}
