import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';
import type { PictureImage } from './props.ts';

const stored: PictureImage = {
  src: '/media/images/aa/whole.jpg',
  width: 900,
  height: 500,
  variants: [
    { type: 'image/avif', width: 320, src: '/media/images/aa/small.avif' },
    { type: 'image/avif', width: 900, src: '/media/images/aa/large.avif' },
    { type: 'image/webp', width: 320, src: '/media/images/aa/small.webp' },
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

test('a browser finds AVIF before WebP, each in its widths, and the whole picture last', () => {
  const page = draw(stored);
  const sources = [...page.querySelectorAll('source')].map((one) => [one.type, one.getAttribute('srcset')]);
  expect(sources).toEqual([
    ['image/avif', '/media/images/aa/small.avif 320w, /media/images/aa/large.avif 900w'],
    ['image/webp', '/media/images/aa/small.webp 320w'],
  ]);
  for (const one of page.querySelectorAll('source')) expect(one.getAttribute('sizes')).toBeTruthy();
  expect(page.querySelector('picture > :last-child')?.outerHTML).toContain('src="/media/images/aa/whole.jpg"');
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
