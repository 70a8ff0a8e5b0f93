import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/axe.ts';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, focusUndo, PHONE, tabTo } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

type Made = { id: number };
type Item = Made & {
  display_title: string;
  scores: Record<string, number>;
  total_score: number | null;
  pros: string[];
};

const RUBRIC = [
  { key: 'hold', name: 'Hold', weight: 3, description: null },
  { key: 'care', name: 'Care', weight: 1, description: null },
];

/** A public guide with a rubric and three products. */
async function makeGuide(api: Api): Promise<{ id: number; items: number[] }> {
  const guide = await api<{ data: Made }>('POST', '/admin/listicles', { title: 'Three aprons', rubric: RUBRIC });
  const items: number[] = [];
  for (const title of ['Linen apron', 'Canvas apron', 'Paper apron']) {
    const body = { title, pros: ['Light'], cons: ['Thin'] };
    items.push((await api<{ data: Made }>('POST', `/admin/listicles/${guide.data.id}/items`, body)).data.id);
  }
  return { id: guide.data.id, items };
}

const stored = async (api: Api, guideId: number) =>
  (await api<{ data: Item[] }>('GET', `/admin/listicles/${guideId}/items`)).data;
const order = async (api: Api, guideId: number) => (await stored(api, guideId)).map((item) => item.display_title);

async function openProducts(page: Page, guideId: number): Promise<void> {
  await page.goto(`/admin/listicles/${guideId}/items`);
  await expect(page.getByRole('list', { name: 'Products by rank' })).toBeVisible();
}
async function expectCleanByAxe(page: Page): Promise<void> {
  await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
  // the page in the frame is the public one, which its own tests look at
  await expectNoAxeFindings(page, page.url(), { without: ['iframe'] });
}

test('a product is lifted, carried to the end and put down by keyboard alone, and Undo takes it back', async ({
  page,
  api,
}) => {
  const guide = await makeGuide(api);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && calls.push(new URL(request.url()).pathname));
  await openProducts(page, guide.id);
  await page.getByRole('button', { name: 'Reorder Linen apron' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Linen apron is lifted, number 1 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Number 3 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Reorder Linen apron' })).toBeFocused();
  const undo = await focusUndo(page, 'Order saved.');
  expect(await order(api, guide.id)).toEqual(['Canvas apron', 'Paper apron', 'Linen apron']);
  expect(calls).toEqual([`/api/admin/listicles/${guide.id}/items/reorder`]);

  await undo.press('Enter');
  await expectSaid(page, 'The order is as it was.');
  expect(await order(api, guide.id)).toEqual(['Linen apron', 'Canvas apron', 'Paper apron']);
});

test('a product is removed and brought back by keyboard alone', { tag: '@engines' }, async ({ page, api }) => {
  const guide = await makeGuide(api);
  await openProducts(page, guide.id);
  await tabTo(page, page.getByRole('button', { name: 'Remove Canvas apron' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expect(question).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  const undo = await focusUndo(page, 'Product removed.');
  await expect(page.getByRole('listitem').filter({ hasText: 'Canvas apron' })).toHaveCount(0);
  expect(await order(api, guide.id)).toEqual(['Linen apron', 'Paper apron']);
  await undo.press('Enter');
  await expectSaid(page, 'Product restored.');
  expect(await order(api, guide.id)).toEqual(['Linen apron', 'Canvas apron', 'Paper apron']);
});

test('a product is dragged by its handle over two others', { tag: '@engines' }, async ({ page, api }) => {
  const guide = await makeGuide(api);
  await openProducts(page, guide.id);
  const handle = await page.getByRole('button', { name: 'Reorder Paper apron' }).boundingBox();
  const first = await page.getByRole('listitem').filter({ hasText: 'Linen apron' }).boundingBox();
  await page.mouse.move(handle!.x + 10, handle!.y + 10);
  await page.mouse.down();
  await page.mouse.move(handle!.x + 10, first!.y + first!.height, { steps: 8 });
  await page.mouse.move(handle!.x + 10, first!.y + 5, { steps: 4 });
  await page.mouse.up();
  await expectSaid(page, 'Order saved.');
  expect(await order(api, guide.id)).toEqual(['Paper apron', 'Linen apron', 'Canvas apron']);
});

test('a product is scored and saved by keyboard alone, with its card beside the form', async ({ page, api }) => {
  const guide = await makeGuide(api);
  await openProducts(page, guide.id);
  await page.getByRole('link', { name: 'Edit Canvas apron' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Canvas apron' })).toBeVisible();
  const card = page.frameLocator('iframe[title="Preview of the page"]').locator(`#p${guide.items[1]}`);
  await expect(card).toBeVisible();

  await page.getByRole('tab', { name: 'Product' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Hold' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('9.5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('6');
  await expect(page.getByText('Computed total: 8.6 / 10')).toBeVisible();
  await expect(card.getByText('8.6').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Product saved.');
  const item = (await stored(api, guide.id))[1]!;
  expect(item).toMatchObject({ scores: { hold: 9.5, care: 6 }, total_score: 8.6 });
  await expect(page.getByText('Everything is saved')).toBeVisible();
});

test('what would leave a public guide without a con is refused at its field, and kept as a draft', async ({
  page,
  api,
  complaints,
}) => {
  complaints.expect(/422/);
  const guide = await makeGuide(api);
  const path = `/admin/listicles/${guide.id}/items/${guide.items[0]}`;
  await page.goto(path);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByRole('button', { name: 'Remove con 1' }).click();
  await page.getByRole('tab', { name: 'Product' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('tab', { name: 'Text (1 error)', selected: true })).toBeVisible();
  await expect(page.getByText('Linen apron: say at least one thing that speaks against it.').first()).toBeVisible();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  await page.goto(`/admin/listicles/${guide.id}/items`);
  await page.goto(path);
  await expect(page.getByText('Not live yet: Cons')).toBeVisible();
  await page.getByRole('button', { name: 'Discard edits' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('Everything is saved')).toBeVisible();
  expect((await stored(api, guide.id))[0]).toMatchObject({ cons: ['Thin'] });
});

for (const viewport of [DESKTOP, PHONE]) {
  test(
    `the products and the editor of one are clean by axe and fit at ${viewport.width} px`,
    { tag: '@engines' },
    async ({ page, api }) => {
      const guide = await makeGuide(api);
      await page.setViewportSize(viewport);
      await openProducts(page, guide.id);
      await expectCleanByAxe(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Reorder Paper apron' }).press('Space');
      await expectCleanByAxe(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Edit Paper apron' }).click();
      for (const tab of ['Product', 'Scores', 'Text', 'Facts', 'Picture & button', 'History']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectCleanByAxe(page);
        await expectNoSidewaysScroll(page);
      }
    },
  );
}
