import { useSite } from './site-context.ts';

type Props = {
  /** Path of the outbound redirect: `/out/12`, `/out/review/name`. */
  to: string;
  text: string;
  /** What it leads to, for those who hear the link alone. */
  about: string;
};

/** The only way out of the site to a shop: labelled, marked for search engines, and carrying the token of the view. */
export function PaidLink({ to, text, about }: Props) {
  const { slots } = useSite();
  return (
    <span className="paid">
      <a className="button" href={`${to}?v=${slots.token}`} rel="sponsored nofollow noopener">
        <bdi>{text}</bdi>
        <span className="hidden">: {about}</span>
      </a>{' '}
      <small>Paid link</small>
    </span>
  );
}
