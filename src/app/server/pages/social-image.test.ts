import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawSocialImage, readable } from './social-image.ts';

const card = { brand: 'Guidepost', kicker: 'Guide', title: 'Teas', foot: 'Updated', score: null };

/** How many pixels of a band are dark: the ink of its words. */
async function inkIn(png: Buffer, band: { left: number; top: number; width: number; height: number }): Promise<number> {
  const { data } = await sharp(png).extract(band).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 90).length;
}

const TITLE = { left: 60, top: 220, width: 1080, height: 300 };
const GAP = { left: 60, top: 512, width: 1080, height: 32 };

test.each([
  ['one word', 'Teas'],
  ['a long title', 'The best teas for slow mornings, '.repeat(8)],
  ['one endless word', 'W'.repeat(300)],
  ['markup', '<b>&amp;</b> "teas" & <script>'],
  ['letters of another script', 'שלום עולם'],
  ['only a picture', '🍵'],
])('%s is drawn as words that end above the foot', async (_name, title) => {
  const png = await drawSocialImage({ ...card, title });
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(await inkIn(png, TITLE)).toBeGreaterThan(500);
  expect(await inkIn(png, GAP)).toBe(0);
});

test('a score stands in its round', async () => {
  const round = { left: 900, top: 260, width: 220, height: 150 };
  expect(await inkIn(await drawSocialImage({ ...card, score: 8.6 }), round)).toBeGreaterThan(500);
  expect(await inkIn(await drawSocialImage(card), round)).toBe(0);
});

test.each([
  ['Crème & Zürich №1 – «тест»', 'Crème & Zürich №1 – «тест»'],
  ['Tea 🍵 time', 'Tea time'],
  ['شاي', ''],
  ['緑茶の比較', ''],
])('of %j the font can show %j', (given, shown) => {
  expect(readable(given)).toBe(shown);
});
