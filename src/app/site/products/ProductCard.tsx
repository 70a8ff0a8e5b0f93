import { Day } from '../text/Day.tsx';
import { Deal } from '../buying/Deal.tsx';
import { reviewPath } from '../paths.ts';
import { PaidLink } from '../buying/PaidLink.tsx';
import { Picture } from '../text/Picture.tsx';
import { PriceLine } from '../buying/PriceLine.tsx';
import type { Price, Product } from '../props.ts';
import { ProsCons } from './ProsCons.tsx';
import { RichText } from '../text/RichText.tsx';
import { Score } from '../reviews/Score.tsx';
import { ScoreSum } from '../reviews/ScoreSum.tsx';
import { useSite } from '../site-context.ts';
import { Supply } from './Supply.tsx';

type Props = {
  product: Product;
  /** The id of the checkbox that lets the bars of phones go with the page. */
  looseId: string;
};

/** One product of a guide at its rank. */
export function ProductCard({ product, looseId }: Props) {
  const { slots } = useSite();
  const { name } = product;
  return (
    <li className="card product" id={`p${product.id}`} data-item={product.id}>
      <div className="product-head">
        <span className="rank">{product.rank}</span>
        <div>
          {(product.badge ?? product.isSponsored) && (
            <p className="labels">
              {product.badge && (
                <span className="badge" dir="auto">
                  {product.badge}
                </span>
              )}
              {product.isSponsored && <span className="label">Paid placement</span>}
            </p>
          )}
          <h3 dir="auto">{name}</h3>
          {product.brand && (
            <p className="soft">
              by <bdi>{product.brand}</bdi>
            </p>
          )}
          {product.summary && (
            <p className="summary" dir="auto">
              {product.summary}
            </p>
          )}
        </div>
      </div>
      <Picture image={product.image} name={name} shape="square" sizes="180px" />
      <div className="product-side">
        <div className="product-buy">
          {product.score !== null && <Score score={product.score} />}
          {product.price && <PriceLine price={product.price} />}
          <Deal coupon={product.coupon} moneyBackDays={product.moneyBackDays} />
          {product.reviewSlug && (
            <a className="more" href={reviewPath(product.reviewSlug) + slots.inner}>
              Read our review<span className="hidden"> of {name}</span>
            </a>
          )}
          <Supply isAvailable={product.isAvailable} standIn={product.standIn} />
        </div>
        {product.isAvailable && <Dock product={product} looseId={looseId} />}
      </div>
      <div className="product-text">
        <ProsCons pros={product.pros} cons={product.cons} level={4} />
        <Fit product={product} />
        {product.body && <RichText html={product.body} />}
        {product.rankReason && (
          <p>
            <strong>Why it stands here:</strong> <bdi>{product.rankReason}</bdi>
          </p>
        )}
        <ScoreSum product={product} />
      </div>
    </li>
  );
}

/**
 * The button; on phones a bar that stays at the lower edge. What stands beside the button there says nothing new, and the checkbox above
 * the cards does what the cross does.
 */
function Dock({ product: { id, rank, name, price, ctaText, standIn }, looseId }: Props) {
  return (
    <div className="dock">
      <div>
        <label className="dock-close" htmlFor={looseId} aria-hidden="true" />{' '}
        <span className="dock-name" aria-hidden="true">
          <strong dir="auto">{name}</strong> <small>{price ? <DatedPrice price={price} /> : `No. ${rank}`}</small>
        </span>{' '}
        <PaidLink to={`/out/${id}`} text={ctaText} about={standIn ?? name} />
      </div>
    </div>
  );
}

/** A price with its day, as short as the bar of a phone. */
function DatedPrice({ price: { label, checkedAt } }: { price: Price }) {
  return (
    <>
      {`${label}, `}
      <Day at={checkedAt} short />
    </>
  );
}

/** For whom it is, and for whom it is not. */
function Fit({ product: { bestFor, notFor } }: { product: Product }) {
  if (!bestFor && !notFor) return null;
  return (
    <dl className="fit">
      {bestFor && (
        <div>
          <dt>Best for</dt>
          <dd dir="auto">{bestFor}</dd>
        </div>
      )}
      {notFor && (
        <div>
          <dt>Not for</dt>
          <dd dir="auto">{notFor}</dd>
        </div>
      )}
    </dl>
  );
}
