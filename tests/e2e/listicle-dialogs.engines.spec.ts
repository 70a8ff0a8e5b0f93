import { expect, test } from './support/fixtures.ts';
import {
  type Guide,
  LIST,
  makeGuide,
  readGuide,
  openList,
  row,
  act,
  openAdd,
  title,
  save,
  chooseFile,
} from './support/listicles.ts';
import { choose, DESKTOP, expectSaid, PICTURE, focusUndo } from './support/screen.ts';

// Each test is named after the sentence of the specification that it holds the dialogs of Manage Listicles to.

test.use({ isSignedIn: true, viewport: DESKTOP });

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
  await expectSaid(page, 'Listicle created successfully!');
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
  const undo = await focusUndo(page, 'Listicle deleted successfully!');
  await expect(row(page, guide)).toHaveCount(0);
  await undo.click();
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
  await expectSaid(page, 'Listicle duplicated successfully!');
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
