import { AppError } from '../../errors.ts';

/** A place in the journal: the number of a segment and the byte in it. */
export type Place = { segment: number; offset: number };

export const formatPosition = ({ segment, offset }: Place): string => `${segment}:${offset}`;

/** @throws AppError 'bad_request' when the text is no position */
export function parsePosition(position: string): Place {
  const match = /^(\d{1,10}):(\d{1,15})$/.exec(position);
  if (!match) throw new AppError('bad_request', `"${position}" is no position in a journal.`);
  return { segment: Number(match[1]), offset: Number(match[2]) };
}

/** @returns negative when `a` lies before `b` */
export function comparePositions(a: string, b: string): number {
  const [left, right] = [parsePosition(a), parsePosition(b)];
  return left.segment - right.segment || left.offset - right.offset;
}

export const segmentOf = (position: string): number => parsePosition(position).segment;
