import { Mark } from './Mark.tsx';
import { SiteLinks } from './SiteLinks.tsx';
import { useSite } from '../site-context.ts';

/** The list of the menu for browsers that cannot open one, the legal links, the advertisement and health statements, and the copyright line of every page. */
export function Footer() {
  const { brand, year, slots } = useSite();
  return (
    <footer className="foot">
      <div className="wrap">
        <div id="ways" className="foot-row">
          <SiteLinks label="All pages" path="" />
          <nav className="links" aria-label="More">
            <a href={`/search${slots.inner}`}>SEARCH</a> <a href={`/${slots.inner}#guides`}>GUIDES</a>
          </nav>
        </div>
        <div className="foot-row">
          <p className="foot-brand">
            <Mark />
            <bdi>{brand}</bdi>
          </p>
          <nav aria-label="Legal">
            <a href={`/terms${slots.inner}`}>Terms</a>
            <a href={`/privacy${slots.inner}`}>Privacy</a>
            <a href={`/contact${slots.inner}`}>Contact</a>
          </nav>
        </div>
        <div className="disclaimer">
          <p>
            <strong>This is an advertisement and not a news article.</strong> {brand} is a marketplace: its owner is
            paid for qualified lead referrals, which means that we may earn money when you follow a link to a shop and
            buy or sign up there. You pay nothing extra.
          </p>
          <p>
            Statements on this site have not been evaluated by the Food and Drug Administration or any other drug
            regulator. Nothing here is medical advice, and no product named here is meant to diagnose, treat, cure or
            prevent any disease. Talk to a doctor before you change how you care for your health. Individual results
            vary.
          </p>
        </div>
        <p className="copyright">{`© ${year} ${brand}. All rights reserved.`}</p>
      </div>
    </footer>
  );
}
