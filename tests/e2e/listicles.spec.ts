import { expect, test } from './support/fixtures.ts';
import {
  LIST,
  makeGuide,
  readGuide,
  openList,
  row,
  act,
  openAdd,
  title,
  save,
  answerWrites,
} from './support/listicles.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE, snackbar } from './support/screen.ts';

// Each test is named after the sentence of the specification that it holds the screen to.

test.use({ isSignedIn: true, viewport: DESKTOP });

test('titled Manage Listicles, with an Add New Listicle button and a search box (Search Listicles...)', async ({
  page,
  api,
}) => {
  const guide = await makeGuide(api);
  await openList(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Listicles', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New Listicle' })).toBeVisible();
  await page.getByPlaceholder('Search Listicles...').fill(guide.title);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, guide)).toBeVisible();
  await page.getByPlaceholder('Search Listicles...').fill('no guide has these words');
  await expect(page.getByText('Nothing matches the search and filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(row(page, guide)).toBeVisible();
});

test('table columns: ID, Title, Status, Created At, Updated At (both shown as yyyy-MM-dd HH:mm) and Actions', async ({
  page,
  api,
}) => {
  const guide = await makeGuide(api, { status: 'draft' });
  await openList(page, guide.title);
  // the first holds the box that ticks all; Products and Views are ours
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'ID',
    'Title',
    'Status',
    'Created At',
    'Updated At',
    'Products',
    'Views',
    'Actions',
  ]);
  const cells = row(page, guide).locator('th, td');
  await expect(cells.nth(1)).toHaveText(String(guide.id));
  await expect(cells.nth(2)).toHaveText(guide.title);
  await expect(cells.nth(3)).toHaveText('Draft');
  for (const index of [4, 5]) await expect(cells.nth(index)).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
});

test(
  '25 rows per page, sorted by created_at descending by default; the footer offers 10, 25, 50, 100, all',
  { tag: '@engines' },
  async ({ page, api }) => {
    const { total } = await api<{ total: number }>('GET', '/admin/listicles?limit=1');
    for (let missing = 27 - total; missing > 0; missing -= 1) await makeGuide(api, { status: 'draft' });
    const newest = await makeGuide(api, { status: 'draft' });
    const asked = page.waitForRequest(LIST);
    const list = await openList(page);
    const query = new URL((await asked).url()).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      page: '1',
      itemsPerPage: '25',
      sortBy: 'created_at',
      order: 'desc',
    });
    await expect(page.getByRole('columnheader', { name: 'Created At' })).toHaveAttribute('aria-sort', 'descending');
    await expect(list.getByRole('row')).toHaveCount(26);
    await expect(list.getByRole('row').nth(1)).toContainText(newest.title);
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(list.getByText(/^26–/)).toBeVisible();
    await page.getByRole('combobox', { name: /Rows per page/ }).click();
    await expect(page.getByRole('option')).toHaveText(['10', '25', '50', '100', 'All']);
    await page.getByRole('option', { name: 'All' }).click();
    await expect.poll(() => list.getByRole('row').count()).toBeGreaterThan(28);
  },
);

