import { OwnPriceDay } from '../buying/OwnPriceDay.tsx';
import { PaidLink } from '../buying/PaidLink.tsx';
import { sharedDay } from '../buying/price-age.ts';
import { PriceDay } from '../buying/PriceDay.tsx';
import type { Product } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { products: Product[] };

const FIRST = 3;
const MOST = 5;

/** The first three, and what else carries a badge. */
const picksOf = (products: Product[]): Product[] =>
  products.filter((product, i) => i < FIRST || product.badge !== null).slice(0, MOST);

/** A few at a glance; each row leads to its card and to the shop. */
export function QuickPicks({ products }: Props) {
  const { timeZone } = useSite();
  if (products.length < 2) return null;
  const picks = picksOf(products);
  const prices = picks.map(({ price }) => price);
  const hasOneDay = sharedDay(prices, timeZone) !== undefined;
  return (
    <section className="picks">
      <h2 id="picks">Quick picks</h2>
      <ol>
        {picks.map((product) => (
          <li key={product.id} className={product.isBestOverall ? 'pick best' : 'pick'}>
            <div className="pick-name">
              <span className="kicker" dir="auto">
                {product.badge ?? `No. ${product.rank}`}
              </span>{' '}
              <a href={`#p${product.id}`} dir="auto">
                {product.name}
              </a>{' '}
              {product.summary && (
                <span className="pick-why" dir="auto">
                  {product.summary}
                </span>
              )}{' '}
              {product.isSponsored && <span className="label">Paid placement</span>}{' '}
              {product.standIn && (
                <small className="soft">
                  Not available, leads to <bdi>{product.standIn}</bdi>
                </small>
              )}
            </div>
            <span className="pick-score">
              {product.score !== null && (
                <>
                  <span className="hidden">Score </span>
                  <strong>{product.score.toFixed(1)}</strong> / 10
                </>
              )}
            </span>{' '}
            <span className="pick-price">
              {product.price?.label} {product.price?.mayVary && <small>may vary</small>}
              {product.price && !hasOneDay && <OwnPriceDay price={product.price} />}
            </span>{' '}
            {product.isAvailable ? (
              <PaidLink to={`/out/${product.id}`} text={product.ctaText} about={product.standIn ?? product.name} />
            ) : (
              <span className="soft pick-none">Not available now</span>
            )}
          </li>
        ))}
      </ol>
      <PriceDay prices={prices} />
    </section>
  );
}
