import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

type Statement = {
  version_added: string | boolean | null;
  version_removed?: string;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
};
type Compat = { support: Record<string, Statement | Statement[] | undefined> };
/** One feature, with those inside it. */
export type Node = { __compat?: Compat } & { [name: string]: Node | undefined };
type Browser = { releases: Record<string, { release_date?: string }> };

/** The browser data of MDN, as the package has it. */
export const DATA = JSON.parse(
  readFileSync(join(ROOT, 'node_modules/@mdn/browser-compat-data/data.json'), 'utf8'),
) as unknown as { browsers: Record<string, Browser>; css: Node; html: Node; api: Node; javascript: Node };

/** Oldest versions by the data's names of browsers. */
export type Floor = Record<string, string>;

const NAMES: Record<string, string[]> = {
  chrome: ['chrome', 'chrome_android'],
  edge: ['edge'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari'],
  ios: ['safari_ios'],
};

/** The oldest browsers of the public site: the `browserslist` of package.json, which the build reads too. */
export const PUBLIC: Floor = Object.fromEntries(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { browserslist: string[] }).browserslist.flatMap(
    (entry) => {
      const [name, version] = entry.split(' ') as [string, string];
      return NAMES[name]!.map((one) => [one, version]);
    },
  ),
);

/** Those of the back office: what came out in the two years before the newest version that the data knows of. */
export function backOffice(years = 2): Floor {
  const floor: Floor = {};
  for (const name of Object.values(NAMES).flat()) {
    const releases = Object.entries(DATA.browsers[name]!.releases).flatMap(([version, { release_date }]) =>
      release_date ? [{ version, at: Date.parse(release_date) }] : [],
    );
    const since = Math.max(...releases.map(({ at }) => Math.min(at, Date.now()))) - years * 365 * 86_400_000;
    floor[name] = releases.filter(({ at }) => at >= since).toSorted((a, b) => a.at - b.at)[0]!.version;
  }
  return floor;
}

const parts = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

function isAtMost(added: string, floor: string): boolean {
  const [one, other] = [parts(added), parts(floor)];
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/** @returns the browsers of a floor that have not the feature in full: without a flag, under its own name */
export function lackingIn(node: Node | undefined, floor: Floor): string[] {
  const support = node?.__compat?.support;
  if (!support) return [];
  return Object.entries(floor).flatMap(([browser, version]) => {
    const has = [support[browser] ?? []].flat().some((one) => {
      const { version_added: added } = one;
      const isOwn = !one.flags && !one.prefix && !one.alternative_name && !one.version_removed;
      return isOwn && typeof added === 'string' && /\d/.test(added) && isAtMost(added, version);
    });
    return has ? [] : [`${browser} ${version}`];
  });
}

/** Of all features of one name, whichever is meant: the browsers that have none of them. */
export const lackingInAll = (nodes: readonly Node[], floor: Floor): string[] => {
  const each = nodes.map((node) => lackingIn(node, floor));
  return each.length === 0 ? [] : each.reduce((some, more) => some.filter((one) => more.includes(one)));
};
