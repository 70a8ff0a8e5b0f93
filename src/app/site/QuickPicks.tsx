import { PaidLink } from './PaidLink.tsx';
import type { Product } from './props.ts';

type Props = { products: Product[] };

/** The first few at a glance; each row leads to its card and to the shop. */
export function QuickPicks({ products }: Props) {
  if (products.length < 2) return null;
  return (
    <section className="picks" aria-labelledby="picks">
      <h2 id="picks">Quick picks</h2>
      <ol>
        {products.slice(0, 5).map((product) => (
          <li key={product.id} className={product.isBestOverall ? 'pick best' : 'pick'}>
            <div className="pick-name">
              <span className="kicker">{product.badge ?? `No. ${product.rank}`}</span>
              <a href={`#p${product.id}`}>{product.name}</a>
              {product.isSponsored && <span className="label">Paid placement</span>}
              {product.standIn && <small className="soft">Sold out, leads to {product.standIn}</small>}
            </div>
            <span className="pick-score">
              {product.score !== null && (
                <>
                  <span className="hidden">Score </span>
                  <strong>{product.score.toFixed(1)}</strong> / 10
                </>
              )}
            </span>
            <span className="pick-price">
              {product.price?.label}
              {product.price?.mayVary && <small> may vary</small>}
            </span>
            {product.isAvailable ? (
              <PaidLink to={`/out/${product.id}`} text={product.ctaText} about={product.standIn ?? product.name} />
            ) : (
              <span className="soft">Not available now</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
