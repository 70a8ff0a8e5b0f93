type Props = { score: number; label: string };

/** A score as a number and as a bar. @param score 0 to 10 */
export function Score({ score, label }: Props) {
  return (
    <div className="score">
      <span>
        <strong>{score.toFixed(1)}</strong> / 10
      </span>
      <meter min="0" max="10" value={score} aria-label={label} />
    </div>
  );
}
