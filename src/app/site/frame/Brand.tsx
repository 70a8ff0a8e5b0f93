import { Mark } from './Mark.tsx';
import { useSite } from '../site-context.ts';

/** The mark, the name, and from 768 px on the tagline; leads home. */
export function Brand() {
  const { brand, tagline, slots } = useSite();
  return (
    <a className="brand" href={`/${slots.inner}`}>
      <Mark />
      <span className="brand-name" dir="auto">
        {brand}
      </span>{' '}
      <span className="tagline">{tagline}</span>
    </a>
  );
}
