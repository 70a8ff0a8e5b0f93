import { isValidElement, memo, type ReactNode } from 'react';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const sameRecord = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
};

/** Would the same be drawn? Elements by type, key and props, lists and plain records by what they hold, the rest by identity. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((part, at) => isSame(part, other[at]));
  if (isValidElement<Record<string, unknown>>(one))
    return (
      isValidElement<Record<string, unknown>>(other) &&
      one.type === other.type &&
      one.key === other.key &&
      sameRecord(one.props, other.props)
    );
  return isPlain(one) && isPlain(other) && !isValidElement(other) && sameRecord(one, other);
}

/**
 * Draws its children again only where they are others: a list of a thousand rows is asked for again every half minute, and to draw it
 * takes seconds. A function that is made anew counts as another.
 */
export const Kept = memo(
  ({ children }: { children: ReactNode }) => children,
  (before, now) => isSame(before.children, now.children),
);
