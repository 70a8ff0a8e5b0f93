import type { GuideProps, ReviewProps, Shell } from './props.ts';

/** Structured data says only what the page shows: nothing is invented for search engines. */

type Data = Record<string, unknown>;

/** JSON that cannot end the script element it stands in. */
const toScript = (graph: Data[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');

const person = (name: string | null): Data => (name ? { author: { '@type': 'Person', name } } : {});

const crumbs = (shell: Shell, section: string, title: string): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${shell.origin}/` },
    { '@type': 'ListItem', position: 2, name: section, item: `${shell.origin}/` },
    { '@type': 'ListItem', position: 3, name: title },
  ],
});

const notes = (points: string[]): Data => ({
  '@type': 'ItemList',
  itemListElement: points.map((name, i) => ({ '@type': 'ListItem', position: i + 1, name })),
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
    : { reviewRating: { '@type': 'Rating', ratingValue: score.toFixed(1), bestRating: '10', worstRating: '0' } };

/** Article, its list of products and the breadcrumb of a guide. */
export const guideData = (guide: GuideProps, shell: Shell): string =>
  toScript([
    {
      '@type': 'Article',
      headline: guide.title,
      ...person(guide.author?.name ?? guide.authorName),
      dateModified: guide.updatedAt.slice(0, 10),
      ...(guide.publishedAt ? { datePublished: guide.publishedAt.slice(0, 10) } : {}),
      publisher: { '@type': 'Organization', name: shell.brand },
    },
    ...(guide.products.length > 0
      ? [
          {
            '@type': 'ItemList',
            name: guide.title,
            numberOfItems: guide.products.length,
            itemListElement: guide.products.map((product) => ({
              '@type': 'ListItem',
              position: product.rank,
              name: product.name,
            })),
          },
        ]
      : []),
    crumbs(shell, 'Guides', guide.title),
  ]);

/** The review with its rating, and the breadcrumb. */
export const reviewData = (review: ReviewProps, shell: Shell): string =>
  toScript([
    {
      '@type': 'Review',
      name: review.title,
      ...person(review.author?.name ?? review.authorName),
      dateModified: review.updatedAt.slice(0, 10),
      ...(review.publishedAt ? { datePublished: review.publishedAt.slice(0, 10) } : {}),
      ...(review.verdict ? { reviewBody: review.verdict } : {}),
      ...rating(review.score),
      ...strengths(review.pros, review.cons),
      itemReviewed: {
        '@type': 'Product',
        name: review.product.name,
        ...(review.product.brand ? { brand: { '@type': 'Brand', name: review.product.brand } } : {}),
      },
      publisher: { '@type': 'Organization', name: shell.brand },
    },
    crumbs(shell, 'Reviews', review.title),
  ]);
