import { useSite } from './site-context.ts';

type Props = { section: string; href: string; here: string };

/** Where the page stands: home, section, page. */
export function Crumbs({ section, href, here }: Props) {
  const { slots } = useSite();
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href={`/${slots.inner}`}>Home</a>
        </li>
        <li>
          <a href={href}>{section}</a>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
