import { chromium, type Locator, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from '../../scripts/chromium.ts';
import type { JourneySite } from './site.ts';

/** What a screen shows, as its texts. */
export type Shown = { kpis: Record<string, string>; rows: Record<string, string>[]; totals: Record<string, string> };

/** Signs in as the administrator in a real Chromium and reads both screens. @throws Error where no browser is installed */
export async function readScreens(server: JourneySite): Promise<{ guides: Shown; conversions: Shown }> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('There is no Chromium: install it or set CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    // what is waited for comes late on a busy machine
    page.setDefaultTimeout(120_000);
    await page.goto(`${server.url}/login`);
    await page.getByRole('textbox', { name: 'Username' }).fill(server.adminUsername);
    await page.getByLabel(/^Password/).fill(server.adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Listicle Stats' }).waitFor();
    await showAllColumns(page, 'Guides');
    const guides = await readScreen(page, 'Guides');
    // chosen on a page of few rows, and remembered
    await page.goto(`${server.url}/admin/conversion-stats`);
    await showAllColumns(page, 'Conversions');
    await page.goto(`${server.url}/admin/conversion-stats?itemsPerPage=-1`);
    return { guides, conversions: await readScreen(page, 'Conversions') };
  } finally {
    await browser.close();
  }
}

/** All of it at once: between two questions a busy machine draws a long table anew, and each would wait for that. */
async function readScreen(page: Page, label: string): Promise<Shown> {
  await awaitRows(page, label);
  const cards = page.getByLabel('Key figures').locator('dt');
  const [kpis, table] = await Promise.all([
    cards.evaluateAll((terms) =>
      Object.fromEntries(
        terms.map((term) => [term, term.nextElementSibling].map((one) => (one as HTMLElement).innerText.trim())),
      ),
    ),
    readTable(page.getByRole('table', { name: label })),
  ]);
  return { kpis, ...table };
}

const awaitRows = (page: Page, label: string): Promise<void> =>
  page.getByRole('region', { name: label, exact: true }).and(page.locator('[aria-busy=false]')).waitFor();

/** Those too that a table has for whoever chooses them. */
async function showAllColumns(page: Page, label: string): Promise<void> {
  await awaitRows(page, label);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const choice = page.getByRole('dialog', { name: /^Columns of/ });
  await choice.waitFor();
  for (const box of await choice.getByRole('checkbox').all()) if (!(await box.isChecked())) await box.check();
  await choice.getByRole('button', { name: 'Done' }).click();
}

const readTable = (table: Locator): Promise<Pick<Shown, 'rows' | 'totals'>> =>
  table.evaluate((element: HTMLTableElement) => {
    // long ids are cut for the eye and whole in the title
    const textOf = (cell: HTMLTableCellElement) =>
      cell.querySelector<HTMLElement>('code[title]')?.title ?? cell.innerText;
    const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => textOf(cell).trim());
    const heads = cells(element.tHead!.rows[0]!);
    const named = (row: HTMLTableRowElement) =>
      Object.fromEntries(cells(row).map((text, place) => [heads[place] || `#${place}`, text]));
    return {
      rows: [...element.tBodies[0]!.rows].map(named),
      totals: element.tFoot ? named(element.tFoot.rows[0]!) : {},
    };
  });
