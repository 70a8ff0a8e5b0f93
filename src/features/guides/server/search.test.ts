import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { publicGuides } from './reading.ts';
import { searchGuides, searchItems } from './search.ts';
import { countQuestions } from '../../../platform/server/postgres/testing.ts';
import { nothingAsked, type Looking } from '../../../platform/server/records/text-search.ts';
import { buildGuide, buildItem } from './testing.ts';

let database: TestDb;
let bottles: number;

beforeAll(async () => {
  database = await testDb();
  const deps = { db: database.db, clock: () => new Date() };
  const guide = await buildGuide(deps, {
    title: 'Water bottles for a trail',
    description: '<p>Weighed &amp; filled at <strong>home</strong>, 5 &lt; 6.</p>',
    methodology: '<p>Each was dropped on gravel.</p>',
  });
  bottles = guide.id;
  await buildItem(deps, guide.id, {
    title: 'Fernwell Steel 750',
    summary: 'A double-walled steel flask <b>& more</b>.',
    best_for: 'long hikes',
  });
  await buildGuide(deps, { title: 'Drops', description: '<p>B<sub>12</sub> for a month.</p>' });
  await buildItem(deps, guide.id, { title: 'Hidden Flask', is_visible: false });
  await buildGuide(deps, { title: 'Yoga mats', excerpt: 'Which mat lies flat, and which smells of water.' });
  const star = await buildGuide(deps, { title: 'Calm magnesium teas', status: 'featured' });
  await buildItem(deps, star.id, { title: 'Chamomile & Honey', summary: 'Mild.' });
  for (const status of ['draft', 'archived'] as const) {
    const hidden = await buildGuide(deps, { title: `Secret yoga ${status}`, status });
    await buildItem(deps, hidden.id, { title: `Secret chamomile ${status}` });
  }
});
afterAll(() => database.close());

const guides = async (query: string) => (await searchGuides(database.db, query, 10)).map((hit) => hit.slug);
const items = async (query: string) => (await searchItems(database.db, query, 10)).map((hit) => text(hit.title));
const text = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join('');
const marked = (pieces: { text: string; hit: boolean }[]) => pieces.flatMap((piece) => (piece.hit ? [piece.text] : []));

const [BOTTLES, MATS, TEAS] = ['water-bottles-for-a-trail', 'yoga-mats', 'calm-magnesium-teas'];
test.each([
  ['another form of a word', 'bottle', [BOTTLES]],
  ['a word of the excerpt', 'flat', [MATS]],
  ['a word of the text', 'filled', [BOTTLES]],
  ['a word of the method', 'gravel', [BOTTLES]],
  ['the title before the excerpt', 'water', [BOTTLES, MATS]],
  ['a word with an index', 'b12', ['drops']],
  ['a word with an index as it is written', 'B₁₂', ['drops']],
  ['a wrong letter', 'magnesiem', [TEAS]],
  ['a wrong letter in a short word', 'yaga', [MATS]],
  ['two letters swapped', 'botltes', [BOTTLES]],
  ['a letter too many beside a right word', 'yoga matts', [MATS]],
])('%s finds guides: %s', async (_name, query, expected) => {
  expect(await guides(query)).toEqual(expected);
});

test.each([
  ['the name of a product', 'fernwell', ['Fernwell Steel 750']],
  ['words of name and summary', 'fernwell flask', ['Fernwell Steel 750']],
  ['whom it is for', 'hike', ['Fernwell Steel 750']],
  ['a wrong letter', 'fernwall', ['Fernwell Steel 750']],
  ['what readers may see alone', 'chamomile', ['Chamomile & Honey']],
  ['not what is hidden', 'hidden', []],
])('%s finds products: %s', async (_name, query, expected) => {
  expect(await items(query)).toEqual(expected);
});

test.each(['secret', 'secrat', 'strong', 'the', '!?&|:*()', '"', 'xylophone', '', '\0\ud800'])(
  '%j finds nothing',
  async (query) => {
    expect([await guides(query), await items(query)]).toEqual([[], []]);
  },
);

