import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { AppError, invalid, notFound } from '../../errors.ts';
import { sayIssuesPlainly } from '../../messages.ts';
import { randomText } from '../../ids.ts';
import type { Access, Scope } from '../../permissions.ts';
import type { Log } from '../log.ts';
import { createEnding, type Ending } from './ending.ts';
import { openLane } from './short-cuts/lane.ts';
import { hasPlainHost, refuseWrongHost, wrongHost } from './origin.ts';
import { createProblems, type DrawProblem } from './problems.ts';
import { withPlainNames } from './query-names.ts';
import { answersUnreadable } from './unreadable.ts';
import { type Actor, type Authenticate, judge, refusalTo, type SignedIn, type Told, toldTo } from './access.ts';
import { allowedMethodsOf } from './allowed-methods.ts';
import { offerTo, onNodesServer, visitorsAddress, type ShortCut } from './short-cuts/short-cuts.ts';

type Schema = z.ZodType;

/** A route's contract: each part is parsed on the way in, the reply on the way out. */
export type RouteSpec<A extends Access, P extends Schema, Q extends Schema, B extends Schema> = Told & {
  /** There is no default: a route without a level does not start. */
  access: A;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  status?: number;
  bodyLimitBytes?: number;
  /** Room that it takes on the disk: `much` is refused as soon as the disk is low, `none` never is. Left out: as its method says. */
  room?: 'much' | 'none';
  /** Refused with `password_required` where the password was not typed of late. */
  asksPassword?: boolean;
  /** It is about what a person has begun: no key comes in. */
  isForPeople?: boolean;
};

export type Call<A extends Access, P extends Schema, Q extends Schema, B extends Schema> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  actor: A extends 'public' ? undefined : A extends Scope ? Actor : SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Add = <A extends Access, P extends Schema, Q extends Schema, B extends Schema>(
  path: string,
  spec: RouteSpec<A, P, Q, B>,
  handler: (call: Call<A, P, Q, B>) => unknown,
) => void;

/** Declares routes: `route.get('/api/admin/offers', { access: 'read:content', ... }, handler)`. */
export type Route = { get: Add; post: Add; put: Add; patch: Add; delete: Add };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    room?: 'much' | 'none';
    asksPassword?: boolean;
    /** Nobody who may not see money comes in. */
    isOfMoney?: boolean;
    isForPeople?: boolean;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyInstance {
    /** Every route in the order of its declaration, those of libraries too; for what must hold for all of them. */
    declaredRoutes: readonly RouteOptions[];
    /** It was told to end, and answers still. */
    isEnding(): boolean;
  }
}

const TIMEOUTS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
};

/** The bare server: limits, ids, error bodies, JSON rules. Routes come by `createRoute`. */
export function createHttp(options: {
  log: Log;
  trustProxy: string[];
  shortCuts?: readonly ShortCut[];
  /** What every answer says, those to what is no request too. */
  headers?: Readonly<Record<string, string>>;
  /** The page of an error for who takes pages; without it everybody gets the body for programs. */
  drawProblem?: DrawProblem;
  /** The address by which a request is routed, when it is another than the one that came. */
  rewriteUrl?: (request: IncomingMessage) => string;
  /** How long it goes on answering once it is told to end; asked then. Default: no longer than it must. */
  lingerMs?: () => number;
}): FastifyInstance {
  sayIssuesPlainly();
  const { headers = {}, shortCuts = [], log, lingerMs = () => 0 } = options;
  const problems = createProblems(log, headers, options.drawProblem);
  const addressOf = visitorsAddress(options.trustProxy);
  const takesShortCut = onNodesServer(offerTo(shortCuts, log), addressOf, { problems, log });
  const refuseBare = (error: AppError, status?: number) => (request: IncomingMessage, response: ServerResponse) =>
    problems.answerBare(error, request, response, status);
  const refuseHost = refuseBare(wrongHost());
  let ending: Ending;
  const app = Fastify({
    serverFactory: (handler) => {
      // a request without a Host is judged here, so that its refusal is an answer like every other
      const server = createServer(
        { ...TIMEOUTS, maxHeaderSize: 16_384, requireHostHeader: false },
        (request, response) => {
          if (ending.isUnderWay()) response.shouldKeepAlive = false;
          if (!hasPlainHost(request)) refuseHost(request, response);
          else if (!takesShortCut(request, response)) handler(request, response);
        },
      ).on('checkExpectation', refuseBare(new AppError('bad_request', 'We meet no such expectation.'), 417));
      const lane = openLane(server, {
        shortCuts,
        addressOf,
        problems,
        reasonOf: (status) => STATUS_CODES[status] ?? '',
        isEnding: () => ending.isUnderWay(),
        keepAliveMs: TIMEOUTS.keepAliveTimeout,
        silentMs: TIMEOUTS.headersTimeout,
        log,
      });
      ending = createEnding(server, lane, lingerMs);
      return server;
    },
    // a path that cannot be read comes before the hooks and the error handler
    frameworkErrors: (error, request, reply) => void problems.answer(error, request, reply),
    clientErrorHandler: answersUnreadable(problems),
    ...(options.rewriteUrl && { rewriteUrl: options.rewriteUrl as (request: unknown) => string }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: () => randomText(16),
    bodyLimit: 512 * 1024,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // what still comes on an open connection is answered, and the connection ends with it
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  app.server.maxHeadersCount = 100;
  app.server.maxConnections = 10_000;
  app.addHook('preClose', () => ending.begin());
  app.decorate('isEnding', () => ending.isUnderWay());
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  if (options.trustProxy.length > 0)
    app.addHook('onRequest', (request, _reply, done) => {
      refuseWrongHost(request);
      done();
    });
  app.decorateRequest('actor', undefined);
  acceptEmptyJson(app);
  app.setValidatorCompiler(({ schema, httpPart }) => (data: unknown) => {
    const unfit = unfitText(data, []);
    if (unfit !== undefined && httpPart === 'params') return { error: notFound('This address') };
    if (unfit !== undefined) return { error: invalid(unfit, 'must not hold NUL or half a character') };
    const named = httpPart === 'querystring' ? withPlainNames(data as Record<string, unknown>) : data;
    const parsed = (schema as unknown as Schema).safeParse(named ?? {});
    return parsed.success ? { value: parsed.data } : { error: validationError(parsed.error) };
  });
  app.setSerializerCompiler(serializerCompiler as never);
  app.setErrorHandler((error, request, reply) => problems.answer(error, request, reply));
  keepRoutes(app);
  return app;
}

/** Knows every route: an address that has none is told, and one without a level does not start. */
function keepRoutes(app: FastifyInstance): void {
  const declared: RouteOptions[] = [];
  const methodsAt = allowedMethodsOf(declared);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const what = `${request.method} ${path.slice(0, 200)}`;
    const methods = methodsAt(path);
    if (methods.length === 0 || methods.includes(request.method))
      throw new AppError('not_found', `There is nothing at ${what}.`);
    void reply.header('allow', methods.join(', '));
    throw new AppError('method_not_allowed', `There is no ${what}; there is ${methods.join(', ')}.`);
  });
  app.decorate('declaredRoutes', declared);
  app.addHook('onRoute', (route) => {
    declared.push(route);
  });
  app.addHook('onReady', () => {
    const open = declared.find((route) => !route.config?.access);
    if (open) throw new Error(`Route ${String(open.method)} ${open.url} declares no access level.`);
  });
}

/** Registers a library's own routes (files, the API reference): they serve the public and say so. */
export async function registerPublic(
  app: FastifyInstance,
  plugin: (scope: FastifyInstance) => Promise<unknown>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await plugin(scope);
  });
}

