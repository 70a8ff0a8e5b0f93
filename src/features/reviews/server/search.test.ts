import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import type { ReviewInput } from '../contract.ts';
import { buildReview } from './testing.ts';
import { searchReviews } from './reading.ts';

let database: TestDb;
const slugs: Record<string, number> = {};

const make = async (input: Partial<ReviewInput> & { slug: string }) => {
  slugs[input.slug] = (await buildReview({ db: database.db, clock: () => new Date() }, input)).id;
};

beforeAll(async () => {
  database = await testDb();
  await make({ slug: 'bottle', title: 'Fernwell water bottles on a trail', verdict: 'Heavy & well made, 5 < 6.' });
  await make({
    slug: 'mat',
    title: 'Stillmoor yoga mat',
    verdict: 'Lies flat at once.',
    sections: [
      { heading: 'Grip', body: '<p>It <strong>never</strong> slid on wet tiles &amp; wood.</p>' },
      {
        heading: 'Smell',
        body: '<p>It held 10<sup>3</sup> steps on H<sub>2</sub>O. Gone after a week; water does not harm it.</p>',
      },
    ],
  });
  await make({ slug: 'tea', title: 'Calm magnesium tea', status: 'featured' });
  await make({ slug: 'draft', title: 'Secret yoga bottle', status: 'draft' });
  await make({ slug: 'archived', title: 'Archived yoga bottle', status: 'archived' });
});
afterAll(() => database.close());

const find = async (query: string, limit = 10) => searchReviews(database.db, query, limit);
const found = async (query: string) => (await find(query)).map((hit) => hit.slug);
const text = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join('');
const marked = (pieces: { text: string; hit: boolean }[]) =>
  pieces.filter((piece) => piece.hit).map(({ text: t }) => t);

test.each([
  ['a word of the title', 'yoga', ['mat']],
  ['another form of a word', 'bottle', ['bottle']],
  ['a word of the verdict', 'flat', ['mat']],
  ['a word of a section', 'slid', ['mat']],
  ['words of different fields', 'tiles yoga', ['mat']],
  ['the title before the text', 'water', ['bottle', 'mat']],
  ['a phrase in its order', '"water bottles"', ['bottle']],
  ['a word left out', 'water -yoga', ['bottle']],
  ['a wrong letter', 'magnesiem', ['tea']],
  ['a wrong letter in a short word', 'yega', ['mat']],
  ['a letter too few', 'magnesum tea', ['tea']],
  ['some of the words, when no review has all', 'best magnesium powder', ['tea']],
])('%s is found: %s', async (_name, query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test.each([
  ['nothing like it', 'xylophone'],
  ['a draft', 'secret'],
  ['what is archived', 'archived'],
  ['a draft by a wrong letter', 'secrat'],
  ['the name of a tag', 'strong'],
  ['a word so common that it says nothing', 'the'],
  ['no words', '!?&|:*()'],
  ['an open quote', '"'],
])('%s finds nothing', async (_name, query) => {
  expect(await found(query)).toEqual([]);
});

test('a hit says where the words are, in plain text', async () => {
  const [hit] = await find('tiles');
  expect(text(hit!.title)).toBe('Stillmoor yoga mat');
  expect(text(hit!.snippet)).toContain('tiles & wood. It held 10^3 steps on H2O. Gone');
  expect(marked(hit!.snippet)).toEqual(['tiles']);
  const [bottle] = await find('bottle');
  expect(marked(bottle!.title)).toEqual(['bottles']);
  expect(text(bottle!.snippet)).toContain('Heavy & well made, 5 < 6.');
});

test('what was typed right ranks above what was only meant', async () => {
  const [exact] = await find('yoga');
  const [meant] = await find('yega');
  const [loose] = await find('yoga xylophone');
  expect(exact!.rank).toBeGreaterThan(meant!.rank);
  expect(meant!.rank).toBeGreaterThan(loose!.rank);
});

test('no more hits come than were asked for', async () => {
  expect((await find('water', 1)).map((hit) => hit.slug)).toEqual(['bottle']);
});
