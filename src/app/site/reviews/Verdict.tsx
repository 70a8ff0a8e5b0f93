import type { ReactNode } from 'react';
import { Bar } from '../frame/Bar.tsx';
import { Deal } from '../buying/Deal.tsx';
import { Picture } from '../text/Picture.tsx';
import { PriceLine } from '../buying/PriceLine.tsx';
import type { ReviewProps } from '../props.ts';
import { ProsCons } from '../products/ProsCons.tsx';
import { Score } from './Score.tsx';

type Props = { review: ReviewProps; buy: ReactNode };

/** The review in a box: picture, verdict, what speaks for and against, scores, price, the way to the shop. */
export function Verdict({ review, buy }: Props) {
  const { product } = review;
  return (
    <section className="card verdict" aria-labelledby="verdict">
      <Picture
        image={review.image}
        name={product.name}
        shape="square"
        isFirst
        sizes="(min-width: 900px) 240px, 240px"
      />
      <div className="verdict-text">
        <h2 id="verdict">Our verdict</h2>
        <p className="soft">
          <bdi>{product.name}</bdi>
          {product.brand && (
            <>
              {' by '}
              <bdi>{product.brand}</bdi>
            </>
          )}
        </p>
        {review.verdict && (
          <p className="lede" dir="auto">
            {review.verdict}
          </p>
        )}
        <ProsCons pros={review.pros} cons={review.cons} level={3} />
        {review.subScores.length > 0 && (
          <dl className="sub-scores">
            {review.subScores.map(({ name, score }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Bar value={score} />
                  {score.toFixed(1)}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="product-buy">
        {review.score !== null && <Score score={review.score} />}
        {product.price && <PriceLine price={product.price} />}
        <Deal coupon={product.coupon} moneyBackDays={product.moneyBackDays} />
        {buy}
      </div>
    </section>
  );
}
