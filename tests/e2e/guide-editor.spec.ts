import type { Page } from '@playwright/test';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectSaid } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

type Guide = { id: number; title: string; slug: string; status: string; description: string | null; version: number };

let made = 0;
async function makeGuide(api: Api, values: Record<string, unknown> = {}): Promise<Guide> {
  made += 1;
  const title = `Editor guide ${made} of ${Date.now()}`;
  return (await api<{ data: Guide }>('POST', '/admin/listicles', { title, status: 'draft', ...values })).data;
}
const readGuide = async (api: Api, id: number) => (await api<{ data: Guide }>('GET', `/admin/listicles/${id}`)).data;

async function openEditor(page: Page, guide: Guide): Promise<void> {
  await page.goto(`/admin/listicles/${guide.id}/edit`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(guide.title, { timeout: 30_000 });
  await expect(titleField(page)).toBeVisible({ timeout: 30_000 });
}
const titleField = (page: Page) => page.getByRole('textbox', { name: /^Title/ }).first();
const openTab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const draftSaved = (page: Page) => expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible();

test('edits are kept as a draft, are there after a reload, and reach readers by Save alone', async ({ page, api }) => {
  const guide = await makeGuide(api, { status: 'published' });
  await openEditor(page, guide);
  await titleField(page).fill('Walking poles for wet days');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await draftSaved(page);
  await expect(page.getByText('Not live yet: Title')).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Walking poles for wet days');
  expect((await readGuide(api, guide.id)).title).toBe(guide.title);

  await page.reload();
  await expect(titleField(page)).toHaveValue('Walking poles for wet days');
  await expect(page.getByText(/These are your edits of .*, which are not saved yet/)).toBeVisible();
  await saveButton(page).click();
  await expectSaid(page, 'Listicle updated successfully!');
  await expect(page.getByText('Everything is saved')).toBeVisible();
  expect((await readGuide(api, guide.id)).title).toBe('Walking poles for wet days');
  expect((await api<{ data: unknown }>('GET', `/admin/listicles/${guide.id}/draft`)).data).toBeNull();
});

test('leaving keeps what was just typed, and discarding drops it', { tag: '@engines' }, async ({ page, api }) => {
  const guide = await makeGuide(api);
  await openEditor(page, guide);
  await titleField(page).fill('Typed a moment ago');
  await page.getByRole('link', { name: 'All listicles' }).click();
  await expectSaid(page, 'Your edits are kept as a draft.');
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Listicles' })).toBeVisible();

  await openEditor(page, guide);
  await expect(titleField(page)).toHaveValue('Typed a moment ago');
  await page.getByRole('button', { name: 'Discard edits' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(titleField(page)).toHaveValue(guide.title);
  expect((await api<{ data: unknown }>('GET', `/admin/listicles/${guide.id}/draft`)).data).toBeNull();
});

test('what may not be published is on the checklist, which leads to its field, and Save is refused', async ({
  page,
  api,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const guide = await makeGuide(api, { status: 'published' });
  await openEditor(page, guide);
  await openTab(page, 'Text');
  await page.getByRole('textbox', { name: 'Description' }).fill('This tea cures diabetes.');
  await openTab(page, /^Checklist \(1 must/);
  await expect(page.getByText('One thing must be mended before it can be published.')).toBeVisible();
  await openTab(page, 'General');
  await page.getByRole('button', { name: /^Go there: .*cures/ }).click();
  await expect(page.getByRole('tab', { name: 'Text' })).toHaveAttribute('aria-selected', 'true');
  await saveButton(page).click();
  await expectSaid(page, 'Failed to save listicle.');
  await expect(page.getByText(/Nothing was saved: the checklist says/)).toBeVisible();
  expect((await readGuide(api, guide.id)).description).toBeNull();
  await draftSaved(page);
});

test(
  'when two save one guide, the second chooses field by field',
  { tag: '@engines' },
  async ({ page, api, complaints }) => {
    complaints.expect(/status of 409/);
    const guide = await makeGuide(api, { excerpt: 'Before' });
    await openEditor(page, guide);
    await titleField(page).fill('Mine in this window');
    await api('PUT', `/admin/listicles/${guide.id}`, { excerpt: 'Theirs', title: 'Theirs too' });
    await saveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Saved by somebody else' });
    await expect(dialog.getByRole('radio', { name: 'Title: keep mine' })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: 'Excerpt: keep theirs' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save as chosen' }).click();
    await expectSaid(page, 'Listicle updated successfully!');
    expect(await readGuide(api, guide.id)).toMatchObject({ title: 'Mine in this window', excerpt: 'Theirs' });
  },
);

test('an edit, a publish and a restore of an old text are done by keyboard alone', async ({ page, api }) => {
  const guide = await makeGuide(api, { description: '<p>The first text.</p>' });
  await openEditor(page, guide);
  const press = async (target: ReturnType<Page['getByRole']>, key: string) => {
    await target.focus();
    await page.keyboard.press(key);
  };
  await press(page.getByRole('tab', { name: 'General' }), 'ArrowRight');
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Description' });
  await text.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('The second text.');
  await press(page.getByRole('tab', { name: 'General' }), 'Enter');
  await press(page.getByRole('combobox', { name: /^Status/ }), 'Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(saveButton(page), 'Enter');
  await expectSaid(page, 'Listicle updated successfully!');
  expect(await readGuide(api, guide.id)).toMatchObject({
    status: 'published',
    description: '<p>The second text.</p>',
  });

  await press(page.getByRole('tab', { name: 'History' }), 'Enter');
  await press(page.getByRole('list', { name: 'Revisions' }).getByRole('button', { name: /^1\. / }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Revision 1' })).toBeVisible();
  await press(page.getByRole('button', { name: 'What changed since' }), 'Enter');
  const change = page.getByRole('region', { name: 'Description' });
  await expect(change.locator('del')).toHaveText('first');
  await expect(change.locator('ins')).toHaveText('second');
  await press(page.getByRole('button', { name: 'Restore as draft' }), 'Enter');
  await expectSaid(page, /^Restored as a draft/);
  await expect(page.getByText('Not live yet: Description')).toBeVisible();
  await press(page.getByRole('tab', { name: 'Text' }), 'Enter');
  await expect(text).toHaveText('The first text.');
  expect(await readGuide(api, guide.id)).toMatchObject({
    status: 'published',
    description: '<p>The second text.</p>',
  });
});

test(
  'weights need not add up to 100: the share of each criterion follows',
  { tag: '@engines' },
  async ({ page, api }) => {
    const guide = await makeGuide(api);
    await openEditor(page, guide);
    await openTab(page, 'How we picked');
    const add = async (index: number, name: string, weight: string) => {
      await page.getByRole('button', { name: 'Add criterion' }).click();
      const entry = page.getByRole('group', { name: `criterion ${index}` });
      await entry.getByRole('textbox', { name: /^Name/ }).fill(name);
      await entry.getByRole('textbox', { name: /^Weight/ }).fill(weight);
      return entry;
    };
    const first = await add(1, 'Fit', '30');
    await add(2, 'Price', '10');
    await expect(first.getByText('75.0 % of the total')).toBeVisible();
    await page.getByRole('button', { name: 'Move criterion 2 up' }).click();
    await saveButton(page).click();
    await expectSaid(page, 'Listicle updated successfully!');
    expect(await readGuide(api, guide.id)).toMatchObject({
      rubric: [
        { key: 'price', name: 'Price', weight: 10 },
        { key: 'fit', name: 'Fit', weight: 30 },
      ],
    });
  },
);

test('a planned publish is shown in the list and can be cancelled', { tag: '@engines' }, async ({ page, api }) => {
  const guide = await makeGuide(api);
  await openEditor(page, guide);
  await openTab(page, 'Schedule');
  await page.getByLabel('Publish at', { exact: true }).fill('2099-01-02T03:04');
  await saveButton(page).click();
  await expectSaid(page, 'Listicle updated successfully!');
  await page.goto(`/admin/listicles?search=${encodeURIComponent(guide.title)}`);
  await expect(page.getByRole('row').filter({ hasText: guide.title })).toContainText('From 2099-01-02 03:04');
  await openEditor(page, guide);
  await openTab(page, 'Schedule');
  await page.getByRole('button', { name: 'Cancel publishing' }).click();
  await saveButton(page).click();
  await expectSaid(page, 'Listicle updated successfully!');
  expect(await readGuide(api, guide.id)).toMatchObject({ publish_at: null });
});

test('a preview link shows the unsaved edits to somebody who is not signed in', async ({ page, api, browser }) => {
  const guide = await makeGuide(api);
  await openEditor(page, guide);
  await titleField(page).fill('Seen by a friend');
  await page.getByRole('button', { name: 'Preview link' }).click();
  const address = await page.getByRole('textbox', { name: 'Address of the preview' }).inputValue();
  const friend = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await friend.goto(address);
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Seen by a friend');
  await friend.context().close();
  expect((await readGuide(api, guide.id)).status).toBe('draft');
});
