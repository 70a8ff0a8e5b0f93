import { Day } from '../text/Day.tsx';
import { Icon } from '../frame/Icon.tsx';
import type { Price } from '../props.ts';

type Props = { price: Price };

/** A price with the day it was checked, and a warning when that was a while ago. */
export function PriceLine({ price }: Props) {
  return (
    <p className="price">
      <strong>{price.label}</strong>
      {price.was && (
        <>
          {' '}
          <s>
            <span className="hidden">List price </span>
            {price.was}
          </s>
        </>
      )}
      <span className="as-of">
        {' as of '}
        <Day at={price.checkedAt} short />
      </span>
      {price.mayVary && (
        <span className="caution">
          <Icon name="warning" />
          price may vary
        </span>
      )}
    </p>
  );
}
