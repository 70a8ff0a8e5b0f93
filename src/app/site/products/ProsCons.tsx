type Props = { pros: string[]; cons: string[]; level: 3 | 4 };

/** What speaks for it and against it, side by side. */
export function ProsCons({ pros, cons, level }: Props) {
  if (pros.length === 0 && cons.length === 0) return null;
  const Heading = `h${level}` as const;
  const column = (name: 'pros' | 'cons', title: string, points: string[]) =>
    points.length > 0 && (
      <div>
        <Heading>{title}</Heading>
        <ul className={name}>
          {points.map((point) => (
            <li key={point} dir="auto">
              {point}
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className="pros-cons">
      {column('pros', 'Pros', pros)}
      {column('cons', 'Cons', cons)}
    </div>
  );
}
