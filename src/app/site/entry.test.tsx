import { expect, test } from 'vitest';
import {
  renderAbout,
  renderContact,
  renderGuide,
  renderHome,
  renderPrivacy,
  renderProblem,
  renderReview,
  renderSearch,
  renderTerms,
} from './entry.tsx';
import type { GuideProps, PictureImage, Product, ReviewProps, Shell } from './props.ts';

const PRIVACY = {
  clickRetentionDays: 61,
  logRetentionDays: 17,
  contactRetentionDays: 365,
  choice: { isOptedOut: false, hasSignal: false },
};
const shell: Shell = {
  brand: 'Guidepost',
  tagline: 'Compared with care',
  disclosure: 'We may be paid.',
  contactEmail: 'hello@guides.example',
  year: 2026,
  timeZone: 'UTC',
  origin: 'https://guides.example',
  stylesheet: '/assets/site.css',
  script: '/site-1.js',
  slots: { token: 'TOKEN', inner: '', and: '' },
};

const picture = (alt = ''): PictureImage => ({
  src: '/media/a.webp',
  width: 900,
  height: 600,
  variants: [],
  alt,
});

const product = (given: Partial<Product> = {}): Product => ({
  id: 7,
  rank: 1,
  name: 'Plain tea',
  brand: 'Leafly',
  badge: 'Best overall',
  isBestOverall: true,
  score: 8.5,
  subScores: [],
  scoreReason: null,
  rankReason: null,
  summary: 'A tea.',
  body: '<p>Long text</p>',
  pros: ['Cheap'],
  cons: ['Bitter'],
  bestFor: 'Mornings',
  notFor: 'Nights',
  image: null,
  price: { label: '$4.00', was: '$5.00', checkedAt: '2026-01-01T00:00:00Z', mayVary: false },
  coupon: { code: 'TEN', text: '10% off', endsAt: null },
  moneyBackDays: 30,
  ctaText: 'Check price',
  isAvailable: true,
  standIn: null,
  isSponsored: false,
  reviewSlug: 'plain-tea',
  attributes: { Form: 'Loose' },
  ...given,
});

const guide = (products: Product[] = [product()], given: Partial<GuideProps> = {}): GuideProps => ({
  id: 3,
  slug: 'teas',
  title: 'Teas',
  metaTitle: null,
  metaDescription: null,
  isHidden: false,
  category: null,
  authorName: 'Mara',
  author: null,
  reviewer: null,
  reviewedAt: null,
  publishedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-02-01T00:00:00Z',
  image: null,
  lede: null,
  excerpt: 'About teas',
  intro: '<p>About teas</p>',
  parts: [],
  tested: 'research_only',
  methodology: null,
  rubric: [],
  faq: [],
  sources: [],
  changes: [],
  products,
  related: [],
  isSample: false,
  ...given,
});

const review = (given: Partial<ReviewProps> = {}): ReviewProps => ({
  id: 1,
  slug: 'plain-tea',
  title: 'Plain tea, tasted',
  authorName: 'Mara',
  author: null,
  reviewer: null,
  reviewedAt: null,
  metaTitle: null,
  isHidden: false,
  subScores: [],
  gallery: [],
  faq: [],
  sources: [],
  changes: [],
  alternatives: [],
  publishedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T05:00:00Z',
  image: null,
  verdict: 'Good & plain.',
  metaDescription: null,
  score: 8.5,
  pros: ['Cheap'],
  cons: ['Bitter'],
  sections: [{ heading: 'What it is', body: '<p>Leaves</p>' }],
  tested: 'research_only',
  product: {
    name: 'Plain tea',
    brand: 'Leafly',
    price: null,
    coupon: null,
    moneyBackDays: null,
    shippingNote: null,
    attributes: {},
    isAvailable: true,
  },
  guides: [],
  isSample: false,
  ...given,
});

