import { Day } from './Day.tsx';
import { Picture } from './Picture.tsx';
import type { ReviewCard as Review } from './props.ts';
import { useSite } from './site-context.ts';

type Props = { review: Review; level?: 2 | 3 };

/** A review in a list. */
export function ReviewCard({ review, level = 3 }: Props) {
  const { slots } = useSite();
  const Heading = `h${level}` as const;
  return (
    <li className="card review">
      <Picture image={review.image} name={review.productName} shape="square" />
      <div className="card-body">
        <Heading>
          <a className="cover" href={`/offer-reviews/${review.slug}${slots.inner}`}>
            {review.title}
          </a>
        </Heading>
        {review.verdict && <p className="excerpt">{review.verdict}</p>}
        <p className="meta">
          {review.score !== null && <strong>{`${review.score.toFixed(1)} / 10`}</strong>}
          <Day at={review.updatedAt} short />
        </p>
      </div>
    </li>
  );
}
