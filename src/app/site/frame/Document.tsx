import type { ReactNode } from 'react';
import { Drawer } from './Drawer.tsx';
import { Footer } from './Footer.tsx';
import type { Shell } from '../props.ts';
import { SiteContext } from '../site-context.ts';
import { TopBar } from './TopBar.tsx';

/** What the head of a page says. */
export type Head = {
  /** Undefined: the site's default. */
  title?: string;
  description: string;
  /** The one address of this page, from the root; undefined for pages that have none. */
  path?: string;
  /** Which of the three links is marked; equals `path` unless said. */
  nav?: string;
  hidden?: boolean;
  /** Path of the picture that a shared link shows; the site's own unless said. */
  image?: string;
  /** When a text was first published and last changed; makes the page an article. */
  article?: { publishedAt: string | null; updatedAt: string };
  /** Structured data, already escaped for a script element. */
  data?: string;
  /** The first style sheet is all it needs: the page on which readers arrive. */
  isLight?: boolean;
  /** Opening this page is a view: the script reports with its token which cards were seen. */
  isView?: boolean;
};

type Props = { shell: Shell; head: Head; children: ReactNode };

/** The title of pages that have none of their own. */
const DEFAULT_TITLE = 'Health & Wellness Guides';

/** One whole page: head, bar, drawer, content, footer. */
export function Document({ shell, head, children }: Props) {
  const title = head.title ? `${head.title} | ${shell.brand}` : DEFAULT_TITLE;
  const nav = head.nav ?? head.path ?? '';
  return (
    <SiteContext value={shell}>
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          <meta name="description" content={head.description} />
          <meta name="robots" content={head.hidden ? 'noindex' : 'max-image-preview:large'} />
          {head.path !== undefined && <link rel="canonical" href={shell.origin + head.path} />}
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="alternate" type="application/atom+xml" href="/feed.xml" title={shell.brand} />
          <link rel="stylesheet" href={shell.stylesheet} />
          {shell.moreStyles && !head.isLight && <link rel="stylesheet" href={shell.moreStyles} />}
          {head.path !== undefined && <Sharing shell={shell} head={head} />}
          {head.data && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: head.data }} />}
          <script src={shell.script} defer />
        </head>
        <body>
          <a className="skip" href="#main">
            Skip to content
          </a>
          <TopBar path={nav} />
          <Drawer path={nav} />
          <main id="main" tabIndex={-1} data-view={head.isView ? shell.slots.token : undefined}>
            {children}
          </main>
          <Footer />
        </body>
      </html>
    </SiteContext>
  );
}

/** What a shared link shows. Networks want whole addresses, so the picture is left out where the site's origin is not known. */
function Sharing({ shell, head }: { shell: Shell; head: Head }) {
  const title = head.title ?? DEFAULT_TITLE;
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:type" content={head.article ? 'article' : 'website'} />
      <meta property="og:site_name" content={shell.brand} />
      {shell.origin && (
        <>
          <meta property="og:url" content={shell.origin + head.path} />
          <meta property="og:image" content={shell.origin + (head.image ?? '/og/site.png')} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {head.article?.publishedAt && (
        <meta property="article:published_time" content={head.article.publishedAt.slice(0, 10)} />
      )}
      {head.article && <meta property="article:modified_time" content={head.article.updatedAt.slice(0, 10)} />}
    </>
  );
}
