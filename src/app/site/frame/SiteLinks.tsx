import { Fragment } from 'react';
import { useSite } from '../site-context.ts';

const LINKS = [
  ['HOME', '/'],
  ['ABOUT', '/about'],
  ['CONTACT', '/contact'],
] as const;

type Props = { label: string; path: string };

/** The three links of the bar and of the drawer, the current one marked. */
export function SiteLinks({ label, path }: Props) {
  const { slots } = useSite();
  return (
    <nav className="links" aria-label={label}>
      {LINKS.map(([text, href]) => (
        <Fragment key={href}>
          <a href={href + slots.inner} aria-current={href === path ? 'page' : undefined}>
            {text}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
