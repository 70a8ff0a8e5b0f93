import { PaidLink } from './PaidLink.tsx';

type Props = { to: string; text: string; about: string; isAvailable: boolean; standIn?: string | null };

/** The button to the shop, or why there is none; a stand-in is named before the button that leads to it. */
export function BuyAction({ to, text, about, isAvailable, standIn = null }: Props) {
  if (!isAvailable) return <p className="soft">Not available at the moment.</p>;
  return (
    <>
      {standIn && <p className="soft">Not available at the moment. The button leads to {standIn} instead.</p>}
      <PaidLink to={to} text={text} about={standIn ?? about} />
    </>
  );
}
