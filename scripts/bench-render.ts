/**
 * Draws one guide anew for each request, in a process of its own, for `npm run bench`: `/bare` is React's renderToStaticMarkup of the
 * page and nothing else, `/drawn` what the product does with a page that is not kept, `/made` the same with reading its data first.
 * Usage: node bench-render.ts DATA_FOLDER GUIDE_ID, of a server that runs.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { drawPage, PAGE_HEADERS } from '../src/app/server/pages/page-reply.ts';
import { createPages } from '../src/app/server/pages/render-site.ts';
import { loadSite } from '../src/app/server/pages/render-bundle.ts';
import { preparePage, SLOTS } from '../src/app/server/pages/render.ts';
import { loadGuide } from '../src/app/site/data/guide.server.ts';
import { shellOf } from '../src/app/site/data/shell.server.ts';
import { getSettings } from '../src/features/settings/server/service.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { createLog } from '../src/platform/server/log.ts';
import { openDb, openPool } from '../src/platform/server/postgres/postgres.ts';

const [folder, id] = [process.argv[2]!, Number(process.argv[3])];
const home = join(folder, 'postgres');
const [port, password] = ['port', 'password'].map((name) => readFileSync(join(home, name), 'utf8').trim());
const log = createLog('error');
const db = openDb(
  openPool(`postgres://guidepost:${password}@127.0.0.1:${port}/guidepost`, (error) =>
    log.error({ err: error }, 'bench'),
  ),
);
const clock = () => new Date();
const site = await loadSite();
const pages = createPages({ db, clock, config: readConfig({ DATA_DIR: folder }) }, site);
const frame = { origin: '', stylesheet: site.stylesheet, script: site.script.path, slots: SLOTS };
const shell = shellOf(await getSettings(db), frame, clock());
const loaded = await loadGuide(db, id, clock());
if (typeof loaded === 'string') throw new Error(`guide ${id} is ${loaded}`);

const draw = () => site.bundle.renderGuide(shell, loaded.props);
const view = { id: 'v', token: 't'.repeat(99), hasVisit: false };

const server = createServer((request, response) => {
  const asked = { url: request.url ?? '/', headers: request.headers };
  const send = (page: ReturnType<typeof preparePage>) => {
    const { headers, lent } = drawPage(asked, page, view);
    const { body } = lent;
    response.writeHead(200, { ...PAGE_HEADERS, ...headers, 'content-length': body.length });
    response.end(body);
  };
  if (asked.url === '/bare') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(draw());
  } else if (asked.url === '/drawn') {
    send(
      preparePage({ status: 200, type: 'text/html; charset=utf-8', text: draw(), endsAtMs: Infinity, subjectId: id }),
    );
  } else {
    pages.dropAll();
    Promise.resolve(pages.guide(id)).then(send, (error: unknown) => response.destroy(error as Error));
  }
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
