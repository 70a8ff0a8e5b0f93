import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { getSettings } from '../../../settings/server/service.ts';
import { convert } from '../../../rates/exchange.ts';
import type { SiteChange, SiteChangeQuery } from '../../manual-contract.ts';
import { loadRates } from '../../../rates/server/service.ts';
import * as store from './store-site-change.ts';

/** What another currency or zone of the site would change. Nothing is written. */
export async function siteChange(db: Db, query: SiteChangeQuery): Promise<SiteChange> {
  const settings = await getSettings(db);
  const { currency = settings.currency, time_zone: zone = settings.time_zone } = query;
  const { book } = await loadRates(db);
  const money = currency === settings.currency ? [] : await store.listForeignDays(db, currency);
  const hasRate = ({ currency: from, day }: store.MoneyDay): boolean =>
    book !== undefined && convert(book, 1_000_000n, { from, to: currency }, day) !== undefined;
  const without = money.filter((one) => !hasRate(one));
  const count = (all: readonly store.MoneyDay[], kind: store.MoneyDay['kind']): number =>
    all.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const moved =
    zone === settings.time_zone
      ? { count: 0, first: null, last: null }
      : await store.findMoved(db, settings.time_zone, zone);
  const lacking = count(without, 'conversion');
  return {
    conversions_without_rate: lacking,
    conversions_converted: count(money, 'conversion') - lacking,
    costs_without_rate: count(without, 'cost'),
    currencies_without_rate: [...new Set(without.map((one) => one.currency))].toSorted(),
    conversions_moved: moved.count,
    first_moved: moved.first,
    last_moved: moved.last,
  };
}
