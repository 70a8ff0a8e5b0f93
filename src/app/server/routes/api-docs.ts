import { randomBytes } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type Door, ROLE_LABELS, ROLES, rolesOf, takesKeys } from '../../../platform/permissions.ts';
import { registerPublic } from '../../../platform/server/http/http.ts';

const BASE = '/api/docs';
const DOCUMENT = `${BASE}/openapi.json`;
const SCRIPT = `${BASE}/reference.js`;
const NONCE = '__NONCE__';
const HIDDEN = { schema: { hide: true } as object };
const FOREVER = 'public, max-age=86400';

/** The reference page brings its styles and a script of its own; nothing of it may come from elsewhere. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const ASKS_PASSWORD =
  'Answers 403 `password_required` where the password was typed more than 15 minutes ago: POST /api/auth/confirm takes it again.';

/** Who may call a route, in words. */
function openTo(route: Door): string {
  const people = rolesOf(route);
  const who =
    people.length === ROLES.length
      ? 'everybody who is signed in'
      : people.map((one) => `${ROLE_LABELS[one]}s`).join(', ');
  return `Open to ${who}${takesKeys(route) ? `; to keys with the scope \`${route.access}\`` : ''}.`;
}

/** The API document and its reference page at /api/docs. Before the first route: it writes down the routes that come after. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Guidepost',
        version: '1',
        description: 'Amounts are decimal strings, times are ISO 8601 in UTC, ids are integers.',
      },
      servers: [{ url: '/', description: 'This site.' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/login.' },
          key: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key of /admin/keys, as `Authorization: Bearer gp_...`. It opens what names one of its scopes, as far as the role of its maker does.',
          },
        },
      },
    },
    transform: (route) => {
      const isOurs = route.url.startsWith('/api/') && !route.url.startsWith(BASE);
      // a route without any contract has no schema, and would be left out of the judgement of `hide`
      if (!isOurs) return { schema: { hide: true } as object, url: route.url };
      const { schema, url } = jsonSchemaTransform(route as never);
      const door: Door & { asksPassword?: boolean } = { access: 'admin', ...route.route.config };
      const isPublic = door.access === 'public';
      const said = [openTo(door), ...(door.asksPassword ? [ASKS_PASSWORD] : [])];
      return {
        schema: {
          ...schema,
          ...(!isPublic && { description: said.join(' ') }),
          security: isPublic ? [] : [{ bearer: [] }, ...(takesKeys(door) ? [{ key: [] }] : [])],
        },
        url,
      };
    },
  });
  let reference: Promise<Reference> | undefined;

  await registerPublic(app, (scope) => {
    scope.get(DOCUMENT, HIDDEN, (_request, reply) => reply.send(apiDocument(app)));

    scope.get(BASE, HIDDEN, async (_request, reply) => {
      const { html } = await (reference ??= loadReference());
      const nonce = randomBytes(16).toString('base64');
      return reply
        .header('content-security-policy', policy(nonce))
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(html.replaceAll(NONCE, nonce));
    });

    scope.get(SCRIPT, HIDDEN, async (_request, reply) => {
      const { script } = await (reference ??= loadReference());
      return reply.header('cache-control', FOREVER).type('text/javascript; charset=utf-8').send(script);
    });
    return Promise.resolve();
  });
}

type Reference = { html: string; script: string };

/** Reads page and script of the library on first use: it weighs 40 MB of memory that nobody else needs. */
async function loadReference(): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const room = Fastify();
  const configuration = {
    url: DOCUMENT,
    cdn: SCRIPT,
    pageTitle: 'API | Guidepost',
    nonce: NONCE,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    // a field for a key stands there at once, to try calls with
    authentication: { preferredSecurityScheme: 'key' },
    // these speak to the vendor's own services
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  };
  await room.register(scalar as never, { routePrefix: '/', configuration } as never);
  const [html, script] = [await room.inject('/'), await room.inject('/js/scalar.js')];
  await room.close();
  return { html: html.body, script: script.body };
}

type Operation = { operationId?: string; tags?: string[]; responses?: Record<string, Record<string, unknown>> };
/** OpenAPI 3.1, as far as something is added to it here. */
type ApiDocument = Record<string, unknown> & {
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, object>;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The OpenAPI 3.1 document of every route under /api, with its keys in a fixed order. The app must be ready. */
export function apiDocument(app: FastifyInstance): ApiDocument {
  const document = structuredClone(app.swagger()) as unknown as ApiDocument;
  const paths = Object.entries(document.paths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, item] of paths) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      operation.operationId = [method, ...path.split(/[/{}]+/).filter((part) => part !== '' && part !== 'api')].join(
        '_',
      );
      operation.tags = [tagOf(path)];
      for (const reply of Object.values(operation.responses ?? {})) reply.description = 'What was asked for';
      operation.responses ??= {};
      for (const status of ['4XX', 'default']) operation.responses[status] = { $ref: '#/components/responses/Error' };
    }
  }
  document.paths = Object.fromEntries(paths);
  document.components = {
    ...document.components,
    responses: {
      Error: {
        description: 'What went wrong, in the same shape everywhere',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    schemas: { ...document.components?.['schemas'], Error: ERROR },
  };
  return sorted(document) as ApiDocument;
}

const ERROR = {
  type: 'object',
  required: ['message', 'error', 'request_id'],
  properties: {
    message: { type: 'string', description: 'For people.' },
    error: { type: 'string', description: 'For code.' },
    errors: {
      type: 'object',
      description: 'Reasons per field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    details: { type: 'object', additionalProperties: true },
    request_id: { type: 'string' },
  },
};

/** The noun of a path: what follows /api/admin/ or /api/. */
const tagOf = (path: string): string => path.replace(/^\/api\/(admin\/)?/, '').split('/')[0]!;

/**
 * Keys of objects in order, arrays as they are: what is required or allowed keeps the order of the contract. Limits that every
 * integer has in JSON are left out.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(([key, limit]) => !(/^(max|min)imum$/.test(key) && Math.abs(limit as number) === Number.MAX_SAFE_INTEGER))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
