import { expect, test } from 'vitest';
import { mendAddress } from '../../src/app/server/mend-address.ts';
import { pathsAround, VALUES } from '../redirects/payloads.ts';
import { mangled, SPELLINGS } from './spellings.ts';

const SITE = 'https://guides.example';
/** All that a mended path can be. */
const OURS =
  /^\/(?:go\/[\w-]+|out\/(?:review\/[\w-]+|[1-9]\d*)|postback\/[\w-]+|pixel\/[\w-]+\.gif|(?:listicles|offer-reviews|categories|authors)\/[\w-]+|about|contact|terms|privacy|search|login|admin|robots\.txt|sitemap\.xml|feed\.xml|)$/;
const PATHS = [
  '/go/tea',
  '/out/7',
  '/out/review/tea',
  '/postback/aK7',
  '/pixel/aK7.gif',
  '/listicles/1-teas',
  '/offer-reviews/tea',
  '/categories/sleep',
  '/search',
  '/',
];

/** Why a target was mended into something that it must not be; undefined when it was not. */
function leak(target: string): string | undefined {
  const mended = mendAddress(target);
  if (!mended) return undefined;
  const location = mended.url + mended.anchor;
  const url = new URL(location, SITE);
  const isOurs =
    url.origin === SITE &&
    url.username === '' &&
    OURS.test(url.pathname) &&
    /^\/(?!\/)[\x21-\x7e]*$/.test(location) &&
    url.pathname === location.split(/[?#]/)[0];
  const again = mendAddress(mended.url);
  return isOurs && again === undefined ? undefined : `${target} became ${location}, then ${again?.url}`;
}

test('no vector of an open redirect passes through the mending', () => {
  const targets = PATHS.flatMap((path) => [
    ...pathsAround(path),
    ...pathsAround(path).map((target) => `${target}/`),
    ...VALUES.flatMap((value) => [
      `${path}?next=${value}`,
      `${path}&next=${value}`,
      `${path}%3Fnext=${value}`,
      `${path}?a=${value}?next=${value}`,
      `${path}/${value}`,
      `/${value}${path}`,
      `${path}${value}`,
      `${path}?a&amp;next=${value}`,
      `/${value}`,
      `//${value}/`,
    ]),
  ]);
  expect(targets.map(leak).filter(Boolean)).toEqual([]);
});

test('what is mended once is right', () => {
  const targets = PATHS.flatMap((path) =>
    SPELLINGS.map((spelling) =>
      mangled(spelling, path, [
        ['a', 'b'],
        ['c', 'd%20e'],
      ]),
    ),
  );
  expect(targets.map(leak).filter(Boolean)).toEqual([]);
});

test('an address of thousands of oddities is judged as quickly as any other', () => {
  for (const odd of ['.', '%20', '/', '&', '&amp;', '?', '?a=', '?a=/', 'a?b=', '-', 'A', '%'])
    for (const path of ['/go/', '/go/x?', '/go/x?a=b', '/']) {
      const target = (path + odd.repeat(8000)).slice(0, 8192);
      expect(() => [mendAddress(target), mendAddress(`${target}x`)]).not.toThrow();
    }
});
