import type { Locator, Page } from '@playwright/test';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE, PICTURE, tabTo } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

test.beforeEach(({ complaints }) => {
  // styles of what is pasted are read, and never applied
  complaints.expect(/Applying inline style violates/);
});

const CELLS = ['Dose', 'Morning', 'Noon', 'Evening', 'With food', 'Longest course'];
const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const numbered = (sign: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp;</span></span>${text}</p>`;

/** What Word puts on the clipboard: a table of six columns, a list that begins at 3, powers, a price struck out, a chart. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body><!--StartFragment-->
<p class=MsoNormal>Holds 10<sup>3</sup> mL of H<sub>2</sub>O, <s>was $50</s> costs $40.</p>
<table class=MsoTableGrid border=1>${row(CELLS)}${row(['Magnesium', '100 mg', '≤ 50 mg', '200 mg', 'yes, always', '12 weeks'])}</table>
${numbered('3.', 'Rinse twice')}${numbered('4.', 'Dry at 40 °C')}
<p class=MsoNormal><img width=300 height=200 src="data:image/png;base64,${PICTURE.buffer.toString('base64')}" alt="Chart of doses"></p>
<!--EndFragment--></body></html>`;

/** Pastes as a program's copy comes: with its HTML, its text and, where one is given, its picture as a file. */
async function paste(into: Locator, html: string): Promise<void> {
  await into.click();
  await into.evaluate(
    (element, { given, png }) => {
      const data = new DataTransfer();
      data.setData('text/html', given);
      data.setData('text/plain', 'Holds 103 mL of H2O, was $50 costs $40.');
      const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
      data.items.add(new File([bytes], 'chart.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { given: html, png: PICTURE.buffer.toString('base64') },
  );
}

/** The facts of the document, wherever they stand. */
async function expectFacts(text: Locator): Promise<void> {
  await expect(text.locator('sup')).toHaveText('3');
  await expect(text.locator('sub')).toHaveText('2');
  const rows = text.locator('table').filter({ hasText: 'Longest course' }).locator('tr');
  await expect(rows).toHaveCount(2);
  expect(await rows.first().locator('th, td').allTextContents()).toEqual(CELLS);
  await expect(rows.nth(1)).toContainText('≤ 50 mg');
  const list = text.locator('ol').filter({ hasText: /^\s*Rinse twice/ });
  await expect(list).toHaveAttribute('start', '3');
  expect((await list.locator('> li').allTextContents()).map((item) => item.trim())).toEqual([
    'Rinse twice',
    'Dry at 40 °C',
  ]);
  await expect(text).toContainText('costs $40');
  await expect(text).not.toContainText('$50');
}

const NOTICE = 'Left out of what was pasted: 1 picture (“Chart of doses”), 1 struck-out passage (“was $50”).';

/** Reads the public page on a phone and on a desktop; a wide table moves in itself. */
async function expectReadable(page: Page, path: string, name: string): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await page.goto(path);
    const table = page.getByRole('table').filter({ hasText: 'Longest course' });
    await table.scrollIntoViewIfNeeded();
    await expectFacts(page.locator('main'));
    await expectNoSidewaysScroll(page);
    const box = await table.evaluate((element) => {
      let at: Element | null = element;
      while (at && getComputedStyle(at).overflowX !== 'auto') at = at.parentElement;
      return at && { room: at.clientWidth, needed: at.scrollWidth, isReached: (at as HTMLElement).tabIndex >= 0 };
    });
    expect(box).not.toBeNull();
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${viewport.width}.png` });
  }
  await page.setViewportSize(DESKTOP);
}

async function makeReview(api: Api): Promise<{ id: number; slug: string }> {
  const offers = await api<{ data: { id: number }[] }>('GET', '/admin/offers');
  const body = {
    offer_id: offers.data[0]!.id,
    title: `A bottle, pasted ${Date.now()}`,
    pros: ['Quiet'],
    cons: ['Heavy'],
  };
  return (
    await api<{ data: { id: number; slug: string } }>('POST', '/admin/offer-content', {
      ...body,
      status: 'published',
      sections: [{ heading: 'Facts', body: '<p>Before.</p>' }],
    })
  ).data;
}

test('a document of Word is pasted into a review, undone in one step, saved, and read with every fact', async ({
  page,
  api,
}) => {
  const review = await makeReview(api);
  await page.goto(`/admin/offer-content/${review.id}/edit`);
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = page.getByRole('textbox', { name: 'Text' }).first();
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Typed at once. ');
  await paste(text, WORD);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(text).toHaveText('Before. Typed at once.');
  await page.keyboard.press('Control+Shift+z');
  await expectFacts(text);

  // its picture goes the ordinary way, by one press
  await page.getByRole('button', { name: 'Put the picture into Pictures' }).click();
  await expect(page.getByText('The picture is in Pictures now.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaid(page, 'Content updated successfully!');
  await page.reload();
  await page.getByRole('tab', { name: 'Text' }).click();
  await expectFacts(page.getByRole('textbox', { name: 'Text' }).first());
  await expectReadable(page, `/offer-reviews/${review.slug}`, 'review');
});

test('what a web page shows is copied and pasted into a guide, and its table is worked on by mouse and by keyboard', async ({
  page,
  api,
  context,
}) => {
  const { data: guide } = await api<{ data: { id: number } }>('POST', '/admin/listicles', {
    title: `Pasted ${Date.now()}`,
  });
  const web = await context.newPage();
  await web.setContent(
    WORD.replace(/<p class=MsoListParagraph.*<\/p>/gs, '<ol start=3><li>Rinse twice</li><li>Dry at 40 °C</li></ol>'),
  );
  await web.keyboard.press('Control+a');
  await web.keyboard.press('Control+c');
  await web.close();
  await page.bringToFront();

  await page.goto(`/admin/listicles/${guide.id}/edit`);
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = page.getByRole('textbox', { name: 'Description', exact: true });
  await text.click();
  await page.keyboard.press('Control+v');
  await expectFacts(text);

  const cells = text.locator('td, th');
  const tools = page.getByRole('group', { name: 'Table' });
  await cells.first().click();
  await tools.getByRole('button', { name: 'Row below' }).click();
  await expect(text.locator('tr')).toHaveCount(3);
  // the tools are a Tab away from the text, backwards
  await tabTo(page, tools.getByRole('button', { name: 'Column after' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(text.locator('tr').first().locator('td, th')).toHaveCount(7);
  await tabTo(page, tools.getByRole('button', { name: 'Delete column' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(text.locator('tr').first().locator('td, th')).toHaveCount(6);
  await tools.getByRole('button', { name: 'Delete table' }).click();
  await expect(text.locator('table')).toHaveCount(0);
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Control+z');
  await expectFacts(text);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaid(page, /saved|updated/i);
  await page.reload();
  await page.getByRole('tab', { name: 'Text' }).click();
  await expectFacts(page.getByRole('textbox', { name: 'Description', exact: true }));
  await expectReadable(page, `/listicles/${guide.id}`, 'guide');
});
