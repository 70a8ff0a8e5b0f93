import { CardTitle } from '../text/CardTitle.tsx';
import { Day } from '../text/Day.tsx';
import { reviewPath } from '../paths.ts';
import { Picture } from '../text/Picture.tsx';
import type { ReviewCard as Review } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { review: Review; level?: 2 | 3 };

/** A review in a list. */
export function ReviewCard({ review, level = 3 }: Props) {
  const { slots } = useSite();
  const Heading = `h${level}` as const;
  return (
    <li className="card review">
      <Picture image={review.image} name={review.productName} shape="square" sizes="128px" />
      <div className="card-body">
        <p className="kicker" dir="auto">
          {review.productName}
        </p>
        <Heading>
          <CardTitle to={reviewPath(review.slug) + slots.inner} title={review.title} />
        </Heading>
        {review.verdict && (
          <p className="excerpt" dir="auto">
            {review.verdict}
          </p>
        )}
        <p className="meta">
          {review.score !== null && (
            <span>
              <span className="hidden">Score </span>
              <strong>{review.score.toFixed(1)}</strong> / 10
            </span>
          )}{' '}
          <Day at={review.updatedAt} short />
        </p>
      </div>
    </li>
  );
}
