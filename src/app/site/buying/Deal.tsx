import { Day } from '../text/Day.tsx';
import { count } from '../labels.ts';
import type { Coupon } from '../props.ts';

type Props = { coupon: Coupon | null; moneyBackDays: number | null };

/** What the shop adds to the price: a code that still holds, a money-back promise. */
export function Deal({ coupon, moneyBackDays }: Props) {
  if (!coupon && !moneyBackDays) return null;
  return (
    <p className="deal">
      {coupon && (
        <span>
          {coupon.code && (
            <>
              Code <code>{coupon.code}</code>{' '}
            </>
          )}
          {coupon.text && <bdi>{coupon.text}</bdi>}
          {coupon.endsAt && (
            <>
              {' until '}
              <Day at={coupon.endsAt} short />
            </>
          )}
        </span>
      )}
      {moneyBackDays ? <span>{count(moneyBackDays, 'day')} money back, as the shop states</span> : null}
    </p>
  );
}