test('what a search comes back to is not asked again, and is found as before', async () => {
  const ask = async (query: string, how: Looking) => {
    const counting = countQuestions(database.db);
    const hits = await searchGuides(counting.db, query, 10, how);
    return { hits, questions: counting.asked() };
  };
  const asked = nothingAsked();
  const meant = await ask('magnesiun', { taken: 'meant', asked });
  const alone = await ask('magnesium', { taken: 'typed' });
  const again = await ask('magnesium', { taken: 'typed', asked });
  expect(again.hits).toEqual(alone.hits);
  expect(meant.hits.map(({ rank, ...hit }) => ({ ...hit, rank: rank + 1 }))).toEqual(alone.hits);
  // the words, their marks and the addresses of the guides; the second time the addresses alone
  expect([alone.questions, again.questions]).toEqual([3, 1]);
});

test('a hit says where the words are, in plain text that needs no trust', async () => {
  const [guide] = await searchGuides(database.db, 'home', 10);
  expect(text(guide!.snippet)).toContain('Weighed & filled at home, 5 < 6.');
  expect(marked(guide!.snippet)).toEqual(['home']);
  const [item] = await searchItems(database.db, 'flask', 10);
  expect(item).toMatchObject({ guide_id: bottles, guide_slug: BOTTLES, guide_title: 'Water bottles for a trail' });
  expect(text(item!.snippet)).toContain('A double-walled steel flask <b>& more</b>.');
  expect(marked(item!.snippet)).toEqual(['flask']);
});

test('a hit ends in dots only where its text goes on', async () => {
  const words = Array.from({ length: 120 }, (_, i) => `word${i}`).join(' ');
  await buildGuide(
    { db: database.db, clock: () => new Date() },
    {
      title: 'Long reads',
      description: `<p>${words} quokka ${words}</p>`,
      excerpt: null,
      methodology: null,
    },
  );
  const [long] = await searchGuides(database.db, 'quokka', 10);
  expect(text(long!.snippet)).toMatch(/^….*quokka.*…$/);
  const [item] = await searchItems(database.db, 'flask', 10);
  expect(text(item!.snippet)).not.toContain('…');
});

test('a product is found under the name and the brand of its offer', async () => {
  const deps = { db: database.db, clock: () => new Date() };
  const offer = await buildOffer(deps, { name: 'Nightharbor Contour', brand: 'Lullwater' });
  await buildItem(deps, bottles, { title: null, offer_id: offer.id });
  for (const query of ['nightharbor', 'lullwater', 'nightharber']) {
    expect(await items(query)).toEqual(['Nightharbor Contour']);
  }
});

test('a list narrowed by words keeps its order and its pages', async () => {
  const asked = { page: 1, limit: 1, q: 'water' };
  const first = await publicGuides(database.db, asked);
  expect([first.total, first.data[0]?.title]).toEqual([2, 'Yoga mats']);
  expect((await publicGuides(database.db, { ...asked, page: 2 })).data[0]?.title).toBe('Water bottles for a trail');
  const typing = await publicGuides(database.db, { ...asked, q: 'magnes' });
  expect(typing.data.map((card) => card.title)).toEqual(['Calm magnesium teas']);
  expect((await publicGuides(database.db, { ...asked, q: 'secret' })).total).toBe(0);
  expect((await publicGuides(database.db, { ...asked, q: '\0\ud800' })).total).toBe(0);
});

test('accents, sharp s and case do not count, and what was found is marked as it is written', async () => {
  const deps = { db: database.db, clock: () => new Date() };
  const guide = await buildGuide(deps, {
    title: 'Das Café in der Straße',
    description: '<p>Œuvre &amp; Übung, bei İstanbul.</p>',
  });
  await buildItem(deps, guide.id, { title: 'Smørrebrød Ærø' });
  for (const [typed, written] of [
    ['cafe', 'Café'],
    ['STRASSE', 'Straße'],
    ['Cafés', 'Café'],
  ] as const)
    expect(marked((await searchGuides(database.db, typed, 10))[0]!.title)).toEqual([written]);
  const [hit] = await searchGuides(database.db, 'oeuvre istanbul', 10);
  expect(marked(hit!.snippet)).toEqual(['Œuvre', 'İstanbul']);
  expect(text(hit!.snippet)).toBe('Œuvre & Übung, bei İstanbul.');
  expect(await items('smorrebrod aero')).toEqual(['Smørrebrød Ærø']);
  // a slip is forgiven there too
  expect(marked((await searchGuides(database.db, 'strase', 10))[0]!.title)).toEqual(['Straße']);
  expect(
    (await publicGuides(database.db, { page: 1, limit: 9, q: 'cafe in der str' })).data.map(({ id }) => id),
  ).toEqual([guide.id]);
});
