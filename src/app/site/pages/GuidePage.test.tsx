import { expect, test } from 'vitest';
import { renderGuide } from '../entry.tsx';
import type { GuideProps, Person, Product, Shell } from '../props.ts';
import { sumOf } from '../reviews/score-sum.ts';

const shell: Shell = {
  brand: 'Guidepost',
  tagline: '',
  disclosure: 'We may be paid.',
  contactEmail: 'hello@guides.example',
  year: 2026,
  timeZone: 'America/New_York',
  origin: 'https://guides.example',
  stylesheet: '/assets/site.css',
  script: '/site-1.js',
  slots: { token: 'TOKEN', inner: 'INNER', and: '' },
};

const RUBRIC = [
  { key: 'taste', name: 'Taste', weight: 60, description: 'Blind, by three of us.' },
  { key: 'price', name: 'Price', weight: 40, description: null },
];
const scored = (taste: number, price: number): Product['subScores'] => [
  { name: 'Taste', weight: 60, score: taste },
  { name: 'Price', weight: 40, score: price },
];

const product = (id: number, given: Partial<Product> = {}): Product => ({
  id,
  rank: id,
  name: `Tea ${id}`,
  brand: null,
  badge: null,
  isBestOverall: false,
  score: null,
  subScores: [],
  scoreReason: null,
  rankReason: null,
  summary: null,
  body: null,
  pros: [],
  cons: [],
  bestFor: null,
  notFor: null,
  image: null,
  price: null,
  coupon: null,
  moneyBackDays: null,
  ctaText: 'Check price',
  isAvailable: true,
  standIn: null,
  isSponsored: false,
  reviewSlug: null,
  attributes: {},
  ...given,
});

const person = (name: string, given: Partial<Person> = {}): Person => ({
  slug: name.toLowerCase(),
  name,
  credentials: null,
  licenceUrl: null,
  jobTitle: null,
  bio: null,
  photo: null,
  sameAs: [],
  conflicts: null,
  ...given,
});

const guide = (given: Partial<GuideProps> = {}): GuideProps => ({
  id: 3,
  slug: 'teas',
  title: 'Teas',
  metaTitle: null,
  metaDescription: null,
  isHidden: false,
  category: null,
  authorName: null,
  author: null,
  reviewer: null,
  reviewedAt: null,
  publishedAt: '2026-01-01T12:00:00Z',
  updatedAt: '2026-02-01T12:00:00Z',
  image: null,
  lede: null,
  excerpt: '',
  intro: null,
  parts: [],
  tested: 'research_only',
  methodology: null,
  rubric: [],
  faq: [],
  sources: [],
  changes: [],
  products: [],
  related: [],
  isSample: false,
  ...given,
});

const open = (given: Partial<GuideProps> = {}): Document =>
  new DOMParser().parseFromString(
    renderGuide(shell, guide(given)).replace(/<link rel="stylesheet"[^>]*>|<script[^>]*>.*?<\/script>/g, ''),
    'text/html',
  );
const texts = (page: ParentNode, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent.replace(/\s+/g, ' ').trim());
const part = (page: Document, heading: string): Element => page.getElementById(heading)!.closest('section')!;

test('the way to the page leads through its category', () => {
  const crumbs = open({ category: { slug: 'drinks', name: 'Drinks' } }).querySelectorAll('.crumbs li');
  expect([...crumbs].map((li) => [li.textContent, li.querySelector('a')?.getAttribute('href')])).toEqual([
    ['Home', '/INNER'],
    ['Guides', '/INNER#guides'],
    ['Drinks', '/categories/drinksINNER'],
    ['Teas', undefined],
  ]);
});

test('author and reviewer stand below the title with their credentials and the day', () => {
  const page = open({
    author: person('Mara', { credentials: 'RD' }),
    reviewer: person('Ola', { credentials: 'PhD' }),
    reviewedAt: '2026-01-20T12:00:00Z',
  });
  const byline = page.querySelector('.byline')!;
  expect(byline.textContent).toContain('By Mara, RD');
  expect(byline.textContent).toContain('Reviewed by Ola, PhD on Jan 20, 2026');
  expect([...byline.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/authors/maraINNER',
    '/authors/olaINNER',
  ]);
});

test.each([
  ['without credentials', { reviewer: person('Ola'), reviewedAt: '2026-01-20T12:00:00Z' }],
  ['without a day', { reviewer: person('Ola', { credentials: 'PhD' }), reviewedAt: null }],
])('nobody is a reviewer %s', (_name, given) => {
  expect(open(given).querySelector('.byline')!.textContent).not.toContain('Reviewed');
});

