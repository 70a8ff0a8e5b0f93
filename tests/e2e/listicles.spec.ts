import type { Locator, Page } from '@playwright/test';
import { type Api, expect, test } from './support/fixtures.ts';
import { choose, DESKTOP, expectNoSidewaysScroll, PHONE, PICTURE, snackbar } from './support/screen.ts';

// Each test is named after the sentence of the specification that it holds the screen to.

test.use({ isSignedIn: true, viewport: DESKTOP });

const LIST = '**/api/admin/listicles?*';
const ADMIN_CALLS = /\/api\/admin\/listicles(\/\d+)?(\/duplicate)?$/;

type Guide = { id: number; title: string; status: string };

let made = 0;
async function makeGuide(api: Api, values: Partial<Guide> & Record<string, unknown> = {}): Promise<Guide> {
  made += 1;
  const title = `Guide ${made} about walking ${Date.now()}`;
  return (await api<{ data: Guide }>('POST', '/admin/listicles', { title, ...values })).data;
}
const readGuide = async (api: Api, id: number) =>
  (await api<{ data: Guide & Record<string, unknown> }>('GET', `/admin/listicles/${id}`)).data;

async function openList(page: Page, search = ''): Promise<Locator> {
  await page.goto(`/admin/listicles${search && `?search=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Listicles' })).toBeVisible();
  await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
  return page.getByRole('region', { name: 'Listicles', exact: true });
}
const row = (page: Page, guide: Guide) => page.getByRole('row').filter({ hasText: guide.title });

/** Opens the list with this one guide and presses one of its row actions. */
async function act(page: Page, guide: Guide, action: string): Promise<void> {
  await openList(page, guide.title);
  await row(page, guide).getByRole('button', { name: action }).click();
}

async function openAdd(page: Page): Promise<Locator> {
  await openList(page);
  await page.getByRole('button', { name: 'Add New Listicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Listicle' });
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeVisible();
  return dialog;
}
const title = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Title' });
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' });

/** Answers writes of listicles in place of the server. */
async function answerWrites(page: Page, method: string, status: number, body: unknown): Promise<void> {
  await page.route(ADMIN_CALLS, (route) =>
    route.request().method() === method ? route.fulfill({ status, json: body }) : route.fallback(),
  );
}

async function chooseFile(page: Page, file: typeof PICTURE): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /(Upload|Replace) image/ }).click();
  await (await choosing).setFiles(file);
}

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

test('25 rows per page, sorted by created_at descending by default; the footer offers 10, 25, 50, 100, all', async ({
  page,
  api,
}) => {
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
});

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

test('add/edit dialog: persistent, with Cancel and Save, at most 700 px wide', async ({ page, api }) => {
  const dialog = await openAdd(page);
  expect((await dialog.boundingBox())?.width).toBe(700);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  // what was typed is not lost by a slip
  const guide = await makeGuide(api);
  await act(page, guide, 'Edit Listicle');
  const edit = page.getByRole('dialog', { name: 'Edit Listicle' });
  await expect(title(edit)).toHaveValue(guide.title);
  await title(edit).fill('Something else');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title(edit)).toHaveValue('Something else');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeHidden();
  expect((await readGuide(api, guide.id)).title).toBe(guide.title);
});

test('it holds title, status, description (bold, italic, underline, bullet and numbered lists), author name and main image', async ({
  page,
}) => {
  const dialog = await openAdd(page);
  await title(dialog).fill('Everything in one guide');
  await choose(dialog, 'Status', 'Featured');
  await dialog.getByRole('textbox', { name: 'Author Name' }).fill('Ada Reed');
  const text = dialog.getByRole('textbox', { name: 'Description' });
  const tools = dialog.getByRole('toolbar', { name: 'Formatting' });
  const tool = (name: string) => tools.getByRole('button', { name });
  await text.click();
  for (const name of ['Bold', 'Italic', 'Underline']) {
    await tool(name).click();
    await expect(tool(name)).toHaveAttribute('aria-pressed', 'true');
    await expect(text).toBeFocused();
    await page.keyboard.type(name);
    await tool(name).click();
    await expect(tool(name)).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.type(' ');
  }
  await page.keyboard.press('Enter');
  await tool('Bullet list').click();
  await page.keyboard.type('point');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tool('Numbered list').click();
  await page.keyboard.type('first');
  await chooseFile(page, PICTURE);
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible();
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/listicles'),
  );
  await save(dialog).click();
  const { data } = (await (await saved).json()) as { data: Record<string, unknown> };
  await expect(snackbar(page, 'Listicle created successfully!')).toBeVisible();
  expect(data).toMatchObject({
    title: 'Everything in one guide',
    status: 'featured',
    author_name: 'Ada Reed',
    description: expect.stringMatching(
      /<strong>Bold<\/strong> <em>Italic<\/em> <u>Underline<\/u>.*<ul><li><p>point<\/p><\/li><\/ul><ol><li><p>first<\/p><\/li><\/ol>/,
    ),
    main_image_url: expect.stringMatching(/^\/media\//),
  });
});

