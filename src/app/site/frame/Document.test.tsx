import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Document, type Head } from './Document.tsx';
import type { Shell } from '../props.ts';

const shell: Shell = {
  brand: 'Waymark',
  tagline: 'Compared with care',
  disclosure: 'We may be paid.',
  contactEmail: 'hello@guides.example',
  year: 2026,
  timeZone: 'UTC',
  origin: 'https://guides.example',
  stylesheet: '/assets/site.css',
  script: '/site-1.js',
  slots: { token: 'TOKEN', inner: '', and: '' },
};

/** What the head says by name; the test's browser would try to load what links name, so they are read as text. */
function headOf(head: Partial<Head>, given: Partial<Shell> = {}): { says: Map<string, string>; html: string } {
  const html = renderToStaticMarkup(
    <Document shell={{ ...shell, ...given }} head={{ description: 'Teas & cups.', ...head }}>
      <p>Text</p>
    </Document>,
  );
  const page = new DOMParser().parseFromString(html.replace(/<link[^>]*>|<script[^>]*><\/script>/g, ''), 'text/html');
  const says = [...page.querySelectorAll('meta')].map((meta): [string, string] => [
    meta.getAttribute('property') ?? meta.getAttribute('name') ?? '',
    meta.getAttribute('content') ?? '',
  ]);
  return { says: new Map(says), html };
}

const article = { publishedAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };

test('a shared article shows its title, its picture and its dates', () => {
  const { says, html } = headOf({ title: 'Teas', path: '/listicles/3-teas', image: '/og/guides/3.png', article });
  expect(Object.fromEntries(says)).toMatchObject({
    description: 'Teas & cups.',
    robots: 'max-image-preview:large',
    'og:title': 'Teas',
    'og:type': 'article',
    'og:url': 'https://guides.example/listicles/3-teas',
    'og:image': 'https://guides.example/og/guides/3.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Teas',
    'twitter:card': 'summary_large_image',
    'article:published_time': '2026-01-01',
    'article:modified_time': '2026-02-01',
  });
  expect(html).toContain('<link rel="canonical" href="https://guides.example/listicles/3-teas"/>');
});

test('a page without a picture of its own shows that of the site', () => {
  expect(headOf({ path: '/about' }).says.get('og:image')).toBe('https://guides.example/og/site.png');
});

test('a page that is to be found by nobody can still be shared', () => {
  const { says } = headOf({ title: 'For readers of an ad', path: '/listicles/4', hidden: true });
  expect([says.get('robots'), says.get('og:title')]).toEqual(['noindex', 'For readers of an ad']);
});

test('a page without an address has none for others either', () => {
  const { says, html } = headOf({ title: 'Not found', hidden: true });
  expect([...says.keys()].filter((name) => name.startsWith('og:'))).toEqual([]);
  expect(html).not.toContain('canonical');
});

test('while the address of the site is not known, nothing claims one', () => {
  const { says, html } = headOf({ title: 'Teas', path: '/listicles/3-teas', article }, { origin: '' });
  expect(says.has('og:image') || says.has('og:url')).toBe(false);
  expect(html).toContain('<link rel="canonical" href="/listicles/3-teas"/>');
});
