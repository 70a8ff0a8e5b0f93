import { Brand } from './Brand.tsx';
import { Icon } from './Icon.tsx';
import { SearchForm } from './SearchForm.tsx';
import { SiteLinks } from './SiteLinks.tsx';

type Props = { path: string };

/** The bar of every page; below 900 px its links live in the drawer. */
export function TopBar({ path }: Props) {
  return (
    <header className="bar">
      <div className="wrap bar-row">
        <Brand />
        <SiteLinks label="Main" path={path} />
        <div className="bar-tools">
          {path !== '/' && path !== '/search' && <SearchForm id="bar-search" label="In the bar" />}
          <a className="button" href="/#guides">
            Get Started
          </a>
        </div>
        <button className="burger" type="button" popoverTarget="menu" aria-label="Open menu">
          <Icon name="menu" />
        </button>
        {/* where there are no popovers the style sheet shows this instead, and the list that it leads to */}
        <a className="burger" href="#ways" aria-label="Menu">
          <Icon name="menu" />
        </a>
      </div>
    </header>
  );
}
