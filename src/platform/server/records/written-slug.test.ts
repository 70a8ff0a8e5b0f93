import { expect, test } from 'vitest';
import titles from '../../../../tests/words/titles.json' with { type: 'json' };
import { fold } from '../../text/fold.ts';
import { slugFrom } from '../../text/slug.ts';
import { writtenSlug } from './written-slug.ts';

const rows = titles as [title: string, slug: string][];

test('500 titles in ten languages have slugs of their own, which stay what they are', () => {
  expect(new Set(rows.map(([title]) => title)).size).toBe(500);
  expect(rows.map(([title]) => writtenSlug(title, 100))).toEqual(rows.map(([, slug]) => slug));
  expect(new Set(rows.map(([, slug]) => slug)).size).toBe(500);
});

test('they can be read: plain words in the order of the title, none lost', () => {
  for (const [title, slug] of rows) {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const words = fold(title).match(/[\p{L}\p{N}]+/gu)!;
    expect(slug.split('-').length, title).toBeGreaterThanOrEqual(words.length - 2);
    expect(slug.length, title).toBeGreaterThan(fold(title).replace(/[^\p{L}\p{N}]/gu, '').length * 0.7);
  }
});

test('what was written in our letters alone gets the slug of before', () => {
  for (const [title] of rows.filter(([one]) => !/[^\p{Script=Latin}\p{Script=Common}]/u.test(one)))
    expect(writtenSlug(title, 100)).toBe(slugFrom(title, 100));
});

test.each([
  ['👍 🎉', ''],
  ['Vitamin 维生素 D', 'vitamin-wei-sheng-su-d'],
  ['한국 차', 'hangug-ca'],
])('"%s" becomes "%s"', (title, slug) => {
  expect(writtenSlug(title)).toBe(slug);
});