test('image upload has a loading state; the preview is at most 150 by 250', async ({ page }) => {
  const dialog = await openAdd(page);
  let answer = () => {};
  const held = new Promise<void>((done) => (answer = done));
  await page.route('**/api/images', async (route) => {
    expect(route.request().headers()['authorization']).toMatch(/^Bearer /);
    await held;
    await route.fallback();
  });
  await chooseFile(page, PICTURE);
  await expect(dialog.getByText('Uploading...')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload image' })).toBeDisabled();
  answer();
  const preview = dialog.getByRole('img', { name: 'Preview' });
  await expect(preview).toBeVisible();
  await expect(preview).toHaveCSS('max-height', '150px');
  await expect(preview).toHaveCSS('max-width', '250px');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(preview).toBeHidden();
});

test('the image picker accepts png, jpeg, gif and webp', async ({ page }) => {
  const dialog = await openAdd(page);
  await expect(dialog.locator('input[type=file]')).toHaveAttribute(
    'accept',
    'image/png,image/jpeg,image/gif,image/webp',
  );
});

test('a failed upload shows the server message, else Image upload failed, on the file field', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (4|5)\d\d/);
  const dialog = await openAdd(page);
  await chooseFile(page, { ...PICTURE, buffer: Buffer.from('no picture at all') });
  await expect(
    dialog
      .locator('.Mui-error')
      .filter({ hasText: /image|picture/i })
      .first(),
  ).toBeVisible();
  await page.route('**/api/images', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await chooseFile(page, PICTURE);
  await expect(dialog.getByText('Image upload failed')).toBeVisible();
});

test('a response without imageUrl raises Image URL not found in response', async ({ page }) => {
  const dialog = await openAdd(page);
  await page.route('**/api/images', (route) => route.fulfill({ json: {} }));
  await chooseFile(page, PICTURE);
  await expect(dialog.getByText('Image URL not found in response')).toBeVisible();
});

test('Confirm Deletion asks in these words, with Cancel and Delete, at most 500 px wide', async ({ page, api }) => {
  const guide = await makeGuide(api);
  await act(page, guide, 'Delete Listicle');
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expect(
    dialog.getByText('Are you sure you want to delete this listicle? This action cannot be undone.', { exact: true }),
  ).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBe(500);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await row(page, guide).getByRole('button', { name: 'Delete Listicle' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(snackbar(page, 'Listicle deleted successfully!')).toBeVisible();
  await expect(row(page, guide)).toHaveCount(0);
  await snackbar(page, 'Listicle deleted successfully!').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, guide)).toBeVisible();
});

test('the duplicate dialog explains that it creates a new listicle based on the original, with Cancel and Create Duplicate', async ({
  page,
  api,
}) => {
  const guide = await makeGuide(api, { status: 'featured', author_name: 'Ada Reed', description: '<p>Words.</p>' });
  await act(page, guide, 'Duplicate Listicle');
  const dialog = page.getByRole('dialog', { name: 'Duplicate Listicle' });
  await expect(dialog.getByText(/creates a new listicle based on/)).toContainText(guide.title);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  // prefilled as the original title plus ' Copy'; the default of its status is draft
  await expect(title(dialog)).toHaveValue(`${guide.title} Copy`);
  await expect(dialog.getByRole('combobox', { name: /^Status/ })).toHaveText('Draft');
  await dialog.getByRole('button', { name: 'Create Duplicate' }).click();
  await expect(snackbar(page, 'Listicle duplicated successfully!')).toBeVisible();
  const copy = row(page, { ...guide, title: `${guide.title} Copy` });
  await expect(copy).toContainText('Draft');
});

