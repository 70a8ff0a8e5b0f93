import type { GuideProps, Product } from './props.ts';
import { RichText } from './RichText.tsx';
import { TestedStatement } from './Tested.tsx';

type Props = { guide: Pick<GuideProps, 'tested' | 'methodology' | 'rubric' | 'products'> };

/** On what grounds the order rests: what was used, what was weighed, how the scores add up. */
export function HowWePicked({ guide: { tested, methodology, rubric, products } }: Props) {
  const weights = rubric.reduce((sum, criterion) => sum + criterion.weight, 0);
  const scored = products.filter((product) => product.subScores.length > 0);
  return (
    <section className="how" aria-labelledby="how">
      <h2 id="how">How we picked</h2>
      <TestedStatement tested={tested} isSeveral level={3} />
      {methodology && <RichText html={methodology} />}
      {rubric.length > 0 && (
        <>
          <h3>What we weigh</h3>
          <dl className="rubric">
            {rubric.map(({ key, name, weight, description }) => (
              <div key={key}>
                <dt dir="auto">{name}</dt>
                <dd className="share">
                  <strong>{weight}</strong> of {weights}
                  <meter min="0" max={weights} value={weight} aria-hidden="true" />
                </dd>
                {description && (
                  <dd className="soft" dir="auto">
                    {description}
                  </dd>
                )}
              </div>
            ))}
          </dl>
          <p>
            Each criterion is scored from 0 to 10. The total is the sum of score × weight, divided by {weights} and
            rounded to one decimal. What a shop pays us is no part of it.
          </p>
        </>
      )}
      {scored.length > 0 && <ScoreTable products={scored} weights={weights} />}
    </section>
  );
}

function ScoreTable({ products, weights }: { products: Product[]; weights: number }) {
  return (
    <details className="fold">
      <summary>Every score in one table</summary>
      <div className="scroll" tabIndex={0} role="region" aria-label="Every score">
        <table>
          <thead>
            <tr>
              <th scope="col">Product</th>
              {products[0]!.subScores.map(({ name, weight }) => (
                <th key={name} scope="col" dir="auto">
                  {name}
                  <small>
                    × {weight} ÷ {weights}
                  </small>
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id}>
                <th scope="row">
                  <a href={`#p${product.id}`} dir="auto">
                    {product.name}
                  </a>
                </th>
                {product.subScores.map(({ name, score }) => (
                  <td key={name}>{score.toFixed(1)}</td>
                ))}
                <td>
                  <strong>{product.score?.toFixed(1)}</strong>
                  {product.scoreReason && <small>set by our editors</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
