import { expect, test } from 'vitest';
import { renderAuthor, renderReview, renderSearch } from '../entry.tsx';
import type { Person, ReviewProps, Shell } from '../props.ts';

const shell: Shell = {
  brand: 'Guidepost',
  tagline: 'Compared with care',
  disclosure: 'We may be paid.',
  contactEmail: '',
  year: 2026,
  timeZone: 'UTC',
  origin: 'https://guides.example',
  stylesheet: '/assets/site.css',
  script: '/site-1.js',
  slots: { token: 'TOKEN', inner: '', and: '' },
};

const person = (given: Partial<Person> = {}): Person => ({
  slug: 'ada-reed',
  name: 'Ada Reed',
  credentials: null,
  licenceUrl: null,
  jobTitle: null,
  bio: null,
  photo: null,
  sameAs: [],
  conflicts: null,
  ...given,
});

/** A review of which nothing is known but its title. */
const review = (given: Partial<ReviewProps> = {}): ReviewProps => ({
  id: 1,
  slug: 'plain-tea',
  title: 'Plain tea, tasted',
  authorName: null,
  author: null,
  reviewer: null,
  reviewedAt: null,
  tested: 'research_only',
  faq: [],
  sources: [],
  changes: [],
  publishedAt: null,
  updatedAt: '2026-01-01T00:00:00Z',
  image: null,
  verdict: null,
  metaTitle: null,
  metaDescription: null,
  isHidden: false,
  score: null,
  subScores: [],
  pros: [],
  cons: [],
  sections: [],
  gallery: [],
  product: {
    name: 'Plain tea',
    brand: null,
    price: null,
    coupon: null,
    moneyBackDays: null,
    shippingNote: null,
    attributes: {},
    isAvailable: true,
  },
  alternatives: [],
  guides: [],
  isSample: false,
  ...given,
});

const whole = review({
  score: 8.5,
  subScores: [{ name: 'Taste', score: 9 }],
  sections: [{ heading: 'In the cup', body: '<p>Brown</p>' }],
  faq: [{ question: 'Is it black?', answer: 'It is.' }],
  sources: [{ title: 'A label', url: 'https://label.example/', tier: 'other' }],
  changes: [{ on: '2026-01-01', note: 'Tasted again.' }],
  gallery: [{ src: '/media/a.webp', width: 600, height: 400, variants: [], alt: 'The tin' }],
  product: { ...review().product, attributes: { Form: 'Loose' }, shippingNote: 'Free' },
  alternatives: [
    {
      itemId: 9,
      name: 'Green tea',
      brand: null,
      summary: null,
      score: 7,
      image: null,
      guide: { id: 3, slug: 'teas', title: 'Teas' },
    },
  ],
});

const parse = (html: string): Document =>
  new DOMParser().parseFromString(
    html.replace(/<link rel="stylesheet"[^>]*>|<script[^>]*>.*?<\/script>/g, ''),
    'text/html',
  );
const titles = (page: Document): string[] => [...page.querySelectorAll('main h2')].map((title) => title.textContent);

test('the parts of a review stand in their order, and the contents lead to each', () => {
  const page = parse(renderReview(shell, whole));
  expect(titles(page)).toEqual([
    'Our verdict',
    'On this page',
    'Not tested by us',
    'Key facts',
    'In the cup',
    'Pictures',
    'Alternatives',
    'Questions and answers',
    'Sources',
    'What changed',
  ]);
  const places = [...page.querySelectorAll('nav[aria-labelledby="contents"] a')];
  expect(places.length).toBeGreaterThan(6);
  for (const place of places) expect(page.querySelector(place.getAttribute('href')!)).not.toBeNull();
});

test('a review of which little is known shows no empty part', () => {
  const page = parse(renderReview(shell, review()));
  expect(titles(page)).toEqual(['Our verdict', 'Not tested by us']);
  expect(page.querySelector('main .contents')).toBeNull();
});

