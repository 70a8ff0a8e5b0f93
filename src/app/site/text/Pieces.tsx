import type { Piece } from '../props.ts';

type Props = { pieces: Piece[] };

/** A text with what was looked for marked. */
export function Pieces({ pieces }: Props) {
  // the same words may come twice, so the place is the key
  return pieces.map(({ text, hit }, i) => (hit ? <mark key={i}>{text}</mark> : text));
}
