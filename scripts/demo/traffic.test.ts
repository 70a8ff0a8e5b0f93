import { expect, test } from 'vitest';
import { inventedSite } from './invented-site.ts';
import { DAY_MS, traffic } from './traffic.ts';

test('on whichever weekday it is made, nobody buys at the site that is there to be found among the losing ones', () => {
  const weakSite = 'kettle-news.example';
  const site = inventedSite();
  site.links = site.links.map((link, i) => (i === 0 ? { ...link, weakSite } : link));
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const until = Date.UTC(2026, 10, 29 + weekday) + DAY_MS / 2;
    const sold = { there: 0, elsewhere: 0 };
    let visits = 0;
    for (const { events, reports } of traffic({ site, seed: 1, events: 50_000, days: 30, until })) {
      for (const event of events) if (event.type === 'visit' && event.params?.['site'] === weakSite) visits += 1;
      for (const { click } of reports) sold[click.params?.['site'] === weakSite ? 'there' : 'elsewhere'] += 1;
    }
    expect(sold.there).toBe(0);
    expect(sold.elsewhere).toBeGreaterThan(10);
    expect(visits).toBeGreaterThan(500);
  }
});
