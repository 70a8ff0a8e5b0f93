import { Icon } from './Icon.tsx';
import { useSite } from './site-context.ts';

/** How we earn, said before the first paid link. */
export function Disclosure() {
  const { disclosure, slots } = useSite();
  return (
    <p className="disclosure">
      <Icon name="info" />
      <span>
        {disclosure} <a href={`/about${slots.inner}#money`}>How we make money</a>
      </span>
    </p>
  );
}
