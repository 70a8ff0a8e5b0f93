import { count } from '../labels.ts';
import type { ReviewProps } from '../props.ts';

type Props = { product: ReviewProps['product'] };

/** What the shop and the label say, as plain facts; nothing when nothing is known. */
export function ReviewFacts({ product }: Props) {
  const { brand, attributes, moneyBackDays, shippingNote } = product;
  const facts = [
    ...(brand ? [['Brand', brand]] : []),
    ...Object.entries(attributes),
    ...(moneyBackDays ? [['Money back', `${count(moneyBackDays, 'day')}, as the shop states`]] : []),
    ...(shippingNote ? [['Shipping', shippingNote]] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Key facts</h2>
      <dl className="facts card">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
