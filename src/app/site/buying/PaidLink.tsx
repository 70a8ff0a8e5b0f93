import type { CtaPlace } from '../../../features/events/contract.ts';
import { useSite } from '../site-context.ts';

type Props = {
  /** Path of the outbound redirect: `/out/12`, `/out/review/name`. */
  to: string;
  text: string;
  /** What it leads to, for those who hear the link alone. */
  about: string;
  /** Of the buttons of a review: which one, for the count of what is seen and clicked. */
  place?: CtaPlace;
};

/** The only way out of the site to a shop: labelled, marked for search engines, and carrying the token of the view. */
export function PaidLink({ to, text, about, place }: Props) {
  const { slots } = useSite();
  return (
    <span className="paid" data-place={place}>
      <a
        className="button"
        href={`${to}?v=${slots.token}${place ? `&p=${place}` : ''}`}
        rel="sponsored nofollow noopener"
      >
        <bdi>{text}</bdi>
        <span className="hidden">: {about}</span>
      </a>{' '}
      <small>Paid link</small>
    </span>
  );
}
