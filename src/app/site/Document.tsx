import type { ReactNode } from 'react';
import { Drawer } from './Drawer.tsx';
import { Footer } from './Footer.tsx';
import type { Shell } from './props.ts';
import { SiteContext } from './site-context.ts';
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
  image?: string | null;
  kind?: 'website' | 'article';
  /** Structured data, already escaped for a script element. */
  data?: string;
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
  const isOpenImage = head.image && (shell.origin || head.image.startsWith('https://'));
  return (
    <SiteContext value={shell}>
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          <meta name="description" content={head.description} />
          <meta name="theme-color" content="#ffffff" />
          {head.hidden && <meta name="robots" content="noindex" />}
          {head.path !== undefined && <link rel="canonical" href={shell.origin + head.path} />}
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href={shell.stylesheet} />
          {!head.hidden && (
            <>
              <meta property="og:title" content={head.title ?? DEFAULT_TITLE} />
              <meta property="og:description" content={head.description} />
              <meta property="og:type" content={head.kind ?? 'website'} />
              <meta property="og:site_name" content={shell.brand} />
              {isOpenImage && (
                <meta
                  property="og:image"
                  content={head.image!.startsWith('/') ? shell.origin + head.image : head.image!}
                />
              )}
            </>
          )}
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