test('who wrote and checked it says what binds them', () => {
  const page = open({
    author: person('Mara', { bio: 'Writes.', conflicts: 'Owns a tea shop.' }),
    reviewer: person('Ola', { credentials: 'PhD', licenceUrl: 'https://register.example/7' }),
    reviewedAt: '2026-01-20T12:00:00Z',
  });
  const people = part(page, 'people');
  expect(texts(people, '.kicker')).toEqual(['Wrote this page', 'Reviewed this page']);
  expect(people.textContent).toContain('Conflicts of interest: Owns a tea shop.');
  expect(people.textContent).toContain('Conflicts of interest: none stated');
  expect(people.querySelector('a[href="https://register.example/7"]')).not.toBeNull();
});

test('quick picks are the first three and whatever else has a badge, five at most', () => {
  const products = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => product(id, { badge: id > 4 ? `Best ${id}` : null }));
  expect(texts(open({ products }), '.pick-name > a')).toEqual(['Tea 1', 'Tea 2', 'Tea 3', 'Tea 5', 'Tea 6']);
  expect(open({ products: [product(1)] }).querySelector('.picks')).toBeNull();
});

test('the comparison is made of what the products say, and marks what is the same for all', () => {
  const page = open({
    products: [
      product(1, { score: 8, attributes: { Form: 'Loose', Origin: 'Assam', Odd: 'x' } }),
      product(2, { attributes: { Form: 'Loose', Origin: 'Kerala' } }),
      product(3, { attributes: { Form: 'Loose' } }),
    ],
  });
  const table = page.querySelector('.compare table')!;
  expect(texts(table, 'thead th')).toEqual(['Product', 'Score', 'Form', 'Origin']);
  expect(texts(table, 'tbody tr:nth-child(3) > *')).toEqual(['Tea 3', 'Not scored', 'Loose', 'Not stated']);
  expect(texts(table, 'thead .same')).toEqual(['Form']);
  // the words that each cell carries on a phone
  expect([...table.querySelectorAll('tbody tr:first-child td')].map((td) => td.getAttribute('data-label'))).toEqual([
    'Score',
    'Form',
    'Origin',
  ]);
  expect(page.querySelector('label[for="differences"]')!.textContent).toBe('Differences only');
});

test('a column that one product leaves open is no common ground', () => {
  const products = [product(1, { attributes: { Form: 'Loose' } }), product(2, { attributes: { Form: 'Loose' } })];
  expect(open({ products: [...products, product(3)] }).querySelector('.same')).toBeNull();
  // nothing would be left, so nothing is offered
  expect(open({ products }).querySelector('#differences')).toBeNull();
});

test('prices of one day say it once for each block, those of several days each say their own', () => {
  const price = (day: string) => ({ label: '$4.00', was: null, checkedAt: `2026-01-${day}T12:00:00Z`, mayVary: false });
  const days = (page: Document, block: string) => texts(page, `${block} .as-of`);
  const shared = open({
    products: [1, 2].map((id) => product(id, { price: price('05'), attributes: { Form: 'Loose' } })),
  });
  for (const block of ['.picks', '.compare']) expect(days(shared, block)).toEqual(['Prices as of Jan 5, 2026']);
  expect(texts(shared, '.dock-name small')).toEqual(['$4.00, Jan 5, 2026', '$4.00, Jan 5, 2026']);
  const split = open({
    products: ['05', '06'].map((day, i) => product(i + 1, { price: price(day), attributes: { Form: 'Loose' } })),
  });
  for (const block of ['.picks', '.compare'])
    expect(days(split, block)).toEqual(['as of Jan 5, 2026', 'as of Jan 6, 2026']);
});

test('a product that stands elsewhere than its score says why', () => {
  const page = open({ products: [product(1, { rankReason: 'The only one in stock.' }), product(2)] });
  expect(texts(page, '.product-text').join()).toContain('Why it stands here: The only one in stock.');
});

test('a price of a week or more says that it may vary, wherever it stands', () => {
  const price = { label: '$4.00', was: null, checkedAt: '2026-01-01T12:00:00Z', mayVary: true };
  const page = open({ products: [1, 2].map((id) => product(id, { price, attributes: { Form: 'Loose' } })) });
  for (const place of ['.pick-price', '.compare td[data-label="Price"]', '.product .price'])
    expect(page.querySelector(place)!.textContent, place).toContain('may vary');
});

test('the arithmetic of each score can be done again by the reader', () => {
  const page = open({
    rubric: RUBRIC,
    products: [
      product(1, { score: 8.6, subScores: scored(9, 8) }),
      product(2, { score: 7.1, subScores: scored(7, 7.3) }),
    ],
  });
  expect(texts(page, '#p1 .sub-scores div')).toEqual(['Taste9.0 × 60', 'Price8.0 × 40']);
  expect(texts(page, '#p1 .sum')).toEqual(['Sum ÷ 100 = 8.6']);
  expect(texts(page, '#p2 .sum')).toEqual(['Sum ÷ 100 = 7.1, rounded']);
  const how = part(page, 'how');
  expect(texts(how, '.rubric dt')).toEqual(['Taste', 'Price']);
  expect(texts(how, '.share')).toEqual(['60 of 100', '40 of 100']);
  expect(how.textContent).toContain('The sum stands on the card of each product.');
});

