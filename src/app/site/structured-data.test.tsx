import { expect, test } from 'vitest';
import { renderAuthor, renderCategory, renderGuide, renderHome, renderReview } from './entry.tsx';
import type {
  AuthorProps,
  CategoryProps,
  Editorial,
  GuideCard,
  GuideProps,
  Person,
  PictureImage,
  Product,
  ReviewCard,
  ReviewProps,
  Shell,
} from './props.ts';

const shell: Shell = {
  brand: 'Waymark Review',
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

const BAD = '</script><script>alert(1)</script>&quot;';

const picture = (src: string): PictureImage => ({
  src,
  width: 900,
  height: 600,
  variants: [],
  alt: 'Alt of a picture',
});

const person = (name: string, slug: string): Person => ({
  slug,
  name,
  credentials: `Credentials of ${name}`,
  licenceUrl: `https://register.example/${slug}`,
  jobTitle: `Job of ${name}`,
  bio: `Bio of ${name}.\nSecond line, ${BAD}.`,
  photo: picture(`/media/images/${slug}.jpg`),
  sameAs: [`https://people.example/${slug}`],
  conflicts: `Conflicts of ${name}`,
});

const editorial: Editorial = {
  authorName: 'A bare name that is not shown',
  author: person('Mara Lind', 'mara-lind'),
  reviewer: person('Dr Rea Check', 'rea-check'),
  reviewedAt: '2026-03-04T09:00:00.000Z',
  tested: 'hands_on',
  faq: [
    { question: `How hot ${BAD}?`, answer: 'Eighty degrees.\nNo more.' },
    { question: 'How long?', answer: 'Three minutes.' },
  ],
  sources: [{ title: 'Steeping of leaves', url: 'https://papers.example/steeping?a=1&b=2', tier: 'trial' }],
  changes: [{ on: '2026-02-03', note: 'Prices read again.' }],
};

const product = (given: Partial<Product> = {}): Product => ({
  id: 7,
  rank: 1,
  name: `Plain tea ${BAD}`,
  brand: 'Leafly',
  badge: 'Best overall',
  isBestOverall: true,
  score: 8.5,
  subScores: [],
  scoreReason: null,
  rankReason: null,
  summary: 'A tea for mornings.',
  body: null,
  pros: ['Cheap by the cup', 'Keeps its taste'],
  cons: ['Bitter when left'],
  bestFor: null,
  notFor: null,
  image: picture('/media/images/tin.jpg'),
  price: { label: '$4.00', was: null, checkedAt: '2026-01-01T00:00:00Z', mayVary: false },
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

const guide = (given: Partial<GuideProps> = {}): GuideProps => ({
  ...editorial,
  id: 3,
  slug: 'teas',
  category: { slug: 'hot-drinks', name: 'Hot drinks' },
  title: `Teas compared ${BAD}`,
  publishedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-02-05T00:00:00.000Z',
  image: picture('/media/images/teas.jpg'),
  metaTitle: 'A title for search engines alone',
  metaDescription: 'A description for search engines alone',
  isHidden: false,
  lede: 'What to drink.',
  excerpt: 'About teas',
  intro: '<p>About teas</p>',
  parts: [],
  methodology: null,
  rubric: [],
  products: [product(), product({ id: 8, rank: 2, name: 'Green tea', score: null, pros: [], cons: [], badge: null })],
  related: [],
  isSample: false,
  ...given,
});

const review = (given: Partial<ReviewProps> = {}): ReviewProps => ({
  ...editorial,
  id: 1,
  slug: 'plain-tea',
  title: `Plain tea, tasted ${BAD}`,
  publishedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T05:00:00.000Z',
  image: picture('https://shop.example/tin.png'),
  verdict: `Good & plain. ${BAD}`,
  metaTitle: 'A title for search engines alone',
  metaDescription: 'A description for search engines alone',
  isHidden: false,
  score: 8.5,
  subScores: [{ name: 'Taste', score: 9 }],
  pros: ['Cheap by the cup'],
  cons: ['Bitter when left'],
  sections: [{ heading: 'What it is', body: '<p>Leaves</p>' }],
  gallery: [],
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
  alternatives: [],
  guides: [],
  isSample: false,
  ...given,
});

const card: GuideCard = {
  id: 3,
  slug: 'teas',
  title: `Teas compared ${BAD}`,
  excerpt: 'About teas',
  category: null,
  author: null,
  updatedAt: '2026-02-05T00:00:00.000Z',
  image: null,
  products: 2,
  isFeatured: false,
};
const reviewCard: ReviewCard = {
  slug: 'plain-tea',
  title: 'Plain tea, tasted',
  verdict: null,
  score: null,
  updatedAt: '2026-02-05T00:00:00.000Z',
  image: null,
  productName: 'Plain tea',
};
const paged = { page: 1, pages: 1, total: 1 };
const category = (description: string | null): CategoryProps => ({
  ...paged,
  category: { slug: 'hot-drinks', name: 'Hot drinks', description },
  guides: [card],
  others: [],
});
const author = (given: Partial<Person> = {}): AuthorProps => ({
  ...paged,
  person: { ...person('Mara Lind', 'mara-lind'), ...given },
  guides: [card],
  reviews: [reviewCard],
  checkedGuides: [],
  checkedReviews: [],
});
const bare = {
  ...editorial,
  author: null,
  reviewer: null,
  reviewedAt: null,
  faq: [],
  sources: [],
  changes: [],
};

const PAGES: [name: string, html: string][] = [
  ['home', renderHome(shell, { ...paged, guides: [card], categories: [], reviews: [reviewCard] })],
  ['a full guide', renderGuide(shell, guide())],
  ['a guide with a bare author', renderGuide(shell, guide({ ...bare, authorName: 'Jo Bare', publishedAt: null }))],
  ['a guide without anybody', renderGuide(shell, guide({ ...bare, authorName: null, category: null, image: null }))],
  ['a guide without products', renderGuide(shell, guide({ products: [] }))],
  ['a full review', renderReview(shell, review())],
  ['a bare review', renderReview(shell, review({ ...bare, authorName: null, verdict: null, score: null, pros: [] }))],
  ['a category', renderCategory(shell, category('What is drunk hot.'))],
  ['a category without words', renderCategory(shell, category(null))],
  ['an author', renderAuthor(shell, author())],
  ['an author of whom little is known', renderAuthor(shell, author({ credentials: null, jobTitle: null, bio: null }))],
];

/** The test's browser would try to load what the head names. */
const parse = (html: string): Document =>
  new DOMParser().parseFromString(html.replace(/<link[^>]*>/g, ''), 'text/html');
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a reader can see, with what opens on request, and the days that stand behind the dates. */
function shownBy(html: string): { text: string; days: string[] } {
  const page = parse(html);
  for (const unseen of page.body.querySelectorAll('script, .hidden, [hidden], [aria-hidden="true"]')) unseen.remove();
  const days = [...page.querySelectorAll('time')].map((time) => time.getAttribute('datetime')!);
  return { text: plain(page.body.textContent), days };
}

function dataOf(html: string): { '@graph': Node[] } {
  return JSON.parse(parse(html).querySelector('script[type="application/ld+json"]')!.textContent) as never;
}

/** Every text in the data with the key that it stands under. */
function textsIn(value: unknown, key = ''): [key: string, text: string][] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, key));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([k, v]) => textsIn(v, k));
  return typeof value === 'string' ? [[key, value]] : [];
}

