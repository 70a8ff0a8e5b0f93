import { expect, test } from 'vitest';
import { inventedSite } from './invented-site.ts';
import { DAY_MS, traffic } from './traffic.ts';

const WEAK = 'kettle-news.example';
const isThere = (event: object): boolean => 'params' in event && Object(event.params)['site'] === WEAK;

test('on whichever weekday it is made, nobody buys at the site that is there to be found among the losing ones', () => {
  const site = inventedSite();
  site.links = site.links.map((link, i) => (i === 0 ? { ...link, weakSite: WEAK } : link));
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const until = Date.UTC(2026, 10, 29 + weekday) + DAY_MS / 2;
    const sold = { there: 0, elsewhere: 0 };
    let visits = 0;
    for (const { events, reports } of traffic({ site, seed: 1, events: 50_000, days: 30, until })) {
      visits += events.filter((event) => event.type === 'visit' && isThere(event)).length;
      for (const { click } of reports) sold[isThere(click) ? 'there' : 'elsewhere'] += 1;
    }
    expect(sold.there).toBe(0);
    expect(sold.elsewhere).toBeGreaterThan(10);
    expect(visits).toBeGreaterThan(500);
  }
});