test('with a skeleton loading state', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((done) => (answer = done));
  await page.route(LIST, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/admin/listicles');
  await expect(page.locator('tbody .MuiSkeleton-root').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Title' })).toBeVisible();
  answer();
  await expect(page.locator('tbody .MuiSkeleton-root')).toHaveCount(0);
});

test('row actions: Manage Items (goes to the listicle items route), Duplicate, Edit and Delete Listicle', async ({
  page,
  api,
}) => {
  const guide = await makeGuide(api);
  await openList(page, guide.title);
  const actions = row(page, guide).getByRole('cell').last();
  // the four of the specification, and a preview
  await expect(actions.locator('a, button')).toHaveCount(5);
  for (const name of ['Duplicate Listicle', 'Edit Listicle', 'Delete Listicle', 'Preview'])
    await expect(actions.getByRole('button', { name })).toBeVisible();
  await actions.getByRole('link', { name: 'Manage Items' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/listicles/${guide.id}/items$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Guide Products' })).toBeVisible();
});

test('a snackbar at the bottom right with a Close button shows results', async ({ page, api }) => {
  const guide = await makeGuide(api);
  await act(page, guide, 'Edit Listicle');
  const dialog = page.getByRole('dialog', { name: 'Edit Listicle' });
  await title(dialog).fill(`${guide.title}, revised`);
  await save(dialog).click();
  const shown = snackbar(page, 'Listicle updated successfully!');
  await expect(shown).toBeVisible();
  const box = (await shown.boundingBox())!;
  expect(box.x + box.width).toBeGreaterThan(DESKTOP.width - 40);
  expect(box.y + box.height).toBeGreaterThan(DESKTOP.height - 40);
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toBeHidden();
});

test('the snackbar goes by itself after 4000 ms', { tag: '@engines' }, async ({ page, api }) => {
  const guide = await makeGuide(api);
  await page.clock.install();
  await act(page, guide, 'Edit Listicle');
  const dialog = page.getByRole('dialog', { name: 'Edit Listicle' });
  await title(dialog).fill(`${guide.title}, revised`);
  await page.clock.pauseAt(Date.now() + 60_000);
  await save(dialog).click();
  const shown = snackbar(page, 'Listicle updated successfully!');
  const passes = (ms: number) => page.clock.runFor(ms);
  await expect.poll(() => passes(20).then(() => shown.isVisible()), { intervals: [50] }).toBe(true);
  await expect(shown.getByRole('button', { name: 'Undo' })).toBeVisible();
  await passes(3900);
  await expect(shown).toBeVisible();
  // it takes a moment to fade: in all far less than a second more
  let passed = 3900;
  await expect.poll(() => passes(20).then(() => ((passed += 20), shown.count())), { intervals: [50] }).toBe(0);
  expect(passed).toBeLessThan(5000);
});

test(
  'successes show the server message, else the words of the specification',
  { tag: '@engines' },
  async ({ page, api }) => {
    const guide = await makeGuide(api);
    const { data } = await api<{ data: unknown }>('GET', `/admin/listicles/${guide.id}`);

    // a new guide leads into its editor
    const leaveEditor = async () => {
      await expect(page).toHaveURL(/\/admin\/listicles\/\d+\/edit$/);
      await page.goBack();
    };
    await answerWrites(page, 'POST', 200, { data, message: 'Said by the server.' });
    const dialog = await openAdd(page);
    await title(dialog).fill('Anything');
    await save(dialog).click();
    await expectSaid(page, 'Said by the server.');
    await page.unrouteAll();
    await leaveEditor();

    for (const method of ['POST', 'PUT', 'DELETE']) await answerWrites(page, method, 200, { data });
    const press = (action: string) => row(page, guide).getByRole('button', { name: action }).click();
    await page.getByRole('button', { name: 'Add New Listicle' }).click();
    await title(dialog).fill('Anything');
    await save(dialog).click();
    await expectSaid(page, 'Listicle created successfully!');
    await leaveEditor();
    await press('Edit Listicle');
    await save(page.getByRole('dialog')).click();
    await expectSaid(page, 'Listicle updated successfully!');
    await press('Duplicate Listicle');
    await page.getByRole('button', { name: 'Create Duplicate' }).click();
    await expectSaid(page, 'Listicle duplicated successfully!');
    await press('Delete Listicle');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectSaid(page, 'Listicle deleted successfully!');
  },
);

test(
  'failures are said in the error colour: Failed to save, duplicate, delete listicle.',
  { tag: '@engines' },
  async ({ page, api, complaints }) => {
    complaints.expect(/status of 500/);
    const guide = await makeGuide(api);
    for (const method of ['POST', 'PUT', 'DELETE']) await answerWrites(page, method, 500, {});
    const refused = async (notice: string, reason: string, isTyped = false) => {
      await expect(snackbar(page, notice).locator('.MuiAlert-colorError')).toBeVisible();
      // the dialog stays, with the server's message or, as here, the fallback of the call
      const dialog = page.locator('[role=dialog], [role=alertdialog]').last();
      await expect(dialog.getByRole('alert')).toHaveText(reason);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      const discard = page.getByRole('button', { name: 'Discard' });
      if (isTyped) await discard.click();
      await expect(dialog).toBeHidden();
    };
    const press = (action: string) => row(page, guide).getByRole('button', { name: action }).click();
    const dialog = await openAdd(page);
    await title(dialog).fill('Anything');
    await save(dialog).click();
    await refused('Failed to save listicle.', 'Failed to create listicle', true);
    await press('Edit Listicle');
    await save(page.getByRole('dialog')).click();
    await refused('Failed to save listicle.', 'Failed to update listicle');
    await press('Duplicate Listicle');
    await page.getByRole('button', { name: 'Create Duplicate' }).click();
    await refused('Failed to duplicate listicle.', 'Failed to duplicate listicle');
    await press('Delete Listicle');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await refused('Failed to delete listicle.', 'Failed to delete listicle');
  },
);

test('a failed load shows the server message, else Failed to fetch listicles, and tries again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  let body: object = { message: 'The store is asleep.' };
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: body }));
  await page.goto('/admin/listicles');
  await expect(page.getByText('The store is asleep.')).toBeVisible();
  body = {};
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed to fetch listicles')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Listicles' })).toBeVisible();
});

test('somebody else has saved meanwhile: both versions are shown, and nothing is lost', async ({
  page,
  api,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const guide = await makeGuide(api);
  await act(page, guide, 'Edit Listicle');
  await api('PUT', `/admin/listicles/${guide.id}`, { author_name: 'Theirs' });
  const dialog = page.getByRole('dialog', { name: 'Edit Listicle' });
  await dialog.getByRole('textbox', { name: 'Author Name' }).fill('Mine');
  await save(dialog).click();
  await expect(dialog.getByRole('row', { name: /Author Name/ })).toContainText('Theirs');
  await dialog.getByRole('button', { name: 'Save mine over theirs' }).click();
  await expect(dialog).toBeHidden();
  expect(await readGuide(api, guide.id)).toMatchObject({ author_name: 'Mine' });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the whole screen works: a card for each listicle, dialogs over the whole page', async ({ page, api }) => {
    const guide = await makeGuide(api);
    await openList(page, guide.title);
    await expectNoSidewaysScroll(page);
    const card = page.getByRole('list', { name: 'Listicles' }).getByRole('listitem');
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(guide.title);
    await card.getByRole('button', { name: 'Edit Listicle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Listicle' });
    await expect.poll(() => dialog.boundingBox()).toMatchObject(PHONE);
    await title(dialog).fill(`${guide.title}, from a phone`);
    await save(dialog).click();
    await expectSaid(page, 'Listicle updated successfully!');
    await expect(card).toContainText(', from a phone');
    await expectNoSidewaysScroll(page);
  });
});
