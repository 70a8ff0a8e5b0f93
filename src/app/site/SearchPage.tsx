import { Document } from './Document.tsx';
import { GuideGrid } from './GuideGrid.tsx';
import { count } from './labels.ts';
import type { SearchProps, Shell } from './props.ts';
import { ReviewCard } from './ReviewCard.tsx';
import { SearchForm } from './SearchForm.tsx';

type Props = SearchProps & { shell: Shell };

/** Results by kind, or what to do when there are none. */
export function SearchPage({ shell, query, guides, products, reviews }: Props) {
  const total = guides.length + products.length + reviews.length;
  const head = {
    title: query ? `Search: ${query}` : 'Search',
    description: `Search the guides and reviews of ${shell.brand}.`,
    path: '/search',
    hidden: true,
  };
  return (
    <Document shell={shell} head={head}>
      <div className="wrap page">
        <h1>{query ? `Results for “${query}”` : 'Search'}</h1>
        <SearchForm id="page-search" label="Guides and reviews" query={query} />
        {query && total > 0 && <p className="soft">{count(total, 'result')}</p>}
        {query && total === 0 && (
          <p className="empty">
            <strong>Nothing found.</strong> Try a shorter or more general word, or{' '}
            <a href="/#guides">browse all guides</a>.
          </p>
        )}
        {!query && <p className="soft">Type a word above to search guides, products and reviews.</p>}
        {guides.length > 0 && (
          <section aria-labelledby="found-guides">
            <h2 id="found-guides">Guides</h2>
            <GuideGrid guides={guides} />
          </section>
        )}
        {products.length > 0 && (
          <section aria-labelledby="found-products">
            <h2 id="found-products">Products</h2>
            <ul className="rows">
              {products.map((product) => (
                <li key={product.itemId}>
                  <a href={`/listicles/${product.guideId}#p${product.itemId}`}>{product.name}</a>
                  {product.summary && <p>{product.summary}</p>}
                  <p className="meta">In the guide {product.guideTitle}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {reviews.length > 0 && (
          <section aria-labelledby="found-reviews">
            <h2 id="found-reviews">Reviews</h2>
            <ul className="grid reviews">
              {reviews.map((review) => (
                <ReviewCard key={review.slug} review={review} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Document>
  );
}
