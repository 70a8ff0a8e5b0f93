import { LRUCache } from 'lru-cache';
import { getSettings } from '../../../features/settings/server/service.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { loadWaysOn } from '../../site/data/home.server.ts';
import { newYearMs, shellOf, type SiteFrame } from '../../site/data/shell.server.ts';
import type { ProblemProps, Shell } from '../../site/props.ts';
import { preparePage, SLOTS, type Made, type Page } from './render.ts';
import type { Site } from './render-bundle.ts';

/** What every page of the site is drawn with: the frame around its words, and the pages of what is not there. */
export type Drawing = {
  /** Reads the settings. */
  shell(): Promise<Shell>;
  /** A page from the first moment of the next year on is wrong in any case. Whatever it shows, it shows settings. */
  html(shell: Shell, text: string, of?: Partial<Pick<Made, 'endsAtMs' | 'status' | 'shows'>>): Made;
  /** Shows a lost reader ways on. */
  lost(shell: Shell, state: 'missing' | 'gone'): Promise<Made>;
  /** From memory alone, with the settings that were seen last. @param requestId named on the page where the fault is ours */
  problem(status: number, requestId?: string): Page;
};

const HTML = 'text/html; charset=utf-8';
export const NEVER = Number.POSITIVE_INFINITY;
const MAX_PROBLEMS = 40;

/** What pages know of this process. */
export const frameOf = (site: Site, config: Pick<Deps['config'], 'publicUrl'>): SiteFrame => ({
  origin: config.publicUrl ?? '',
  stylesheet: site.stylesheet,
  ...(site.moreStyles !== undefined && { moreStyles: site.moreStyles }),
  script: site.script.path,
  slots: SLOTS,
});

/** What pages say around their words when the settings could never be read. */
export const UNKNOWN = { brand: 'Guidepost', tagline: '', disclosure: '', contact_email: '', time_zone: 'UTC' };

/** The page is at another address by now. */
export const movedTo = (location: string): Made => ({ status: 301, type: HTML, text: '', endsAtMs: NEVER, location });

export function createDrawing({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, site: Site): Drawing {
  const frame = frameOf(site, config);
  const { bundle } = site;
  /** Whoever asks for what there is not asks often. */
  const problems = new LRUCache<string, Page>({ max: MAX_PROBLEMS });
  let last: Shell = shellOf(UNKNOWN, frame, clock());

  const html: Drawing['html'] = (shell, text, { endsAtMs = NEVER, status = 200, shows = [] } = {}) => ({
    status,
    type: HTML,
    text,
    endsAtMs: Math.min(endsAtMs, newYearMs(shell)),
    shows: ['settings', ...shows],
  });
  const draw = (status: number, requestId: string | null): Page => {
    const props: ProblemProps = { status, requestId, guides: [] };
    return preparePage(html(last, bundle.renderProblem(last, props), { status }));
  };

  return {
    async shell() {
      last = shellOf(await getSettings(db), frame, clock());
      return last;
    },
    html,
    async lost(shell, state) {
      const status = state === 'gone' ? 410 : 404;
      const { guides, shows } = await loadWaysOn(db);
      return html(shell, bundle.renderProblem(shell, { status, requestId: null, guides }), { status, shows });
    },
    problem(status, requestId) {
      if (status === 500 && requestId !== undefined) return draw(status, requestId);
      const { brand, tagline, disclosure, year } = last;
      const key = JSON.stringify([status, brand, tagline, disclosure, year]);
      const page = problems.get(key) ?? draw(status, null);
      problems.set(key, page);
      return page;
    },
  };
}
