import { PaidLink } from './PaidLink.tsx';
import { Supply } from './Supply.tsx';

type Props = { to: string; text: string; about: string; isAvailable: boolean; standIn?: string | null };

/** The button to the shop, or why there is none. */
export function BuyAction({ to, text, about, isAvailable, standIn = null }: Props) {
  return (
    <>
      <Supply isAvailable={isAvailable} standIn={standIn} />
      {isAvailable && <PaidLink to={to} text={text} about={standIn ?? about} />}
    </>
  );
}
