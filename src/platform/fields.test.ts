import { expect, test } from 'vitest';
import { imageUrl } from './fields.ts';

test.each(['/media/ab/cd.webp', '/media/a_b-1.avif', 'https://pictures.example/a.jpg'])('%s is a picture', (url) => {
  expect(imageUrl.parse(url)).toBe(url);
});

test.each([
  '/media/../x.png',
  '/media/a/../../admin',
  '/media/..',
  '/media/./a.png',
  '/media//a.png',
  '/media/a..png',
  '/media/.hidden',
  '/media/a/',
  '/media/%2e%2e/x',
  '/media/a.png?x=1',
  '//media.example/a.png',
  'http://pictures.example/a.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
])('%s is refused', (url) => {
  expect(imageUrl.safeParse(url).success).toBe(false);
});
