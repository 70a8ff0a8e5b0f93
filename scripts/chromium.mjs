// The browser of the journeys: Debian's Chromium, put in place where we may.
import { existsSync } from 'node:fs';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGES = ['chromium', 'fonts-dejavu-core'];

const isThere = () => [process.env.CHROMIUM_PATH, ...CANDIDATES].some((path) => path && existsSync(path));

/**
 * @param run runs a command and resolves to { isGood, said }
 * @returns undefined when a browser is there, else one sentence that says what to do.
 */
export async function ensureChromium(run) {
  if (isThere()) return undefined;
  const wish = `Install them (Debian: apt-get install ${PACKAGES.join(' ')}) or set CHROMIUM_PATH.`;
  if (process.getuid?.() !== 0)
    return `The browser journeys need Chromium and a font, which only root may install. ${wish}`;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], env);
  const { said } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES], env);
  return isThere()
    ? undefined
    : `${said}\nThe browser journeys need Chromium and a font, and installing them failed. ${wish}`;
}
