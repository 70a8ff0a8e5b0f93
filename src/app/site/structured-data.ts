import { authorPath, categoryPath, guidePath, reviewPath } from './paths.ts';
import type {
  AuthorProps,
  CategoryProps,
  Editorial,
  GuideCard,
  GuideProps,
  Person,
  PictureImage,
  Product,
  ReviewProps,
  Shell,
} from './props.ts';

/** Structured data says only what the page shows, in the same words: nothing is invented for search engines. */

type Data = Record<string, unknown>;

/** JSON that cannot end the script element it stands in. */
const toScript = (graph: Data[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');

/** The site itself and how it is searched. */
export const homeData = (shell: Shell): string =>
  toScript([
    {
      '@type': 'WebSite',
      '@id': `${shell.origin}/#site`,
      name: shell.brand,
      url: `${shell.origin}/`,
      publisher: { '@id': `${shell.origin}/#publisher` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${shell.origin}/search?q={q}` },
        'query-input': 'required name=q',
      },
    },
    publisher(shell),
  ]);

/** The article with its author and checker, its products as a list, the questions, and the way to the page. */
export function guideData(guide: GuideProps, shell: Shell): string {
  const url = shell.origin + guidePath(guide);
  return toScript([
    {
      '@type': 'Article',
      headline: guide.title,
      mainEntityOfPage: webPage(url, guide, shell),
      ...author(guide, shell),
      ...dates(guide),
      ...image(guide.image, shell),
      ...(guide.sources.length > 0 ? { citation: guide.sources.map(source) } : {}),
      publisher: publisher(shell),
    },
    ...(guide.products.length > 0
      ? [
          {
            '@type': 'ItemList',
            itemListElement: guide.products.map((product) => listed(product, guide, url, shell)),
          },
        ]
      : []),
    ...questions(guide.faq),
    crumbs(shell, [
      guide.category
        ? { name: guide.category.name, path: categoryPath(guide.category.slug) }
        : { name: 'Guides', path: '/#guides' },
      { name: guide.title },
    ]),
  ]);
}

/** The product with our review of it, the questions, and the way to the page. */
export function reviewData(review: ReviewProps, shell: Shell): string {
  const url = shell.origin + reviewPath(review.slug);
  return toScript([
    {
      '@type': 'Product',
      name: review.product.name,
      ...brand(review.product.brand),
      ...image(review.image, shell),
      review: {
        '@type': 'Review',
        name: review.title,
        url,
        ...author(review, shell),
        ...dates(review),
        ...(review.verdict ? { reviewBody: review.verdict } : {}),
        ...rating(review.score),
        ...strengths(review.pros, review.cons),
        ...(review.sources.length > 0 ? { citation: review.sources.map(source) } : {}),
        publisher: publisher(shell),
      },
      mainEntityOfPage: webPage(url, review, shell),
    },
    ...questions(review.faq),
    crumbs(shell, [{ name: 'Reviews', path: '/#reviews' }, { name: review.title }]),
  ]);
}

/** The guides of a category, and the way to the page. */
export const categoryData = ({ category, guides }: Pick<CategoryProps, 'category' | 'guides'>, shell: Shell): string =>
  toScript([
    {
      '@type': 'CollectionPage',
      name: category.name,
      url: shell.origin + categoryPath(category.slug),
      ...(category.description ? { description: category.description } : {}),
      ...(guides.length > 0 ? { mainEntity: guideList(guides, shell) } : {}),
    },
    crumbs(shell, [{ name: 'Guides', path: '/#guides' }, { name: category.name }]),
  ]);

/** Who somebody is, as their page says it. */
export const authorData = ({ person }: Pick<AuthorProps, 'person'>, shell: Shell): string =>
  toScript([
    {
      '@type': 'ProfilePage',
      mainEntity: {
        ...personNode(person, shell),
        ...(person.jobTitle ? { jobTitle: person.jobTitle } : {}),
        ...(person.bio ? { description: person.bio } : {}),
        ...image(person.photo, shell),
        ...(person.sameAs.length > 0 ? { sameAs: person.sameAs } : {}),
      },
    },
    crumbs(shell, [{ name: 'About', path: '/about#people' }, { name: person.name }]),
  ]);

const publisher = (shell: Shell): Data => ({
  '@type': 'Organization',
  '@id': `${shell.origin}/#publisher`,
  name: shell.brand,
  url: `${shell.origin}/`,
  logo: `${shell.origin}/favicon.svg`,
});

const personNode = (person: Person, shell: Shell): Data => ({
  '@type': 'Person',
  name: person.name,
  url: shell.origin + authorPath(person.slug),
  ...(person.credentials ? { honorificSuffix: person.credentials } : {}),
});

/** The person, else the bare name, else nobody. */
function author(by: Pick<Editorial, 'author' | 'authorName'>, shell: Shell): Data {
  if (by.author) return { author: personNode(by.author, shell) };
  return by.authorName ? { author: { '@type': 'Person', name: by.authorName } } : {};
}

/** The page and who checked it: `reviewedBy` belongs to pages, not to articles. */
const webPage = (url: string, by: Pick<Editorial, 'reviewer' | 'reviewedAt'>, shell: Shell): Data => ({
  '@type': 'WebPage',
  '@id': url,
  ...(by.reviewer && by.reviewedAt
    ? { reviewedBy: personNode(by.reviewer, shell), lastReviewed: by.reviewedAt.slice(0, 10) }
    : {}),
});

/** The date that the page names under its title: of its last change, else of its publication. */
function dates({ publishedAt, updatedAt }: { publishedAt: string | null; updatedAt: string }): Data {
  const [published, updated] = [publishedAt?.slice(0, 10), updatedAt.slice(0, 10)];
  return published === undefined || updated > published ? { dateModified: updated } : { datePublished: published };
}

const image = (picture: PictureImage | null, shell: Shell): Data =>
  picture ? { image: picture.src.startsWith('/') ? shell.origin + picture.src : picture.src } : {};

const brand = (name: string | null): Data => (name ? { brand: { '@type': 'Brand', name } } : {});

const source = ({ title, url }: Editorial['sources'][number]): Data => ({
  '@type': 'CreativeWork',
  name: title,
  url,
});

/** A product at its rank: what we judge of it, the rest is on its own page. One that is neither scored nor judged is a name in the list. */
function listed(product: Product, guide: GuideProps, url: string, shell: Shell): Data {
  const at = { '@type': 'ListItem', position: product.rank };
  const judged = { ...rating(product.score), ...strengths(product.pros, product.cons) };
  if (Object.keys(judged).length === 0) return { ...at, name: product.name };
  return {
    ...at,
    item: {
      '@type': 'Product',
      name: product.name,
      url: `${url}#p${product.id}`,
      review: { '@type': 'Review', author: publisher(shell), ...author(guide, shell), ...judged },
    },
  };
}

const guideList = (guides: readonly GuideCard[], shell: Shell): Data => ({
  '@type': 'ItemList',
  numberOfItems: guides.length,
  itemListElement: guides.map((guide, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: guide.title,
    url: shell.origin + guidePath(guide),
  })),
});

const notes = (points: string[]): Data => ({
  '@type': 'ItemList',
  itemListElement: points.map((name) => ({ '@type': 'ListItem', name })),
});

/** Strengths and weaknesses, which search engines want only when there are two statements or more. */
const strengths = (pros: string[], cons: string[]): Data =>
  pros.length + cons.length < 2
    ? {}
    : {
        ...(pros.length > 0 ? { positiveNotes: notes(pros) } : {}),
        ...(cons.length > 0 ? { negativeNotes: notes(cons) } : {}),
      };

const rating = (score: number | null): Data =>
  score === null
    ? {}
    : { reviewRating: { '@type': 'Rating', ratingValue: score.toFixed(1), bestRating: 10, worstRating: 0 } };

const questions = (faq: Editorial['faq']): Data[] =>
  faq.length === 0
    ? []
    : [
        {
          '@type': 'FAQPage',
          mainEntity: faq.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ];

/** Home and the rest of the way, the page itself last and without an address. */
const crumbs = (shell: Shell, way: readonly { name: string; path?: string }[]): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...way].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    ...(path === undefined ? {} : { item: shell.origin + path }),
  })),
});