test('sub-scores, facts, pictures and alternatives say what they were given', () => {
  const page = parse(renderReview(shell, whole));
  expect(page.querySelector('.sub-scores')?.textContent).toBe('Taste9.0');
  expect([...page.querySelectorAll('.facts div')].map((fact) => fact.textContent)).toEqual([
    'FormLoose',
    'ShippingFree',
  ]);
  expect(page.querySelector('.gallery img')?.getAttribute('alt')).toBe('The tin');
  expect(page.querySelector('.alternatives a')?.getAttribute('href')).toBe('/listicles/3-teas#p9');
});

test('the bar of phones stands in the part below the disclosure and the verdict, can be put away, and goes with the offer', () => {
  const page = parse(renderReview(shell, whole));
  const around = page.querySelector('.buy-bar')!.parentElement!;
  expect(around.querySelector('.disclosure, .verdict')).toBeNull();
  expect(page.querySelector('label[for="hide-buy-bar"]')?.textContent).toBe('Hide this bar');
  expect(page.querySelector<HTMLInputElement>('#hide-buy-bar')?.type).toBe('checkbox');
  const soldOut = renderReview(shell, { ...whole, product: { ...whole.product, isAvailable: false } });
  expect(parse(soldOut).querySelector('.buy-bar')).toBeNull();
  expect(soldOut).not.toContain('href="/out/');
});

test('words for search engines stand in the head alone, and a hidden review says so', () => {
  const page = parse(renderReview(shell, review({ metaTitle: 'Tea: is it good?', isHidden: true })));
  expect(page.title).toBe('Tea: is it good? | Guidepost');
  expect(page.querySelector('h1')?.textContent).toBe('Plain tea, tasted');
  expect(page.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex');
});

test('what is found is marked, and text that looks like markup stays text', () => {
  const html = renderSearch(shell, {
    query: '<i>tea',
    hits: [
      {
        kind: 'product',
        path: '/listicles/3-teas',
        anchor: '#p9',
        title: [
          { text: 'Green ', hit: false },
          { text: 'tea', hit: true },
        ],
        snippet: [{ text: '<script>alert(1)</script>', hit: true }],
        within: 'Teas & more',
      },
    ],
    suggestion: null,
    categories: [],
    popular: [],
  });
  expect(html).toContain('<a href="/listicles/3-teas#p9" dir="auto">Green <mark>tea</mark></a>');
  expect(html).toContain('<mark>&lt;script&gt;alert(1)&lt;/script&gt;</mark>');
  expect(parse(html).querySelector('h1')?.textContent).toBe('Results for “<i>tea”');
  expect(parse(html).querySelector('.title-block .soft')?.textContent).toBe('1 result: 1 product');
});

const authorOf = (given: Parameters<typeof person>[0]) => ({
  person: person(given),
  guides: [],
  reviews: [],
  checkedGuides: [],
  checkedReviews: [],
  page: 1,
  pages: 0,
  total: 0,
});

test.each([
  [{ credentials: 'RD', jobTitle: 'Dietitian' }, 'RDDietitian'],
  [{ credentials: null, jobTitle: 'Dietitian' }, 'Dietitian'],
  [{ credentials: 'RD', jobTitle: null }, 'RD'],
  [{ credentials: null, jobTitle: null }, undefined],
])('an author’s page says what the person is: %o', (given, role) => {
  expect(parse(renderAuthor(shell, authorOf(given))).querySelector('.author-role')?.textContent).toBe(role);
});

test('an author’s page shows how to check the person, and links out without passing weight', () => {
  const given = authorOf({ licenceUrl: 'https://www.register.example/1', sameAs: ['https://orcid.example/1/'] });
  const links = [...parse(renderAuthor(shell, given)).querySelectorAll('main .facts a')];
  expect(links.map((link) => [link.textContent, link.getAttribute('rel')])).toEqual([
    ['register.example/1', 'nofollow noopener'],
    ['orcid.example/1', 'nofollow noopener'],
  ]);
});