test('duplicating without the original id shows Original listicle ID is missing.', async ({
  page,
  api,
  complaints,
}) => {
  complaints.expect(/key/);
  const guide = await makeGuide(api);
  await page.route(LIST, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { data: Partial<Guide>[] };
    for (const one of body.data) delete one.id;
    await route.fulfill({ response: reply, json: body });
  });
  await act(page, guide, 'Duplicate Listicle');
  const dialog = page.getByRole('dialog', { name: 'Duplicate Listicle' });
  await dialog.getByRole('button', { name: 'Create Duplicate' }).click();
  await expect(dialog.getByText('Original listicle ID is missing.')).toBeVisible();
});

test('title and status are required, in these words; an invalid form shows Please correct the errors above.', async ({
  page,
  server,
  session,
}) => {
  const dialog = await openAdd(page);
  await save(dialog).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await expect(dialog.getByText('Please correct the errors above.')).toBeVisible();
  await expect(title(dialog)).toBeFocused();
  await title(dialog).fill('Now it has one');
  await save(dialog).click();
  await expect(dialog).toBeHidden();

  // the form cannot leave the status blank, another client can
  const reply = await fetch(`${server.url}/api/admin/listicles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: '', status: '' }),
  });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({
    errors: { title: ['This field is required.'], status: ['This field is required.'] },
  });
});

test('the form default of the status is published; description, author name and main image are optional', async ({
  page,
  api,
}) => {
  const dialog = await openAdd(page);
  await expect(dialog.getByRole('combobox', { name: /^Status/ })).toHaveText('Published');
  await title(dialog).fill(`Only a title ${Date.now()}`);
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/listicles'),
  );
  await save(dialog).click();
  const { data } = (await (await saved).json()) as { data: Guide };
  expect(await readGuide(api, data.id)).toMatchObject({
    status: 'published',
    description: null,
    author_name: null,
    main_image_url: null,
  });
});

test('transitions of the status are not restricted: any status may be chosen', async ({ page, api }) => {
  const guide = await makeGuide(api, { status: 'draft' });
  await openList(page, guide.title);
  for (const status of ['Archived', 'Featured', 'Draft', 'Published']) {
    await row(page, guide).getByRole('button', { name: 'Edit Listicle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Listicle' });
    await choose(dialog, 'Status', status);
    await save(dialog).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, guide)).toContainText(status);
  }
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

test('the snackbar goes by itself after 4000 ms', async ({ page, api }) => {
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
  await passes(3900);
  await expect(shown).toBeVisible();
  await passes(100);
  await expect.poll(() => passes(20).then(() => shown.count()), { intervals: [50] }).toBe(0);
});

test('successes show the server message, else the words of the specification', async ({ page, api }) => {
  const guide = await makeGuide(api);
  const { data } = await api<{ data: unknown }>('GET', `/admin/listicles/${guide.id}`);

  await answerWrites(page, 'POST', 200, { data, message: 'Said by the server.' });
  const dialog = await openAdd(page);
  await title(dialog).fill('Anything');
  await save(dialog).click();
  await expect(snackbar(page, 'Said by the server.')).toBeVisible();
  await page.unrouteAll();

  for (const method of ['POST', 'PUT', 'DELETE']) await answerWrites(page, method, 200, { data });
  const press = (action: string) => row(page, guide).getByRole('button', { name: action }).click();
  await page.getByRole('button', { name: 'Add New Listicle' }).click();
  await title(dialog).fill('Anything');
  await save(dialog).click();
  await expect(snackbar(page, 'Listicle created successfully!')).toBeVisible();
  await press('Edit Listicle');
  await save(page.getByRole('dialog')).click();
  await expect(snackbar(page, 'Listicle updated successfully!')).toBeVisible();
  await press('Duplicate Listicle');
  await page.getByRole('button', { name: 'Create Duplicate' }).click();
  await expect(snackbar(page, 'Listicle duplicated successfully!')).toBeVisible();
  await press('Delete Listicle');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(snackbar(page, 'Listicle deleted successfully!')).toBeVisible();
});

test('failures are said in the error colour: Failed to save, duplicate, delete listicle.', async ({
  page,
  api,
  complaints,
}) => {
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
});

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
    await expect(snackbar(page, 'Listicle updated successfully!')).toBeVisible();
    await expect(card).toContainText(', from a phone');
    await expectNoSidewaysScroll(page);
  });
});
