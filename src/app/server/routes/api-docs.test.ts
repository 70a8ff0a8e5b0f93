import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { requiredText } from '../../../platform/fields.ts';
import { IdParams } from '../../../platform/paging.ts';
import { createHttp, createRoute } from '../../../platform/server/http/http.ts';
import { createLog } from '../../../platform/server/log.ts';
import { apiDocs } from './api-docs.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = createHttp({ log: createLog('silent'), trustProxy: [] });
  // the strict policy of every other answer
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('content-security-policy', "default-src 'none'");
  });
  await apiDocs(app);
  const route = createRoute(app, () => Promise.resolve(undefined));
  const Tea = z.object({ id: z.int(), name: z.string() });
  const Input = z.strictObject({ name: requiredText(9), note: z.string().transform((note) => note.length) });
  route.get('/teas', { access: 'public', summary: 'A page' }, () => '');
  route.get('/api/teas', { access: 'public', summary: 'Teas', reply: z.array(Tea) }, () => []);
  route.put(
    '/api/admin/teas/:id',
    { access: 'admin', summary: 'Change a tea', params: IdParams, body: Input, reply: Tea },
    () => ({ id: 1, name: '' }),
  );
  await app.ready();
});
afterAll(() => app.close());

const read = async () => (await app.inject('/api/docs/openapi.json')).json();

test('the document holds the routes under /api and no others', async () => {
  const document = await read();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(['/api/admin/teas/{id}', '/api/teas']);
});

test('programs learn where the calls go, and which of them need no token', async () => {
  const document = await read();
  expect(document.servers).toMatchObject([{ url: '/' }]);
  expect(document.paths['/api/teas'].get.security).toEqual([]);
});

test('a route is told with its access, its contract on the way in, and how it fails', async () => {
  const { put } = (await read()).paths['/api/admin/teas/{id}'];
  expect(put).toMatchObject({
    operationId: 'put_admin_teas_id',
    summary: 'Change a tea',
    tags: ['teas'],
    security: [{ bearer: [] }],
    parameters: [{ in: 'path', name: 'id', required: true }],
    responses: {
      '4XX': { $ref: '#/components/responses/Error' },
      default: { $ref: '#/components/responses/Error' },
    },
  });
  expect(put.requestBody.content['application/json'].schema).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['name', 'note'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 9 }, note: { type: 'string' } },
  });
  expect(put.responses['200'].content['application/json'].schema.properties).toEqual({
    id: { type: 'integer' },
    name: { type: 'string' },
  });
  expect((await read()).paths['/api/teas'].get.security).toEqual([]);
});

test('asked twice it is the same to the byte', async () => {
  const [one, other] = [await app.inject('/api/docs/openapi.json'), await app.inject('/api/docs/openapi.json')];
  expect(one.body).toBe(other.body);
});

test('the reference page loads nothing from elsewhere and has a nonce of its own each time', async () => {
  const pages = [await app.inject('/api/docs'), await app.inject('/api/docs')];
  const nonces = pages.map(
    (page) => /script-src 'self' 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
  expect(pages[0]!.body).toContain(`nonce="${nonces[0]}"`);
  expect(pages[0]!.body).toContain('/api/docs/openapi.json');
  expect(pages[0]!.body).not.toMatch(/__NONCE__|(src|href)="https?:/);
  const script = await app.inject('/api/docs/reference.js');
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
});