/** The helper by which features declare routes on `app`; all but public ones judge the token before anything of the body is read. */
export function createRoute(app: FastifyInstance, authenticate: Authenticate): Route {
  const add =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'): Add =>
    (path, spec, handler) => {
      const { access } = spec;
      const config = {
        access,
        ...(spec.room && { room: spec.room }),
        ...(spec.asksPassword && { asksPassword: true }),
        ...(spec.isForPeople && { isForPeople: true }),
        ...(access === 'read:stats' && !spec.moneyless && { isOfMoney: true }),
      };
      app.route({
        method,
        url: path,
        config,
        ...(spec.bodyLimitBytes ? { bodyLimit: spec.bodyLimitBytes } : {}),
        schema: {
          summary: spec.summary,
          ...(spec.params ? { params: spec.params } : {}),
          ...(spec.query ? { querystring: spec.query } : {}),
          ...(spec.body ? { body: spec.body } : {}),
          ...(spec.reply ? { response: { [spec.status ?? 200]: spec.reply } } : {}),
        } as never,
        onRequest: async (request, reply) => {
          if (access === 'public') return;
          void reply.header('cache-control', 'no-store');
          request.actor = { ...(await judge(request, config, authenticate)), call: request.id };
        },
        handler: async (request, reply) => {
          if (spec.status) void reply.status(spec.status);
          const told = toldTo(request.actor, spec);
          // a file is no reply of the contract: its route sees to what stands in it
          if (told) void reply.serializer((whole) => JSON.stringify(told.parse(whole)));
          try {
            return await handler({
              params: request.params as never,
              query: request.query as never,
              body: request.body as never,
              actor: request.actor as never,
              request,
              reply,
            });
          } catch (error) {
            throw refusalTo(request.actor, error, config);
          }
        },
      });
    };
  return { get: add('GET'), post: add('POST'), put: add('PUT'), patch: add('PATCH'), delete: add('DELETE') };
}

/** A DELETE that says JSON and sends nothing is a DELETE without a body, not an error. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** The path of the first text that PostgreSQL would refuse; no field of ours has a use for it. */
function unfitText(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? path.join('.').slice(0, MAX_FAULT_NAME) || 'body'
      : undefined;
  if (typeof value !== 'object' || value === null || path.length > 16) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = unfitText(key, [...path, 'key']) ?? unfitText(part, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A body may hold a thousand faults: the answer names the first of them, and long names by their beginning. */
const MAX_FAULTS = 50;
const MAX_FAULT_NAME = 200;

function validationError(error: z.ZodError): AppError {
  const faults = error.issues.slice(0, MAX_FAULTS).flatMap((issue): [path: string, reason: string][] => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [[path, issue.message]];
    return issue.keys.slice(0, MAX_FAULTS).map((key) => [path ? `${path}.${key}` : key, 'is not known here']);
  });
  // a field may be called `constructor`
  const errors = Object.create(null) as Record<string, string[]>;
  for (const [path, reason] of faults.slice(0, MAX_FAULTS))
    (errors[path.slice(0, MAX_FAULT_NAME) || 'body'] ??= []).push(reason);
  const first = Object.entries(errors)[0]!;
  return new AppError('validation_failed', `${first[0]}: ${first[1][0]}`, { errors });
}
