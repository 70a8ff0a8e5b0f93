import { expectNoAxeFindings } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

type Made = { data: { id: number } };

test('clicks of readers become points, lines and money at risk, on a phone too', async ({ page, api, server }) => {
  const [first, second] = await Promise.all(
    ['Compared Bottle', 'Paused Bottle'].map((name) =>
      api<Made>('POST', '/admin/offers', { name, url: `https://shop.example/${name.replace(' ', '-')}` }),
    ),
  );
  const guide = await api<Made>('POST', '/admin/listicles', { title: 'Bottles that are clicked' });
  for (const { data } of [first!, second!])
    await api('POST', `/admin/listicles/${guide.data.id}/items`, {
      offer_id: data.id,
      pros: ['Easy to carry'],
      cons: ['Hard to wash'],
    });
  // the readers of other tests click too
  const own = 'utm_source=bottle-news';
  await page.goto(`${server.url}/listicles/${guide.data.id}?${own}`);
  const outs = await page
    .locator('a[href*="/out/"]')
    .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).href));
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent.replace('Headless', '')) };
  for (const out of new Set(outs)) await fetch(out, { redirect: 'manual', headers });
  await api('PUT', `/admin/offers/${second!.data.id}`, { status: 'paused' });

  await page.goto(`/admin/offer-stats?${own}`);
  const chart = page.locator('figure').filter({ hasText: 'EPC by Clicks of Each Offer' });
  // both stand at the same place
  await expect(chart.locator('circle')).toHaveCount(2, { timeout: 20_000 });
  const risk = page.getByRole('region', { name: /^Money at Risk/ });
  await expect(risk.getByRole('link', { name: 'Paused Bottle' })).toBeVisible();
  await expect(risk.getByText('It is paused, archived or a draft.')).toBeVisible();
  await expect(risk.getByText('Not known')).toBeVisible();

  // what is ticked stands in the address, which is written a moment after the press
  for (const name of ['Select Compared Bottle', 'Select Paused Bottle']) {
    await page.getByRole('checkbox', { name }).click();
    await expect(page.getByRole('checkbox', { name })).toBeChecked();
  }
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: /^(Compared|Paused) Bottle or / });
  await expect(dialog.getByText('Too few to say which is better.')).toHaveCount(2);
  await page.reload();
  await expect(dialog).toBeVisible();
  await expectNoAxeFindings(page, 'two offers compared');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expectNoAxeFindings(page, 'offers');
  // keys reach a point, it says what it is, and it leads to its row
  await chart.locator('[role=none][tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  const both = /^(Compared Bottle, Paused Bottle|Paused Bottle, Compared Bottle): 1 click, \$0\.00 per click$/;
  await expect(chart.getByRole('img', { name: both })).toBeFocused();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search offers...' });
  await expect(search).toHaveValue(/^(Compared|Paused) Bottle$/);
  const rows = page.getByRole('table', { name: 'Offers' }).getByRole('checkbox', { name: /^Select .* Bottle/ });
  await expect(rows).toHaveCount(1);
  await search.fill('');
  await expect(rows).toHaveCount(2);
  await chart.locator('circle').last().click();
  await expect(rows).toHaveCount(1);

  await page.setViewportSize(PHONE);
  await expect(page.getByRole('list', { name: 'Offers' }).getByText(/ Bottle$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page, 'offers on a phone');
});
