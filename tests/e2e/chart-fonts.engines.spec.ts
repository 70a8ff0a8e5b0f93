import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, PHONE } from './support/screen.ts';

test.use({ isSignedIn: true });

/** What system-ui means on a machine with this font: its lines decide which labels of an axis have room. */
const configOf = (font: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit>
  </match>
</fontconfig>`;

const FONTS = ['Noto Sans', 'DejaVu Sans'];

for (const font of FONTS) {
  test(`charts name their days where system-ui is ${font}`, async ({
    playwright,
    launchOptions,
    server,
    storageState,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'guidepost-fonts-'));
    writeFileSync(join(folder, 'fonts.conf'), configOf(font));
    const env = { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
    const browser = await playwright.chromium.launch({ ...launchOptions, env });
    try {
      const page = await browser.newPage({ baseURL: server.url, storageState: storageState!, viewport: DESKTOP });
      await page.goto('/admin/stats');
      const widths = await page.evaluate(
        (names) => {
          const pen = document.createElement('canvas').getContext('2d')!;
          return names.map((name) => {
            pen.font = `100px ${name}`;
            return pen.measureText('Handgloves').width;
          });
        },
        ['system-ui', `"${font}"`, 'monospace'],
      );
      // a browser that took another font would prove nothing
      expect(widths[0]).toBe(widths[1]);
      expect(widths[0]).not.toBe(widths[2]);
      const days = page.locator('.MuiChartsAxis-directionX .MuiChartsAxis-tickLabel');
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        for (const path of ['/admin/stats', '/admin/conversion-stats', '/admin/stats/reports']) {
          await page.goto(path);
          await expect(days.filter({ hasText: /^[A-Z][a-z]{2} \d+$/ }).nth(1), `${path} at ${size.width}`).toBeVisible({
            timeout: 40_000,
          });
        }
      }
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
