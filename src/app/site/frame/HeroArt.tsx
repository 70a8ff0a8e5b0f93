/** The boards of the post: how far the bar on each reaches, from the best to the third. */
const BOARDS = [
  { className: 'first', path: 'M46 40h196l30 31-30 31H46z', x: 66, y: 71, bar: 128 },
  { className: 'second', path: 'M214 118H40l-28 29 28 29h174z', x: 50, y: 147, bar: 100 },
  { className: 'third', path: 'M64 192h142l26 27-26 27H64z', x: 84, y: 219, bar: 64 },
] as const;

/** A post with three boards, one for each place of a list, at the end of a path: decoration only. */
export function HeroArt() {
  return (
    <svg className="hero-art" viewBox="0 0 300 400" aria-hidden="true">
      <path className="path" d="M-190 392c80-44 120 8 190-22s60-60 140-52" />
      <path className="post" d="M128 14a10 10 0 0 1 20 0v356h-20z" />
      <ellipse className="ground" cx="138" cy="372" rx="74" ry="9" />
      {BOARDS.map(({ className, path, x, y, bar }, i) => (
        <g key={path} className={className}>
          <path d={path} />
          <text x={x} y={y + 10}>
            {i + 1}
          </text>
          <path className="bar-line" d={`M${x + 30} ${y}h${bar}`} />
        </g>
      ))}
    </svg>
  );
}
