import { z } from 'zod';
import { createAdmin } from '../journey/http.ts';
import type { TestServer } from '../support/server.ts';

/** What a person sees of a site, and what its reports say of a time that is over. */
export const Recorded = z.strictObject({
  /** The days of the reports, both inclusive (UTC). */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The heading of each public page, by its path. */
  pages: z.record(z.string(), z.string()),
  /** The answer of each tracking link, by its slug. */
  links: z.record(z.string(), z.number()),
  /** How many there are on each list of the back office. */
  lists: z.record(z.string(), z.number()),
  /** Lines of the reports, by what they are grouped by. */
  reports: z.record(z.string(), z.array(z.string())),
});
export type Recorded = z.infer<typeof Recorded>;

const METRICS = 'visits,visit_visitors,views,clicks,conversions,revenue_expected,revenue_confirmed,cost';
const DIMENSIONS = ['day', 'offer', 'listicle', 'source', 'device'];
const LISTS = ['affiliate-networks', 'traffic-sources', 'offers', 'offer-content', 'listicles', 'tracking-links'];
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

type Line = { dims: Record<string, { value: unknown; label: string }>; values: Record<string, unknown> };

/** Looks at a running site as its readers and its administrator do. */
export async function record(server: TestServer, { from, to }: Pick<Recorded, 'from' | 'to'>): Promise<Recorded> {
  const { url } = server;
  const admin = await createAdmin(url, server.adminUsername, server.adminPassword);
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc!).pathname);
  const pages: Recorded['pages'] = {};
  for (const path of ['/', ...paths]) {
    const reply = await fetch(url + path, { headers: { 'user-agent': BROWSER } });
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(await reply.text())?.[1] ?? '';
    pages[path] = `${reply.status} ${heading.replaceAll(/<[^>]*>/g, '').trim()}`;
  }
  const lists: Recorded['lists'] = {};
  for (const list of LISTS) {
    const { data, total } = await admin.get<{ data: unknown[]; total?: number }>(`/admin/${list}`);
    lists[list] = total ?? data.length;
  }
  const links: Recorded['links'] = {};
  const { data } = await admin.get<{ data: { slug: string }[] }>('/admin/tracking-links');
  for (const { slug } of data)
    links[slug] = (await fetch(`${url}/go/${slug}`, { redirect: 'manual', headers: { 'user-agent': BROWSER } })).status;
  const reports: Recorded['reports'] = {};
  for (const dimension of DIMENSIONS) {
    const question = `dimensions=${dimension}&metrics=${METRICS}&date_from=${from}&date_to=${to}&tz=UTC&limit=100`;
    const { data: lines } = await admin.get<{ data: Line[] }>(`/admin/stats/report?${question}`);
    reports[dimension] = lines
      .map(({ dims, values }) => `${dims[dimension]!.label}: ${JSON.stringify(values)}`)
      .toSorted();
  }
  return { from, to, pages, links, lists, reports };
}
