type Props = { name: string };

const RINGS = [0.2, 0.42, 0.68, 0.98, 1.32, 1.7] as const;

/** Height lines of a hill, as a map has them: decoration only. @param name class of the drawing, which gives it a place and a colour */
export function Contours({ name }: Props) {
  return (
    <svg className={`contours ${name}`} viewBox="-260 -220 520 440" aria-hidden="true">
      <path
        id="ring"
        d="M-150 20C-152-58-92-128-12-126S118-98 148-32 132 108 60 126-58 142-104 112-148 76-150 20Z"
        transform="scale(.2)"
      />
      {RINGS.slice(1).map((size, i) => (
        <use key={size} href="#ring" transform={`rotate(${7 * i}) scale(${Math.round(size * 50) / 10})`} />
      ))}
    </svg>
  );
}