const home = { guides: [], categories: [], reviews: [], page: 1, pages: 1, total: 0 };
const noForm = { isSent: false, values: { name: '', email: '', message: '' }, errors: {} };
const PAGES: [name: string, html: string][] = [
  ['home', renderHome(shell, home)],
  ['second page of guides', renderHome(shell, { ...home, page: 2, pages: 2, total: 13 })],
  ['guide', renderGuide(shell, guide())],
  ['empty guide', renderGuide(shell, guide([]))],
  ['review', renderReview(shell, review())],
  ['search', renderSearch(shell, { query: 'tea', hits: [], suggestion: null, categories: [], popular: [] })],
  ['about', renderAbout(shell, { people: [] })],
  ['contact', renderContact(shell, noForm)],
  ['terms', renderTerms(shell)],
  ['privacy', renderPrivacy(shell, PRIVACY)],
  ['not found', renderProblem(shell, { status: 404, requestId: null, guides: [] })],
  ['gone', renderProblem(shell, { status: 410, requestId: null, guides: [] })],
  ['error', renderProblem(shell, { status: 500, requestId: 'r1', guides: [] })],
];

/** The test's browser would try to load what the head names. */
const parse = (html: string): Document =>
  new DOMParser().parseFromString(
    html.replace(/<link rel="stylesheet"[^>]*>|<script src=[^>]*><\/script>/g, ''),
    'text/html',
  );

const textOf = (html: string): string => {
  const page = parse(html);
  for (const script of page.querySelectorAll('script')) script.remove();
  return page.body.textContent;
};

