import { existsSync } from 'node:fs';

/**
 * Debian's Chromium. The shell has no window, draws pages as the other does, and takes half of the time: the other starts a process for
 * the bar of each new window.
 */
const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
/** The fonts in which screens are looked at. */
const FONTS: Record<string, string> = {
  'fonts-dejavu-core': '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
};

/** The browser to launch: `CHROMIUM_PATH`, else the first that is there; undefined: none. */
export const chromiumPath = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...PROGRAMS].find((path) => path !== undefined && path !== '' && existsSync(path));

/** What a browser of tests is started with, on machines without a display, a sandbox or a network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Run = (command: string, args: string[], env?: Record<string, string>) => Promise<{ said: string }>;

/** The packages of Debian that are wanted. */
const wanted = (): string[] => [
  ...(process.env['CHROMIUM_PATH'] || existsSync(PROGRAMS[0]!) ? [] : ['chromium-headless-shell']),
  ...Object.keys(FONTS).filter((name) => !existsSync(FONTS[name]!)),
];
/** Another browser serves as well. */
const isServed = (): boolean => chromiumPath() !== undefined && Object.values(FONTS).every((path) => existsSync(path));

/**
 * Puts the browser and its fonts in place where we may.
 * @param run runs a command; resolves to what it said
 * @returns undefined when they are there, else what was tried and one sentence that says what to do
 */
export async function ensureChromium(run: Run): Promise<string | undefined> {
  const missing = wanted();
  if (missing.length === 0) return undefined;
  const isRoot = process.getuid?.() === 0;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  let said = '';
  if (isRoot) {
    await run('apt-get', ['update', '-q'], env);
    // one that this Debian does not have must not keep the others away
    for (const name of missing)
      said += (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], env)).said;
    if (chromiumPath() === undefined)
      said += (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], env)).said;
  }
  if (isServed()) return undefined;
  const wish = `Install them (Debian: apt-get install ${missing.join(' ')}) or set CHROMIUM_PATH.`;
  return isRoot
    ? `${said}\nThe browser journeys need Chromium and two fonts, and installing them failed. ${wish}`
    : `The browser journeys need Chromium and two fonts, which only root may install. ${wish}`;
}
