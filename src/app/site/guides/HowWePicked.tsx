import { Bar } from '../frame/Bar.tsx';
import type { GuideProps } from '../props.ts';
import { RichText } from '../text/RichText.tsx';
import { TestedStatement } from '../reviews/Tested.tsx';

type Props = { guide: Pick<GuideProps, 'tested' | 'methodology' | 'rubric' | 'products'> };

/** On what grounds the order rests: what was used, what was weighed, how the scores add up. */
export function HowWePicked({ guide: { tested, methodology, rubric, products } }: Props) {
  const weights = rubric.reduce((sum, criterion) => sum + criterion.weight, 0);
  const isScored = products.some((product) => product.subScores.length > 0);
  return (
    <section className="how">
      <h2 id="how">How we picked</h2>
      <TestedStatement tested={tested} isSeveral level={3} />
      {methodology && <RichText html={methodology} />}
      {rubric.length > 0 && (
        <>
          <h3>What we weigh</h3>
          <dl className="rubric">
            {rubric.map(({ key, name, weight, description }) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd className="share">
                  <strong>{weight}</strong> of {weights}
                  <Bar value={weight} max={weights} />
                </dd>
                {description && <dd className="soft">{description}</dd>}
              </div>
            ))}
          </dl>
          <p>
            Each criterion is scored from 0 to 10. The total is the sum of score × weight, divided by {weights} and
            rounded to one decimal. What a shop pays us is no part of it.
            {isScored && ' The sum stands on the card of each product.'}
          </p>
        </>
      )}
    </section>
  );
}