/** Words of schema.org, and addresses: nobody reads them. */
const isForMachines = (key: string, text: string): boolean =>
  key.startsWith('@') || key === 'query-input' || /^https?:\/\/[^\s]*$/.test(text);

test.each(PAGES)('structured data says nothing that the page does not show: %s', (_name, html) => {
  const shown = shownBy(html);
  const texts = textsIn(dataOf(html)).filter(([key, text]) => !isForMachines(key, text));
  expect(texts.length).toBeGreaterThan(0);
  for (const [key, text] of texts) {
    if (/^(date|last)/.test(key)) expect(shown.days).toContain(text);
    else expect(shown.text).toContain(plain(text));
  }
});

test.each(PAGES)('no text of it can end its script, and nobody is said to have rated: %s', (_name, html) => {
  expect(html.match(/<script>/g)).toBeNull();
  expect(html).not.toMatch(/aggregateRating|ratingCount|reviewCount/);
});

const typesOf = (html: string): string[] => dataOf(html)['@graph'].map((node) => node['@type']);
type Node = {
  '@type': string;
  itemListElement?: { name?: string; item?: unknown }[];
  review?: Record<string, unknown>;
  potentialAction?: { target: { urlTemplate: string } };
};
const nodeOf = (html: string, type: string): Node => dataOf(html)['@graph'].find((node) => node['@type'] === type)!;