test.each(PAGES)('%s has the layout, the statements and one first heading', (_name, html) => {
  const page = parse(html);
  expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true);
  expect(page.title).not.toBe('');
  expect(page.querySelectorAll('h1')).toHaveLength(1);
  for (const nav of ['Main', 'Menu']) {
    const links = [...page.querySelectorAll(`nav[aria-label="${nav}"] a`)];
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['HOME', '/'],
      ['ABOUT', '/about'],
      ['CONTACT', '/contact'],
    ]);
  }
  expect(page.querySelector('#menu')?.getAttribute('popover')).toBe('auto');
  expect(page.querySelector('#menu label')?.textContent).toBe('Search life hacks...');
  expect(page.querySelector('#menu .button')?.textContent).toBe('Get Started');
  const footer = page.querySelector('footer')!;
  expect([...footer.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/about',
    '/contact',
    '/search',
    '/#guides',
    '/terms',
    '/privacy',
    '/contact',
  ]);
  for (const words of [
    'an advertisement and not a news article',
    'paid for qualified lead referrals',
    'have not been evaluated by',
    'Nothing here is medical advice',
    'Individual results vary',
    '© 2026 Guidepost',
  ]) {
    expect(footer.textContent).toContain(words);
  }
  const ids = [...page.querySelectorAll('[id]')].map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(PAGES)('%s holds nothing that a strict policy refuses', (_name, html) => {
  expect(html).not.toMatch(/ style=| on[a-z]+="|<style|javascript:/i);
  expect(html.match(/<script[^>]*>/g)?.filter((tag) => !/ src=| type="application\/ld\+json"/.test(tag))).toEqual([]);
});

test('the default title is that of pages without one', () => {
  expect(renderHome(shell, home)).toContain('<title>Health &amp; Wellness Guides</title>');
  expect(renderAbout(shell, { people: [] })).toContain('<title>About | Guidepost</title>');
});

test('the disclosure stands before the first paid link', () => {
  for (const html of [renderGuide(shell, guide()), renderReview(shell, review())]) {
    expect(html.indexOf('We may be paid.')).toBeGreaterThan(0);
    expect(html.indexOf('We may be paid.')).toBeLessThan(html.indexOf('href="/out/'));
  }
});

test('every paid link is marked, labelled and carries the token', () => {
  const html = renderGuide(shell, guide([product(), product({ id: 8, rank: 2 })])) + renderReview(shell, review());
  const links = html.match(/<a [^>]*href="\/out\/[^>]*>/g)!;
  // the review repeats its button in the bar of phones
  expect(links).toHaveLength(7);
  for (const link of links) {
    expect(link).toMatch(/\?v=TOKEN(&amp;p=[a-z]+)?"/);
    expect(link).toContain('rel="sponsored nofollow noopener"');
  }
  expect(html.match(/<small>Paid link<\/small>/g)).toHaveLength(7);
});

test('each button of a review names its place once, for who looks and for who clicks; those of a guide name none', () => {
  const html = renderReview(shell, review());
  const named = [...html.matchAll(/data-place="(\w+)"><a [^>]*href="[^"]*&amp;p=(\w+)"/g)].map(([, ...two]) => two);
  expect(named).toEqual(['verdict', 'end', 'sticky'].map((place) => [place, place]));
  expect([...html.matchAll(/data-depth="(\d+)"/g)].map((found) => found[1])).toEqual(['25', '50', '75', '100']);
  expect(renderGuide(shell, guide([product()]))).not.toMatch(/data-place|data-depth|p=/);
});

test('what cannot be bought has no button, and a stand-in is named', () => {
  const gone = renderGuide(shell, guide([product({ isAvailable: false })]));
  expect(gone).not.toContain('href="/out/');
  expect(gone).toContain('Not available at the moment.');
  const standIn = renderGuide(shell, guide([product({ standIn: 'Green tea', price: null })]));
  expect(textOf(standIn)).toContain('The button leads to Green tea instead.');
  // why it takes nobody is not known: its page may be gone, its dates over, its cap reached
  const picks = [1, 2, 3].map((id) => product({ id, standIn: 'Green tea' }));
  expect(textOf(renderGuide(shell, guide(picks)))).toContain('Not available, leads to Green tea');
});

test('a paid place says so, and so does sample content', () => {
  expect(textOf(renderGuide(shell, guide([product({ isSponsored: true })])))).toContain('Paid placement');
  expect(textOf(renderGuide(shell, guide([], { isSample: true })))).toContain('invented');
});

test('a missing picture is a tile with the initial', () => {
  expect(renderGuide(shell, guide())).toMatch(/<span class="tile square[^>]*>P<\/span>/);
  expect(renderGuide(shell, guide([product({ image: picture('A tin') })]))).toContain('alt="A tin"');
});

test.each([
  ['hands_on', 'Tested by us'],
  ['research_only', 'Not tested by us'],
  ['expert_review', 'Judged by an expert'],
] as const)('%s says "%s"', (tested, words) => {
  expect(textOf(renderReview(shell, review({ tested })))).toContain(words);
});

test('the privacy page names the periods of the settings', () => {
  const text = textOf(renderPrivacy(shell, PRIVACY));
  for (const period of ['61 days', '17 days', '365 days']) expect(text).toContain(period);
});

test.each([
  [false, 'This browser is counted', 'Do not count me', 'value="out"'],
  [true, 'This browser is not counted.', 'Count me again', 'value="in"'],
])('the privacy page says how the browser stands: opted out %s', (isOptedOut, state, button, value) => {
  const page = renderPrivacy(shell, { ...PRIVACY, choice: { isOptedOut, hasSignal: false } });
  expect(textOf(page)).toContain(state);
  expect(textOf(page)).toContain(button);
  expect(page).toContain(value);
});

test.each([
  [true, 'Your browser sends the signal.'],
  [false, 'Your browser does not send the signal at present.'],
])('the privacy page says whether Global Privacy Control arrives: %s', (hasSignal, words) => {
  expect(textOf(renderPrivacy(shell, { ...PRIVACY, choice: { isOptedOut: false, hasSignal } }))).toContain(words);
});

test('only the lead picture loads at once, so that the head names no other', () => {
  const card = {
    id: 1,
    slug: 'a',
    title: 'A',
    excerpt: '',
    category: null,
    author: null,
    updatedAt: '2026-01-01T00:00:00Z',
    image: picture(),
    products: 1,
    isFeatured: true,
  };
  const html = renderHome(shell, { ...home, guides: [card, { ...card, id: 2 }], total: 2 });
  expect(html.match(/loading="eager"/g)).toHaveLength(1);
  expect(html.match(/loading="lazy"/g)).toHaveLength(1);
});
