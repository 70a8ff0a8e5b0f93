import { BuyAction } from './BuyAction.tsx';
import { Deal } from './Deal.tsx';
import { Picture } from './Picture.tsx';
import { PriceLine } from './PriceLine.tsx';
import type { Product } from './props.ts';
import { ProsCons } from './ProsCons.tsx';
import { RichText } from './RichText.tsx';
import { Score } from './Score.tsx';
import { useSite } from './site-context.ts';

type Props = { product: Product };

/** One product of a guide at its rank. */
export function ProductCard({ product }: Props) {
  const { slots } = useSite();
  const { name } = product;
  return (
    <li className="card product" id={`p${product.id}`} data-item={product.id}>
      <span className="rank" aria-hidden="true">
        {product.rank}
      </span>
      <div className="product-head">
        <p className="labels">
          {product.badge && <span className="badge">{product.badge}</span>}
          {product.isSponsored && <span className="label">Paid placement</span>}
        </p>
        <h3>
          <span className="hidden">{product.rank}. </span>
          {name}
        </h3>
        {product.brand && <p className="soft">by {product.brand}</p>}
      </div>
      <Picture image={product.image} name={name} shape="square" />
      <div className="product-buy">
        {product.score !== null && <Score score={product.score} label={`Score of ${name}`} />}
        {product.price && <PriceLine price={product.price} />}
        <Deal coupon={product.coupon} moneyBackDays={product.moneyBackDays} />
        <BuyAction
          to={`/out/${product.id}`}
          text={product.ctaText}
          about={name}
          isAvailable={product.isAvailable}
          standIn={product.standIn}
        />
        {product.reviewSlug && (
          <a className="more" href={`/offer-reviews/${product.reviewSlug}${slots.inner}`}>
            Read our review<span className="hidden"> of {name}</span>
          </a>
        )}
      </div>
      <div className="product-text">
        {product.summary && <p>{product.summary}</p>}
        {(product.bestFor || product.notFor) && (
          <dl className="fit">
            {product.bestFor && (
              <div>
                <dt>Best for</dt>
                <dd>{product.bestFor}</dd>
              </div>
            )}
            {product.notFor && (
              <div>
                <dt>Not for</dt>
                <dd>{product.notFor}</dd>
              </div>
            )}
          </dl>
        )}
        <ProsCons pros={product.pros} cons={product.cons} level={4} />
        {product.body && <RichText html={product.body} />}
      </div>
    </li>
  );
}
