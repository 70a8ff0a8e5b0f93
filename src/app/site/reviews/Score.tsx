import { Bar } from '../frame/Bar.tsx';

type Props = { score: number };

/** A score as a number and as a bar. @param score 0 to 10 */
export function Score({ score }: Props) {
  return (
    <div className="score">
      <span>
        <span className="hidden">Score </span>
        <strong>{score.toFixed(1)}</strong> / 10
      </span>
      <Bar value={score} />
    </div>
  );
}