test('a score that was set by hand says what it adds up to, and why it is another', () => {
  const products = [product(1, { score: 9, subScores: scored(8, 8), scoreReason: 'The recipe changed.' })];
  const page = open({ rubric: RUBRIC, products });
  expect(page.querySelector('#p1 .fold')!.textContent).toContain('÷ 100 = 8.0');
  expect(page.querySelector('#p1 .fold')!.textContent).toContain('Our editors set 9.0 instead: The recipe changed.');
});

test.each([
  [[], undefined],
  [[{ weight: 1, score: 0 }], '0.0'],
  [[{ weight: 3, score: 10 }], '10.0'],
  // 8.05 in tenths: halves go up
  [
    [
      { weight: 1, score: 8 },
      { weight: 1, score: 8.1 },
    ],
    '8.1',
  ],
  [
    [
      { weight: 1, score: 0.1 },
      { weight: 1, score: 0.2 },
      { weight: 1, score: 0.1 },
    ],
    '0.1',
  ],
])('%j adds up to %s', (subScores, total) => {
  expect(sumOf(subScores)?.total).toBe(total);
});

test.each([
  ['hands_on', 'We had these products in our hands'],
  ['research_only', 'We have not used these products ourselves'],
  ['expert_review', 'A person with training in the field'],
] as const)('%s is said in so many words', (tested, words) => {
  expect(part(open({ tested }), 'how').textContent).toContain(words);
});

test('the contents list every part of the page in its order', () => {
  const page = open({
    products: [product(1), product(2)],
    parts: [{ id: 'text-1', title: 'How to choose', html: '<p>So.</p>' }],
    faq: [{ question: 'Why?', answer: 'So.' }],
    sources: [{ title: 'A trial', url: 'https://www.trials.example/1', tier: 'trial' }],
    author: person('Mara'),
    changes: [{ on: '2026-02-01', note: 'New prices.' }],
  });
  const ids = [...page.querySelectorAll('.contents a')].map((link) => link.getAttribute('href')!.slice(1));
  expect(ids).toEqual(['products', 'p1', 'p2', 'how', 'text-1', 'faq', 'sources', 'people', 'changes']);
  const places = [...page.querySelectorAll('[id]')].map((element) => element.id).filter((id) => ids.includes(id));
  expect(places).toEqual(ids);
});

test('sources say what kind of evidence they are and where they lead', () => {
  const sources = part(
    open({ sources: [{ title: 'A trial', url: 'https://www.trials.example/1', tier: 'systematic_review' }] }),
    'sources',
  );
  expect(sources.textContent).toContain('Systematic review');
  expect(sources.textContent).toContain('trials.example');
  expect(sources.querySelector('a')!.getAttribute('rel')).toBe('nofollow noopener');
});

test('changes are told with their day, whatever the zone of the site; older ones are folded', () => {
  const changes = ['04', '03', '02', '01'].map((month) => ({ on: `2026-${month}-01`, note: `Note ${month}` }));
  const page = open({ changes });
  expect(texts(part(page, 'changes'), ':scope > .changes li')).toEqual([
    'April 1, 2026 Note 04',
    'March 1, 2026 Note 03',
    'February 1, 2026 Note 02',
  ]);
  expect(texts(page, 'details .changes li')).toEqual(['January 1, 2026 Note 01']);
  expect(page.querySelector('.byline a')!.getAttribute('href')).toBe('#changes');
});

test('a way to a shop in the text carries the token of the view', () => {
  const intro = '<p><a href="/out/7" rel="sponsored nofollow noopener">Here</a> <a href="/about">us</a></p>';
  const links = [...open({ intro }).querySelectorAll('.intro a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/out/7?v=TOKEN', '/about']);
});

test('bars on phones can be let go, by one labelled box and by each cross', () => {
  const page = open({ products: [product(1), product(2, { isAvailable: false })] });
  const box = page.querySelector<HTMLInputElement>('.ranked input[type="checkbox"]')!;
  const labels = [...page.querySelectorAll(`label[for="${box.id}"]`)];
  expect(labels.map((label) => label.getAttribute('aria-hidden'))).toEqual([null, 'true']);
  expect(page.querySelector('#p2 .dock')).toBeNull();
});

test('the head names the one address and what the editors wrote for it', () => {
  const html = renderGuide(shell, guide({ metaTitle: 'Best teas', metaDescription: 'Four teas.', isHidden: true }));
  expect(html).toContain('<link rel="canonical" href="https://guides.example/listicles/3-teas"/>');
  expect(html).toContain('<title>Best teas | Guidepost</title>');
  expect(html).toContain('<meta name="description" content="Four teas."/>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});
