import { existsSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as SiteBundle from '../../site/entry.tsx';

/** The pure render functions of the bundle, and the files that pages name. */
export type Site = {
  bundle: typeof SiteBundle;
  stylesheet: string;
  moreStyles?: string;
  script: { path: string; text: string };
};

const ROOT = join(import.meta.dirname, '../../../..');
const STYLESHEET = 'src/app/site/site.css';
const MORE_STYLES = 'src/app/site/more.css';

/** All that the bundle is asked for: a reader would be the first to miss one. */
const RENDERS: readonly (keyof typeof SiteBundle)[] = [
  'renderHome',
  'renderGuide',
  'renderReview',
  'renderSearch',
  'renderCategory',
  'renderAuthor',
  'renderAbout',
  'renderContact',
  'renderTerms',
  'renderPrivacy',
  'renderProblem',
  'renderShut',
];

/** Reads what the build left. @throws Error with the remedy when there is none */
export async function loadSite(dist = join(ROOT, 'dist')): Promise<Site> {
  const entry = join(dist, 'server/entry.js');
  const manifest = join(dist, 'client/.vite/manifest.json');
  if (!existsSync(entry) || !existsSync(manifest)) {
    throw new Error('The public site is not built. Run "npm run build", or start with "npm start", which builds.');
  }
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string } | undefined>;
  const pathOf = (source: string): string => {
    const built = files[source]?.file;
    if (!built) throw new Error(`The build has no ${source}. Run "npm run build".`);
    return `/${built}`;
  };
  const [stylesheet, moreStyles] = [pathOf(STYLESHEET), pathOf(MORE_STYLES)];
  const bundle = (await import(pathToFileURL(entry).href)) as typeof SiteBundle;
  const lacking = RENDERS.filter((name) => typeof bundle[name] !== 'function');
  if (lacking.length > 0)
    throw new Error(`The public site was built for an older version (no ${lacking.join(', ')}). Run "npm run build".`);
  return { bundle, stylesheet, moreStyles, script: readScript() };
}

/** The one script of the public pages, without its comments and indents, under a name that changes with it. */
export function readScript(): Site['script'] {
  const text = readFileSync(join(import.meta.dirname, '../../site/impressions.js'), 'utf8')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/([{(,;])?\n\s*/g, (_all, end?: string) => end ?? '\n')
    .trim();
  return { path: `/site-${hash('sha256', text).slice(0, 10)}.js`, text };
}
