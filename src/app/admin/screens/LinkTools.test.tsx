// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Link } from '../../../features/links/contract.ts';
import { LinksScreen } from './LinksScreen.tsx';
import { qrCode, qrSvg } from '../../../platform/web/qr/qr.ts';

const BASE = '/api/admin/tracking-links';
const AT = '2026-03-01T10:00:00.000Z';

const link = {
  id: 1,
  name: 'Spring sleep',
  slug: 'spring-sleep',
  status: 'active',
  state: 'active',
  traffic_source_id: 4,
  source_name: 'Big Native',
  url: 'https://guides.example/go/spring-sleep',
  former_slugs: [],
  mended_30d: [],
  utm: {},
  tags: [],
  forward_list: [],
  destinations: [],
  visits_30d: 0,
  uniques_30d: 0,
  bots_30d: 0,
  last_visit_at: null,
  clicks_30d: 0,
  conversions_30d: 0,
  revenue_30d: '0.00',
  cost_30d: null,
  roi_30d: null,
  left_out_30d: 0,
  created_at: AT,
  updated_at: AT,
} as unknown as Link;

/** What the browser was given to keep, by name. */
let saved: { name: string; content: Blob }[] = [];

beforeEach(() => {
  saved = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    blobs.set(`blob:${blobs.size}`, content as Blob);
    return `blob:${blobs.size - 1}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: blobs.get(this.href)! });
  });
});
afterEach(() => vi.restoreAllMocks());

const SOURCE = { id: 4, name: 'Big Native', url_suffix: 'cid={click_id}&site={site}' };

async function openScreen(answers: Answers = {}) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${BASE}`]: () => pageOf([link]),
    'GET /api/admin/traffic-sources': () => pageOf([SOURCE]),
    'GET /api/admin/traffic-sources/4': () => ({ body: { data: SOURCE } }),
    'GET /api/settings': () => ({ body: { data: { currency: 'USD', time_zone: 'UTC' } } }),
    ...answers,
  });
  return { server, ...renderScreen(<LinksScreen />, '/?search=spring') };
}

test('a link gives its short URL, its ad URL and an address with utm values', async () => {
  const { user } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Ad URL and QR code' }));
  const dialog = await screen.findByRole('dialog', { name: 'Share Spring sleep' });
  await within(dialog).findByLabelText('Ad URL');
  const value = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label).value;
  expect(value('Short URL')).toBe(link.url);
  expect(value('Ad URL')).toBe(`${link.url}?cid={click_id}&site={site}`);
  await user.type(within(dialog).getByLabelText('utm_source'), 'news letter');
  await user.type(within(dialog).getByLabelText('utm_campaign'), 'spring');
  expect(value('URL with UTM Values')).toBe(`${link.url}?utm_source=news+letter&utm_campaign=spring`);
  await user.click(within(dialog).getByRole('button', { name: 'Clear' }));
  expect(value('URL with UTM Values')).toBe(link.url);
});

test('the QR code is shown with its address in words, and kept as an SVG', async () => {
  const { user } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Ad URL and QR code' }));
  expect(await screen.findByRole('img', { name: `QR code of ${link.url}` })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Download SVG' }));
  expect(saved.map(({ name }) => name)).toEqual(['spring-sleep.svg']);
  expect(await saved[0]!.content.text()).toBe(qrSvg(qrCode(link.url)));
});

test('a code has its three corners and a white border of four modules', () => {
  const code = qrCode(link.url);
  const last = code.size - 1;
  for (let at = 0; at < code.size; at += 1) {
    for (const edge of [0, 1, 2, 3, last, last - 1, last - 2, last - 3]) {
      expect([code.isDark(edge, at), code.isDark(at, edge)]).toEqual([false, false]);
    }
  }
  // a ring of 7 by 7 dark modules, white within it, 3 by 3 dark ones in the middle
  const corner = (top: number, left: number) =>
    Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 7 }, (_x, column) => (code.isDark(top + row, left + column) ? '#' : '.')).join(''),
    );
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  for (const [top, left] of [
    [4, 4],
    [4, last - 10],
    [last - 10, 4],
  ] as const)
    expect(corner(top, left)).toEqual(finder);
});

test('the export keeps what the list is narrowed to, as a file', async () => {
  const { user, server } = await openScreen({
    [`GET ${BASE}`]: ({ query }) =>
      query.get('format') === 'csv'
        ? {
            body: 'name,slug\r\n',
            headers: { 'content-disposition': 'attachment; filename="tracking-links-2026-10-28-to-2026-11-26.csv"' },
          }
        : pageOf([link]),
  });
  const button = await screen.findByRole('button', { name: 'Export CSV' });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  await user.click(button);
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['tracking-links-2026-10-28-to-2026-11-26.csv']));
  expect(await saved[0]!.content.text()).toBe('name,slug\r\n');
  const asked = server.seen.findLast((seen) => seen.query.get('format') === 'csv')!;
  expect(asked.query.get('search')).toBe('spring');
  expect(asked.query.has('page')).toBe(false);
});

test('an import is tried first, and written only when every row is good', async () => {
  const row = (errors: Record<string, string[]>) => ({ row: 1, name: 'A', slug: 'a-1', errors });
  const { user, server } = await openScreen({
    [`POST ${BASE}/import`]: ({ body }) => {
      const { csv, dry_run: isDry } = body as { csv: string; dry_run: boolean };
      const isBad = csv.includes('taken');
      const counts = { good: isBad ? 0 : 1, bad: isBad ? 1 : 0, created: isDry || isBad ? 0 : 1 };
      const message = isBad
        ? '1 of 1 rows cannot be imported.'
        : isDry
          ? 'Can be imported.'
          : '1 tracking link imported.';
      return { body: { data: { rows: [row(isBad ? { slug: ['is taken'] } : {})], ...counts }, message } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import Tracking Links' });
  const paste = (text: string) =>
    fireEvent.change(within(dialog).getByLabelText('Tracking links as CSV'), { target: { value: text } });
  const write = () => within(dialog).getByRole('button', { name: /^Import/ }) as HTMLButtonElement;

  paste('name,slug\nA,taken');
  expect(write().disabled).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Try It' }));
  expect(await within(dialog).findByText(/is taken/)).toBeTruthy();
  expect(write().disabled).toBe(true);

  paste('name,slug\nA,a-1');
  expect(within(dialog).queryByText(/is taken/)).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Try It' }));
  await waitFor(() => expect(write().disabled).toBe(false));
  await user.click(write());
  expect(await screen.findByText('1 tracking link imported.')).toBeTruthy();
  expect(server.seen.filter((seen) => seen.method === 'POST').map((seen) => seen.body)).toEqual([
    { csv: 'name,slug\nA,taken', dry_run: true },
    { csv: 'name,slug\nA,a-1', dry_run: true },
    { csv: 'name,slug\nA,a-1', dry_run: false },
  ]);
});
