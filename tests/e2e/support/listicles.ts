import type { Locator, Page } from '@playwright/test';
import { type Api, expect } from './fixtures.ts';
import type { PICTURE } from './screen.ts';

/** The screen Manage Listicles as its specs drive it. */

export const LIST = '**/api/admin/listicles?*';
export const ADMIN_CALLS = /\/api\/admin\/listicles(\/\d+)?(\/duplicate)?$/;

export type Guide = { id: number; title: string; status: string };

let made = 0;
export async function makeGuide(api: Api, values: Partial<Guide> & Record<string, unknown> = {}): Promise<Guide> {
  made += 1;
  const title = `Guide ${made} about walking ${Date.now()}`;
  return (await api<{ data: Guide }>('POST', '/admin/listicles', { title, ...values })).data;
}
export const readGuide = async (api: Api, id: number) =>
  (await api<{ data: Guide & Record<string, unknown> }>('GET', `/admin/listicles/${id}`)).data;

export async function openList(page: Page, search = ''): Promise<Locator> {
  await page.goto(`/admin/listicles${search && `?search=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Listicles' })).toBeVisible();
  await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
  return page.getByRole('region', { name: 'Listicles', exact: true });
}
export const row = (page: Page, guide: Guide) => page.getByRole('row').filter({ hasText: guide.title });

/** Opens the list with this one guide and presses one of its row actions. */
export async function act(page: Page, guide: Guide, action: string): Promise<void> {
  await openList(page, guide.title);
  await row(page, guide).getByRole('button', { name: action }).click();
}

export async function openAdd(page: Page): Promise<Locator> {
  await openList(page);
  await page.getByRole('button', { name: 'Add New Listicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Listicle' });
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeVisible();
  return dialog;
}
export const title = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Title' });
export const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' });

/** Answers writes of listicles in place of the server. */
export async function answerWrites(page: Page, method: string, status: number, body: unknown): Promise<void> {
  await page.route(ADMIN_CALLS, (route) =>
    route.request().method() === method ? route.fulfill({ status, json: body }) : route.fallback(),
  );
}

export async function chooseFile(page: Page, file: typeof PICTURE): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /(Upload|Replace) image/ }).click();
  await (await choosing).setFiles(file);
}
