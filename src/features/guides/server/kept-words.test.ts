import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { searchGuides, searchItems } from './search.ts';
import { buildGuide, buildItem } from './testing.ts';

let database: TestDb;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

const deps = () => ({ db: database.db, clock: () => new Date() });
const found = async (query: string) => (await searchItems(database.db, query, 10)).map((hit) => hit.id);

/** The rows that triggers kept, beside those that would be made now. */
async function expectWordsAsMadeAnew(): Promise<void> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from shown_item_words s full join guide_item_words w using (item_id)
     where s.words is distinct from w.words`.execute(database.db);
  expect(rows).toEqual([]);
}

test('a product is found by what its offer is called now, and by nothing that it was called', async () => {
  const offer = await buildOffer(deps(), { name: 'Quillon Flask', brand: 'Ostrava' });
  const guide = await buildGuide(deps());
  const { id } = await buildItem(deps(), guide.id, { title: null, offer_id: offer.id });
  expect([await found('quillon'), await found('ostrava')]).toEqual([[id], [id]]);
  await sql`update offers set name = 'Renard Flask', brand = 'Brno' where id = ${offer.id}`.execute(database.db);
  expect([await found('quillon'), await found('ostrava'), await found('renard'), await found('brno')]).toEqual([
    [],
    [],
    [id],
    [id],
  ]);
  // the spelling help knows the new word
  expect(await found('renardd')).toEqual([id]);
  await expectWordsAsMadeAnew();
});

test('a product is found as long as readers see it and its guide', async () => {
  const guide = await buildGuide(deps());
  const { id } = await buildItem(deps(), guide.id, { title: 'Tamarisk lamp' });
  const states = [
    sql`update guide_items set is_visible = false where id = ${id}`,
    sql`update guide_items set is_visible = true where id = ${id}`,
    sql`update guide_items set deleted_at = now() where id = ${id}`,
    sql`update guide_items set deleted_at = null where id = ${id}`,
    sql`update guides set status = 'draft' where id = ${guide.id}`,
    sql`update guides set status = 'featured' where id = ${guide.id}`,
    sql`update guides set deleted_at = now() where id = ${guide.id}`,
    sql`update guides set deleted_at = null where id = ${guide.id}`,
  ];
  for (const [n, state] of states.entries()) {
    await state.execute(database.db);
    expect(await found('tamarisk')).toEqual(n % 2 === 0 ? [] : [id]);
    await expectWordsAsMadeAnew();
  }
});

test.each(['the product first', 'the offer first'])(
  'a product that is given an offer while that is renamed: %s',
  async (order) => {
    const offer = await buildOffer(deps(), { name: `Before ${order}` });
    const guide = await buildGuide(deps());
    const { id } = await buildItem(deps(), guide.id, { title: null, offer_id: (await buildOffer(deps())).id });
    const give = sql`update guide_items set offer_id = ${offer.id} where id = ${id}`;
    const rename = sql`update offers set name = ${`Zanzibar ${offer.id}`} where id = ${offer.id}`;
    const [first, second] = order === 'the product first' ? [give, rename] : [rename, give];
    let later: Promise<unknown> = Promise.resolve();
    await inTransaction(database.db, async (trx) => {
      await first.execute(trx);
      later = second.execute(database.db);
      // it waits for this transaction, or has come to its end by itself
      await Promise.race([later, sql`select pg_sleep(0.2)`.execute(trx)]);
    });
    await later;
    expect(await found(`zanzibar ${offer.id}`)).toEqual([id]);
    await expectWordsAsMadeAnew();
  },
);

test('a title that holds the word is found among hundreds of newer texts that hold it', async () => {
  const { id } = await buildGuide(deps(), { title: 'Marimba' });
  await sql`insert into guides (title, slug, description, status, first_published_at, category_id)
    select 'Guide ' || n, 'many-' || n, 'Near a marimba.', 'published', now(), category_id
      from generate_series(1, 400) n, guides where id = ${id}`.execute(database.db);
  const [best] = await searchGuides(database.db, 'marimba', 3);
  expect(best?.id).toBe(id);
});
