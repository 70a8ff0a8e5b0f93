import type { CtaPlace } from '../../../features/events/contract.ts';
import { PaidLink } from './PaidLink.tsx';
import { Supply } from '../products/Supply.tsx';

type Props = {
  to: string;
  text: string;
  about: string;
  isAvailable: boolean;
  place: CtaPlace;
};

/** The button to the shop, or why there is none. */
export function BuyAction({ to, text, about, isAvailable, place }: Props) {
  return (
    <>
      <Supply isAvailable={isAvailable} standIn={null} />
      {isAvailable && <PaidLink to={to} text={text} about={about} place={place} />}
    </>
  );
}
