import { expectNoAxeFindings } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE, focusUndo } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

const TABLET = { width: 768, height: 1024 };

test('a setting is taken back from the notice that said it was saved, and readers see what was before', async ({
  page,
}) => {
  await page.goto('/admin/settings');
  const tagline = page.getByRole('textbox', { name: 'Tagline' });
  const before = await tagline.inputValue();
  await tagline.fill('A tagline that nobody wanted');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await (await focusUndo(page, 'Settings saved.')).click();
  await expectSaid(page, /taken back|as (it|they) (was|were)/i);
  await expect(tagline).toHaveValue(before);
  await page.goto('/');
  await expect(page.locator('.tagline')).toHaveText(before);
});

type Destination = { id: number; weight: number };

test('weights are taken back from the audit log; what was changed since is shown beside them, and kept until one says so', async ({
  page,
  api,
}) => {
  const made = async <Data>(path: string, body: object) => (await api<{ data: Data }>('POST', path, body)).data;
  const link = await made<{ id: number }>('/admin/tracking-links', { name: 'Shares that change', slug: 'shares' });
  const path = `/admin/tracking-links/${link.id}/destinations`;
  for (const [nth, name] of ['First ad page', 'Second ad page'].entries())
    await made(path, { type: 'listicle', target_id: nth + 1, name, weight: 50 });
  const weights = async () =>
    (await api<{ data: Destination[] }>('GET', path)).data.toSorted((a, b) => a.id - b.id).map(({ weight }) => weight);

  await page.goto('/admin/tracking-links?search=Shares+that+change');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Destinations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Destinations: Shares that change' });
  await dialog.getByRole('textbox', { name: 'Weight of First ad page, as a number' }).fill('90');
  await dialog.getByRole('button', { name: 'Save weights' }).click();
  await expect.poll(weights).toEqual([90, 50]);
  // somebody else sets it again, later
  const [first] = (await api<{ data: Destination[] }>('GET', path)).data.toSorted((a, b) => a.id - b.id);
  await api('PUT', `${path}/weights`, { weights: { [first!.id]: 70 } });

  await page.goto('/admin/audit?search=First+ad+page');
  const changes = page.getByRole('row').filter({ hasText: 'First ad page' }).filter({ hasText: 'Update' });
  await expect(changes).toHaveCount(2);
  await changes.nth(1).getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Undo: First ad page' });
  await expect(question.getByRole('alert')).toContainText('Some of it was changed since.');
  const cells = question.getByRole('row', { name: /^Weight/ }).getByRole('cell');
  await expect(cells).toHaveText(['70', '50']);
  await expectNoAxeFindings(page, 'the dialog of a conflict');
  for (const size of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  expect(await weights()).toEqual([70, 50]);
  await question.getByRole('button', { name: 'Put back all the same' }).click();
  await expect(question).toBeHidden();
  expect(await weights()).toEqual([50, 50]);
});
