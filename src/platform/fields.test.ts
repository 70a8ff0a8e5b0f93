import { expect, test } from 'vitest';
import { amount, currency, imageUrl } from './fields.ts';

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

test.each([
  ['12.5', '12.50'],
  ['0,25', '0.25'],
  ['.5', '0.50'],
])('the amount %s goes on as %s', (typed, sent) => {
  expect(amount.parse(typed)).toBe(sent);
});

test.each(['1,234', '1.234,56', '-1', ''])('%j is refused as an amount', (typed) => {
  expect(amount.safeParse(typed).success).toBe(false);
});

test.each(['usd', ' EUR '])('%j is a currency', (typed) => {
  expect(currency.parse(typed)).toMatch(/^[A-Z]{3}$/);
});

test.each(['ABC', 'XXX', 'XTS', 'XAU', 'US', ''])('%j is none', (typed) => {
  expect(currency.safeParse(typed).success).toBe(false);
});
