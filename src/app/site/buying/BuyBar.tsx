import { Icon } from '../frame/Icon.tsx';
import { PaidLink } from './PaidLink.tsx';

type Props = { to: string; text: string; name: string; score: number | null };

/**
 * The way to the shop at the lower edge of a phone, until it is put away. It sticks inside the part of the page that it closes, so it
 * can stand over nothing above that part: not over the disclosure, not over the verdict.
 */
export function BuyBar({ to, text, name, score }: Props) {
  return (
    <div className="buy-bar">
      <input className="hidden" type="checkbox" id="hide-buy-bar" />
      <label htmlFor="hide-buy-bar">
        <Icon name="close" />
        <span className="hidden">Hide this bar</span>
      </label>
      <p>
        <strong dir="auto">{name}</strong>
        {score !== null && <small>{`${score.toFixed(1)} / 10`}</small>}
      </p>
      <PaidLink to={to} text={text} about={name} place="sticky" />
    </div>
  );
}
