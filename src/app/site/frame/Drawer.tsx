import { Icon } from './Icon.tsx';
import { SearchForm } from './SearchForm.tsx';
import { SiteLinks } from './SiteLinks.tsx';

type Props = { path: string };

/** The menu of small screens, from the right: a native popover, so it opens, closes on Escape and closes on a press beside it without a script. */
export function Drawer({ path }: Props) {
  return (
    <div id="menu" className="drawer" popover="auto" role="dialog" aria-label="Menu">
      <button className="burger" type="button" popoverTarget="menu" popoverTargetAction="hide" aria-label="Close menu">
        <Icon name="close" />
      </button>
      <SiteLinks label="Menu" path={path} />
      <SearchForm id="menu-search" label="In the menu" />
      {/* on the home page the question mark makes it a page load, which closes the drawer */}
      <a className="button" href={path === '/' ? '/?#guides' : '/#guides'}>
        Get Started
      </a>
    </div>
  );
}
