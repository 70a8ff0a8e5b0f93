import { Bar } from '../frame/Bar.tsx';
import type { Product } from '../props.ts';
import { sumOf } from './score-sum.ts';

type Props = { product: Product };

/** The sub-scores of a product and how they add up, which every reader can do again. Nothing when not every criterion is scored. */
export function ScoreSum({ product: { score, subScores, scoreReason } }: Props) {
  const sum = sumOf(subScores);
  if (!sum || score === null) return null;
  const isSet = score.toFixed(1) !== sum.total;
  return (
    <details className="fold">
      <summary>How {score.toFixed(1)} adds up</summary>
      <dl className="sub-scores">
        {subScores.map((one) => (
          <div key={one.name}>
            <dt>{one.name}</dt>
            <dd>
              <Bar value={one.score} />
              {`${one.score.toFixed(1)} × ${one.weight}`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="sum">{`Sum ÷ ${sum.weights} = ${sum.total}${sum.isRounded ? ', rounded' : ''}`}</p>
      {scoreReason && isSet && (
        <p>
          Our editors set {score.toFixed(1)} instead: <bdi>{scoreReason}</bdi>
        </p>
      )}
      {scoreReason && !isSet && <p dir="auto">{scoreReason}</p>}
    </details>
  );
}
