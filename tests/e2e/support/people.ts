import type { Browser, Page } from '@playwright/test';
import type { Role } from '../../../src/platform/permissions.ts';
import type { Api, Complaints } from './fixtures.ts';
import { recordSaid } from './screen.ts';

const PASSWORD = 'plum harbour sixteen tapes';

type Of = { api: Api; browser: Browser; baseURL: string; complaints: Complaints };

/**
 * Somebody of a role, invited and signed in, in a browser of their own.
 * @property refused every call that was not open to them: a screen must not ask for what its reader may not have
 */
export async function colleague(
  { api, browser, baseURL, complaints }: Of,
  username: string,
  role: Role,
  viewport: { width: number; height: number },
): Promise<{ page: Page; refused: string[] }> {
  const { link } = await api<{ link: string }>('POST', '/settings/team', { username, role });
  await api('PUT', '/auth/password-link', { token: link.split('#link=')[1]!, password: PASSWORD });
  const nobody = { cookies: [], origins: [] };
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce', storageState: nobody });
  await recordSaid(context);
  const page = await context.newPage();
  complaints.watch(page);
  const refused: string[] = [];
  page.on('response', (reply) => {
    if ([401, 403].includes(reply.status())) refused.push(`${page.url()}: ${reply.request().method()} ${reply.url()}`);
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return { page, refused };
}
