import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { createAdmin } from '../journey/http.ts';
import { logIn, type TestServer } from '../support/server.ts';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

type Made<T = object> = { data: T & { id: number } };
/** What was asked, with when it began and when it was answered. */
export type Asked = { id: string; beganMs: number; answeredMs: number };
export type BusySite = Awaited<ReturnType<typeof makeBusySite>>;

/** A link to an offer, and readers, networks and an administrator who use the site. @param source what the traffic source is */
export async function makeBusySite(server: TestServer, source: object) {
  const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
    name: 'Network',
    click_param: 'cid',
  });
  const postbackPath = new URL(network.data.postback_url).pathname;
  const offer = await admin.post<Made>('/admin/offers', {
    name: 'Shop',
    url: 'https://shop.example/',
    network_id: network.data.id,
  });
  const { data } = await admin.post<Made>('/admin/traffic-sources', source);
  const wanted = { name: 'Ads', slug: 'ads', traffic_source_id: data.id, fallback_url: '/' };
  const link = await admin.post<Made>('/admin/tracking-links', wanted);
  const target = { type: 'offer', target_id: offer.data.id, weight: 1 };
  await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, target);
  return onServer(server, postbackPath);
}

function onServer(server: TestServer, postbackPath: string) {
  const visits: Asked[] = [];
  const sales: Asked[] = [];

  async function visit(): Promise<string | undefined> {
    const beganMs = Date.now();
    const headers = { 'user-agent': BROWSER, accept: 'text/html' };
    const reply = await fetch(`${server.url}/go/ads?xid=x${visits.length}`, { redirect: 'manual', headers });
    const id = new URL(reply.headers.get('location') ?? '/', server.url).searchParams.get('cid') ?? undefined;
    if (reply.status !== 302 || id === undefined) return undefined;
    visits.push({ id, beganMs, answeredMs: Date.now() });
    return id;
  }

  async function sell(clickId: string): Promise<void> {
    const [id, beganMs] = [`t${sales.length}-${randomInt(1e9)}`, Date.now()];
    const reply = await fetch(
      `${server.url}${postbackPath}?cid=${clickId}&txid=${id}&payout=2.50&event=sale&status=approved`,
    );
    if (reply.ok) sales.push({ id, beganMs, answeredMs: Date.now() });
  }

  async function upload(token: string, nth: number): Promise<void> {
    const background = { r: nth % 255, g: 9, b: 9 };
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), `p${nth}.png`);
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${server.url}/api/images`, { method: 'POST', headers, body });
    expect(reply.status).toBeLessThan(300);
  }

  return {
    visits,
    sales,
    visit,
    sell,
    /** Readers, networks and an administrator, until it is ended. */
    async startLoad(): Promise<{ end(): Promise<void> }> {
      const token = await logIn(server);
      const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
      const { data: offers } = await admin.get<{ data: { id: number }[] }>('/admin/offers');
      let isGoing = true;
      const again = async (work: (nth: number) => Promise<unknown>, pauseMs: number): Promise<void> => {
        for (let nth = 0; isGoing; nth += 1) {
          await work(nth);
          await sleep(pauseMs);
        }
      };
      const work = [
        again(async (nth) => {
          const id = await visit();
          if (id !== undefined && nth % 3 === 0) await sell(id);
        }, 5),
        again(() => visit(), 5),
        again((nth) => admin.put(`/admin/offers/${offers[0]!.id}`, { name: `Shop ${nth}` }), 60),
        again((nth) => upload(token, nth), 80),
      ];
      return {
        async end() {
          isGoing = false;
          await Promise.all(work);
        },
      };
    },
    /** The same, asked of a server that has it too; what was asked so far is not among it. */
    on: (other: TestServer) => onServer(other, postbackPath),
  };
}
