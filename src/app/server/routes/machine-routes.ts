import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../../platform/server/deps.ts';
import { type Route } from '../../../platform/server/http/http.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import { createIcons } from '../pages/icons.ts';
import { sendPage } from '../pages/page-reply.ts';
import type { Pages } from '../pages/render-site.ts';
import { createSocialImages, type SocialImage, type SocialSubject } from '../pages/render-social.ts';

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#01E3A0"/><path d="M16 26V7M16 9h8l3 3-3 3h-8M16 17H9l-3 3 3 3h7" fill="none" stroke="#003D2B" stroke-width="2.4"/></svg>';

/** `12.png`, `name-of-a-review.png`. */
const File = z.object({ file: z.string() });
const SITEMAP_FILE = /^([1-9]\d{0,3})\.xml$/;
const GUIDE_FILE = /^([1-9]\d{0,8})\.png$/;
const REVIEW_FILE = /^([a-z0-9][a-z0-9-]{0,127})\.png$/;

/** What crawlers, feed readers and browsers fetch beside the pages. */
export function machineRoutes(route: Route, deps: Deps, pages: Pages): void {
  const { script } = pages.site;
  const origin = (request: FastifyRequest): string => originOf(deps.config.publicUrl, request);

  route.get('/robots.txt', { access: 'public', summary: 'For crawlers' }, ({ request, reply }) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robots(origin(request))),
  );

  route.get('/sitemap.xml', { access: 'public', summary: 'Every public address' }, async ({ request, reply }) =>
    sendPage(request, reply, await pages.sitemap(origin(request))),
  );

  route.get(
    '/sitemap-:file',
    { access: 'public', summary: 'Public addresses of a very large site: {number}.xml', params: File },
    async ({ params, request, reply }) => {
      const number = SITEMAP_FILE.exec(params.file)?.[1];
      return sendPage(
        request,
        reply,
        await (number === undefined ? pages.problem(404) : pages.sitemapFile(origin(request), Number(number))),
      );
    },
  );

  route.get('/feed.xml', { access: 'public', summary: 'New guides and reviews (Atom)' }, async ({ request, reply }) =>
    sendPage(request, reply, await pages.feed(origin(request))),
  );

  socialRoutes(route, deps, pages);

  route.get('/favicon.svg', { access: 'public', summary: 'The mark' }, ({ reply }) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml; charset=utf-8').send(FAVICON),
  );

  // asked for by name, whatever the pages say
  const icons = createIcons(FAVICON);
  for (const [path, type, draw] of [
    ['/favicon.ico', 'image/x-icon', icons.ico],
    ['/apple-touch-icon.png', 'image/png', icons.touch],
    ['/apple-touch-icon-precomposed.png', 'image/png', icons.touch],
  ] as const)
    route.get(path, { access: 'public', summary: 'The mark as a picture' }, async ({ reply }) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(await draw()),
    );

  route.get(script.path, { access: 'public', summary: 'Reports what of a page came into sight' }, ({ reply }) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('text/javascript; charset=utf-8')
      .send(script.text),
  );
}

/** Redirects and the back office are nobody's search result. */
const robots = (origin: string): string =>
  `User-agent: *\nDisallow: /go/\nDisallow: /out/\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;

/** The pictures that shared links show. */
function socialRoutes(route: Route, deps: Deps, pages: Pages): void {
  const images = createSocialImages(deps);
  const send = async (request: FastifyRequest, reply: FastifyReply, subject: SocialSubject | undefined) => {
    const image = subject && (await images(subject));
    return image ? sendImage(request, reply, image) : sendPage(request, reply, await pages.problem(404));
  };

  route.get('/og/site.png', { access: 'public', summary: 'Social image of the site' }, ({ request, reply }) =>
    send(request, reply, { kind: 'site' }),
  );

  route.get(
    '/og/guides/:file',
    { access: 'public', summary: 'Social image of a guide: {id}.png', params: File },
    ({ params, request, reply }) => {
      const id = GUIDE_FILE.exec(params.file)?.[1];
      return send(request, reply, id === undefined ? undefined : { kind: 'guide', id: Number(id) });
    },
  );

  route.get(
    '/og/reviews/:file',
    { access: 'public', summary: 'Social image of a review: {slug}.png', params: File },
    ({ params, request, reply }) => {
      const slug = REVIEW_FILE.exec(params.file)?.[1];
      return send(request, reply, slug === undefined ? undefined : { kind: 'review', slug });
    },
  );
}

function sendImage(request: FastifyRequest, reply: FastifyReply, { png, tag }: SocialImage) {
  const etag = `"${tag}"`;
  void reply
    .header('cache-control', 'public, max-age=3600')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('image/png').send(png);
}
