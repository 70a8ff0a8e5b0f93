import { useSite } from '../site-context.ts';

type Props = {
  section: string;
  href: string;
  /** A step between the section and the page. */
  via?: { name: string; href: string } | undefined;
  here: string;
};

/** Where the page stands: home, section, page. */
export function Crumbs({ section, href, via, here }: Props) {
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
        {via && (
          <li>
            <a href={via.href} dir="auto">
              {via.name}
            </a>
          </li>
        )}
        <li aria-current="page">
          <bdi>{here}</bdi>
        </li>
      </ol>
    </nav>
  );
}