test('a guide is an article with a list of judged products, its questions and the way to it', () => {
  const html = renderGuide(shell, guide());
  expect(typesOf(html)).toEqual(['Article', 'ItemList', 'FAQPage', 'BreadcrumbList']);
  expect(nodeOf(html, 'Article')).toMatchObject({
    author: { '@type': 'Person', name: 'Mara Lind', url: 'https://guides.example/authors/mara-lind' },
    dateModified: '2026-02-05',
    image: 'https://guides.example/media/images/teas.jpg',
    publisher: { '@type': 'Organization', name: 'Waymark Review' },
    mainEntityOfPage: {
      '@type': 'WebPage',
      '@id': 'https://guides.example/listicles/3-teas',
      reviewedBy: { name: 'Dr Rea Check' },
      lastReviewed: '2026-03-04',
    },
  });
  const [first, second] = nodeOf(html, 'ItemList').itemListElement!;
  expect(first!.item).toMatchObject({
    '@type': 'Product',
    url: 'https://guides.example/listicles/3-teas#p7',
    review: {
      author: { name: 'Mara Lind' },
      reviewRating: { ratingValue: '8.5', bestRating: 10 },
      positiveNotes: { itemListElement: [{ name: 'Cheap by the cup' }, { name: 'Keeps its taste' }] },
      negativeNotes: { itemListElement: [{ name: 'Bitter when left' }] },
    },
  });
  expect(second).toEqual({ '@type': 'ListItem', position: 2, name: 'Green tea' });
  expect(nodeOf(html, 'BreadcrumbList').itemListElement!.map((one) => one.item)).toEqual([
    'https://guides.example/',
    'https://guides.example/categories/hot-drinks',
    undefined,
  ]);
});

test('a review is a product with our review of it', () => {
  const html = renderReview(shell, review());
  expect(typesOf(html)).toEqual(['Product', 'FAQPage', 'BreadcrumbList']);
  expect(nodeOf(html, 'Product')).toMatchObject({
    brand: { name: 'Leafly' },
    image: 'https://shop.example/tin.png',
    mainEntityOfPage: { reviewedBy: { name: 'Dr Rea Check' } },
    review: {
      author: { name: 'Mara Lind' },
      datePublished: '2026-01-01',
      reviewRating: { ratingValue: '8.5' },
      negativeNotes: { itemListElement: [{ name: 'Bitter when left' }] },
    },
  });
});

test('one statement is too few for strengths and weaknesses', () => {
  const html = renderReview(shell, review({ pros: ['Cheap by the cup'], cons: [] }));
  expect(nodeOf(html, 'Product').review).not.toHaveProperty('positiveNotes');
});

test('home says how the site is searched', () => {
  const home = renderHome(shell, { ...paged, guides: [card], categories: [], reviews: [] });
  expect(nodeOf(home, 'WebSite').potentialAction!.target.urlTemplate).toBe('https://guides.example/search?q={q}');
});
