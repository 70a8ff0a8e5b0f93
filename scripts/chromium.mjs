// The browser of the journeys: Debian's Chromium, and the fonts in which screens are looked at, put in place where we may.
import { existsSync } from 'node:fs';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FONTS = {
  'fonts-dejavu-core': '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
};

/** The packages of Debian that are missing. */
const missing = () => [
  ...([process.env.CHROMIUM_PATH, ...CANDIDATES].some((path) => path && existsSync(path)) ? [] : ['chromium']),
  ...Object.keys(FONTS).filter((name) => !existsSync(FONTS[name])),
];

/**
 * @param run runs a command and resolves to { isGood, said }
 * @returns undefined when a browser and its fonts are there, else one sentence that says what to do.
 */
export async function ensureChromium(run) {
  const wanted = missing();
  if (wanted.length === 0) return undefined;
  const wish = `Install them (Debian: apt-get install ${wanted.join(' ')})${wanted.includes('chromium') ? ' or set CHROMIUM_PATH' : ''}.`;
  if (process.getuid?.() !== 0)
    return `The browser journeys need Chromium and two fonts, which only root may install. ${wish}`;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], env);
  const { said } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], env);
  return missing().length === 0
    ? undefined
    : `${said}\nThe browser journeys need Chromium and two fonts, and installing them failed. ${wish}`;
}
