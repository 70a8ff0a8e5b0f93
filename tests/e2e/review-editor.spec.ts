import type { Locator, Page } from '@playwright/test';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectSaid, tabTo } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

type Review = { id: number; title: string; slug: string; status: string; verdict: string | null; cons: string[] };

async function makeReview(api: Api, values: Record<string, unknown> = {}): Promise<Review> {
  const offers = await api<{ data: { id: number }[] }>('GET', '/admin/offers');
  const title = `A kettle, reviewed ${Date.now()}`;
  const body = { offer_id: offers.data[0]!.id, title, pros: ['Quiet'], ...values };
  return (await api<{ data: Review }>('POST', '/admin/offer-content', body)).data;
}
const readReview = async (api: Api, id: number) =>
  (await api<{ data: Review }>('GET', `/admin/offer-content/${id}`)).data;

async function openEditor(page: Page, review: Review): Promise<void> {
  await page.goto(`/admin/offer-content/${review.id}/edit`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(review.title, { timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: /^Title/ }).first()).toBeVisible({ timeout: 30_000 });
}

/** Opens a tab of the form: back to the chosen one with Shift and Tab, from there with arrows, open with Enter. */
async function openTab(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('tab', { selected: true }).first(), 'Shift+Tab');
  const target = page.getByRole('tab', { name });
  for (let n = 0; n < 12 && !(await isFocused(target)); n += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(target).toHaveAttribute('aria-selected', 'true');
}
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test(
  'an edit, a refusal, a publish and a restore of a review are done by keyboard alone',
  { tag: '@engines' },
  async ({ page, api, complaints }) => {
    complaints.expect(/status of 422/);
    // some hundred keys, each looked after
    test.setTimeout(300_000);
    const review = await makeReview(api, { verdict: 'It boils water.' });
    const noMouse: string[] = [];
    await page.exposeFunction('notePointer', (what: string) => noMouse.push(what));
    await openEditor(page, review);
    await page.evaluate(() =>
      document.addEventListener('pointerdown', () =>
        (window as never as { notePointer(w: string): void }).notePointer('pressed'),
      ),
    );

    // to be published, but it names nothing that speaks against it
    const status = page.getByRole('combobox', { name: /^Status/ });
    await tabTo(page, status);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('Published');
    await tabTo(page, save(page));
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Failed to save content.');
    await expect(page.getByRole('tab', { name: 'Verdict (1 error)' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(/say at least one thing that speaks against it/).first()).toBeVisible();
    expect(await readReview(api, review.id)).toMatchObject({ status: 'draft', cons: [] });

    const verdict = page.getByRole('textbox', { name: 'Verdict' });
    await tabTo(page, verdict);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('It boils water in three minutes.');
    await tabTo(page, page.getByRole('textbox', { name: /^Con 1/ }));
    await page.keyboard.type('The lid gets hot.');
    await tabTo(page, save(page));
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Content updated successfully!');
    expect(await readReview(api, review.id)).toMatchObject({
      status: 'published',
      verdict: 'It boils water in three minutes.',
      cons: ['The lid gets hot.'],
    });
    expect((await page.request.get(`/offer-reviews/${review.slug}`)).status()).toBe(200);

    await openTab(page, 'History');
    const first = page.getByRole('list', { name: 'Revisions' }).getByRole('button', { name: /^1\. / });
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Revision 1' })).toBeVisible();
    // of a group of choices Tab reaches one, and arrows the others
    await tabTo(page, page.getByRole('button', { name: 'What it changed', pressed: true }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Verdict' }).locator('ins')).toContainText('in three minutes');
    await tabTo(page, page.getByRole('button', { name: 'Restore as draft' }));
    await page.keyboard.press('Enter');
    await expectSaid(page, /^Restored as a draft/);
    await expect(page.getByText(/^Not live yet: /)).toBeVisible();
    await openTab(page, 'Verdict');
    await expect(verdict).toHaveValue('It boils water.');
    // a restore publishes nothing, and takes nothing down
    expect(await readReview(api, review.id)).toMatchObject({
      status: 'published',
      verdict: 'It boils water in three minutes.',
    });
    expect(noMouse).toEqual([]);
  },
);

test('edits of a review are kept, shown beside the form, and reach readers by Save alone', async ({ page, api }) => {
  const review = await makeReview(api, { verdict: 'Before.', cons: ['Heavy'], status: 'published' });
  await openEditor(page, review);
  await page.getByRole('tab', { name: 'Verdict' }).click();
  await page.getByRole('textbox', { name: 'Verdict' }).fill('Typed, not saved.');
  await expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Typed, not saved.').first()).toBeVisible();
  expect(await (await page.request.get(`/offer-reviews/${review.slug}`)).text()).not.toContain('Typed, not saved.');
  await page.reload();
  await page.getByRole('tab', { name: 'Verdict' }).click();
  await expect(page.getByRole('textbox', { name: 'Verdict' })).toHaveValue('Typed, not saved.');
  await save(page).click();
  await expectSaid(page, 'Content updated successfully!');
  expect(await (await page.request.get(`/offer-reviews/${review.slug}`)).text()).toContain('Typed, not saved.');
});

test('a new address of a review leads on from the old one, which the editor names', async ({ page, api }) => {
  const review = await makeReview(api, { cons: ['Heavy'], status: 'published' });
  await openEditor(page, review);
  await page.getByRole('textbox', { name: /^Slug/ }).fill(`${review.slug}-2`);
  await save(page).click();
  await expectSaid(page, 'Content updated successfully!');
  await expect(page.getByText(new RegExp(`${review.slug}(?!-2)`)).first()).toBeVisible();
  const old = await page.request.get(`/offer-reviews/${review.slug}`, { maxRedirects: 0 });
  expect([old.status(), old.headers()['location']]).toEqual([301, `/offer-reviews/${review.slug}-2`]);
});
