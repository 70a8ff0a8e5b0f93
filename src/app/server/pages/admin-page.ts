import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerPublic, type Route } from '../../../platform/server/http/http.ts';

const DIST = join(import.meta.dirname, '../../../../dist/client');
const PLACEHOLDER = '__CSP_NONCE__';

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The back office: one HTML page for the login, everything under /admin and views that are shared by a link, and its hashed assets. */
export async function adminPage(app: FastifyInstance, route: Route, dist = DIST): Promise<void> {
  const html = readFileSync(join(dist, 'src/app/admin/index.html'), 'utf8');
  await registerPublic(app, async (scope) => {
    await scope.register(fastifyStatic, {
      root: join(dist, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
    });
  });
  const send = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(PLACEHOLDER, nonce));
  };
  for (const path of ['/login', '/admin', '/admin/*', '/shared/report']) {
    route.get(path, { access: 'public', summary: 'The back office (the page itself holds no data)' }, ({ reply }) =>
      send(reply),
    );
  }
}
