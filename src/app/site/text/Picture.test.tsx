import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';
import type { PictureImage } from '../props.ts';

const stored: PictureImage = {
  src: '/media/images/aa/whole.jpg',
  width: 900,
  height: 500,
  variants: [
    { type: 'image/avif', width: 320, src: '/media/images/aa/small.avif' },
    { type: 'image/avif', width: 900, src: '/media/images/aa/large.avif' },
    { type: 'image/webp', width: 320, src: '/media/images/aa/small.webp' },
    { type: 'image/webp', width: 900, src: '/media/images/aa/large.webp' },
  ],
  alt: 'A tin',
};
const elsewhere: PictureImage = {
  ...stored,
  src: 'https://shop.example/a.png',
  width: null,
  height: null,
  variants: [],
};

function draw(image: PictureImage | null, given: { isFirst?: boolean; shape?: 'wide' | 'square' } = {}): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<Picture image={image} name="élan" shape="wide" {...given} />);
  return page;
}

test.each([
  ['wide', '/media/images/aa/small.avif 320w, /media/images/aa/large.avif 900w', '/media/images/aa/large.webp'],
  ['square', '/media/images/aa/small.avif 320w', '/media/images/aa/small.webp'],
] as const)('a browser finds AVIF in its widths, else WebP, no wider than a %s box can show', (shape, widths, webp) => {
  const page = draw(stored, { shape });
  const sources = [...page.querySelectorAll('source')].map((one) => [one.type, one.getAttribute('srcset')]);
  expect(sources).toEqual([['image/avif', widths]]);
  expect(page.querySelector('source')!.getAttribute('sizes')).toBeTruthy();
  expect(page.querySelector('picture > img:last-child')!.getAttribute('src')).toBe(webp);
});

test('where AVIF is no gain, WebP comes in its widths', () => {
  const page = draw({ ...stored, variants: stored.variants.filter((one) => one.type === 'image/webp') });
  expect(page.querySelector('source')!.type).toBe('image/webp');
  expect(page.querySelector('source')!.getAttribute('srcset')).toMatch(/small\.webp 320w, .*large\.webp 900w/);
});

test.each([
  ['no smaller forms', []],
  ['none that is narrow enough', stored.variants.filter((one) => one.width > 640)],
])('a picture with %s is shown as it was uploaded', (_name, variants) => {
  const page = draw({ ...stored, variants }, { shape: 'square' });
  expect(page.querySelector('source')).toBeNull();
  expect(page.querySelector('img')!.getAttribute('src')).toBe('/media/images/aa/whole.jpg');
});

test.each([
  ['a stored picture its own', stored, 'wide', '900', '500'],
  ['one from elsewhere that of its box', elsewhere, 'wide', '720', '480'],
  ['one from elsewhere in a square that of the square', elsewhere, 'square', '360', '360'],
] as const)('the size is always said: %s', (_name, image, shape, width, height) => {
  const img = draw(image, { shape }).querySelector('img')!;
  expect([img.getAttribute('width'), img.getAttribute('height'), img.alt]).toEqual([width, height, 'A tin']);
});

test('the first picture is fetched at once and before others, the rest when they come near', () => {
  const attributes = (isFirst: boolean) => {
    const img = draw(stored, { isFirst }).querySelector('img')!;
    return [img.getAttribute('loading'), img.getAttribute('fetchpriority')];
  };
  expect(attributes(true)).toEqual(['eager', 'high']);
  expect(attributes(false)).toEqual(['lazy', null]);
});

test('without a picture there is a tile with the first letter, which nobody hears', () => {
  const tile = draw(null).firstElementChild!;
  expect([tile.tagName, tile.textContent, tile.getAttribute('aria-hidden')]).toEqual(['SPAN', 'É', 'true']);
});
