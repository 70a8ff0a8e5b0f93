// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { Draft } from '../../publishing/contract.ts';
import type { Guide } from '../contract.ts';
import { GuideEditorScreen } from './GuideEditorScreen.tsx';

const GUIDE: Guide = {
  id: 7,
  title: 'Sleep teas',
  description: null,
  status: 'draft',
  author_name: 'Ada Quill',
  main_image_url: null,
  main_image_alt: null,
  publish_at: null,
  unpublish_at: null,
  problems: [],
  slug: 'sleep-teas',
  category_id: null,
  excerpt: 'Mild ones.',
  methodology: null,
  tested: 'research_only',
  rubric: [{ key: 'taste', name: 'Taste', weight: 3, description: null }],
  faq: [],
  sources: [],
  changes: [],
  author_id: 2,
  reviewer_id: null,
  reviewed_at: null,
  meta_title: null,
  meta_description: null,
  noindex: false,
  first_published_at: null,
  items_count: 3,
  visible_items_count: 3,
  views_30d: 0,
  is_sample: false,
  version: 4,
  created_at: '2026-02-03T04:05:06.000Z',
  updated_at: '2026-03-04T15:06:07.000Z',
};

const DRAFT: Draft = {
  content: { title: 'Night teas' },
  base_version: 4,
  restored_from: null,
  version: 1,
  updated_at: '2026-03-05T12:03:00.000Z',
};

const BASE = '/api/admin/listicles/7';

async function show(answers: Answers = {}) {
  const server = await fakeServer({
    [`GET ${BASE}`]: () => ({ body: { data: GUIDE } }),
    [`GET ${BASE}/draft`]: () => ({ body: { data: null, others: [] } }),
    [`PUT ${BASE}/draft`]: ({ body }) => ({ body: { data: { ...DRAFT, ...(body as object) } } }),
    [`DELETE ${BASE}/draft`]: () => ({ body: { message: 'Unsaved edits dropped.' } }),
    [`POST ${BASE}/checks`]: () => ({ body: { data: [], can_publish: true } }),
    [`POST ${BASE}/preview`]: () => ({ body: { data: { html: '<p>The page</p>' } } }),
    [`GET ${BASE}/revisions`]: () => pageOf([]),
    'GET /api/settings/guide-categories': () => ({ body: { data: [] } }),
    'GET /api/settings/people': () => pageOf([]),
    ...answers,
  });
  localStorage.setItem('token', 't');
  const shown = renderScreen(
    <TimeZoneContext value="UTC">
      <Routes>
        <Route path="/admin/listicles/:guideId/edit" element={<GuideEditorScreen />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </TimeZoneContext>,
    '/admin/listicles/7/edit',
  );
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
  const sent = (method: string, path = BASE) =>
    server.seen.filter((seen) => seen.method === method && seen.path === path).map((seen) => seen.body);
  return { ...shown, server, title, sent };
}

const save = () => screen.getByRole('button', { name: 'Save' });

test('what is typed is kept as a draft that holds only the changed fields, and the guide is not written', async () => {
  const { user, title, sent } = await show();
  expect(screen.getByText('Everything is saved')).toBeTruthy();
  // at one stroke: a slow machine would save between two letters
  fireEvent.change(title, { target: { value: 'Night teas' } });
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  expect(await screen.findByText('Draft saved 12:03')).toBeTruthy();
  expect(sent('PUT', `${BASE}/draft`)).toEqual([{ content: { title: 'Night teas' }, base_version: 4 }]);
  expect(sent('PUT')).toEqual([]);
  await user.type(title, '!');
  await waitFor(() =>
    expect(sent('PUT', `${BASE}/draft`).at(-1)).toEqual({
      content: { title: 'Night teas!' },
      base_version: 4,
      version: 1,
    }),
  );
});

test('typing back what is stored drops the draft', async () => {
  const { user, title, sent } = await show({ [`GET ${BASE}/draft`]: () => ({ body: { data: DRAFT, others: [] } }) });
  expect(title.value).toBe('Night teas');
  expect(screen.getByText('Draft saved 12:03')).toBeTruthy();
  await user.clear(title);
  await user.type(title, 'Sleep teas');
  await waitFor(() => expect(sent('DELETE', `${BASE}/draft`)).toHaveLength(1));
  expect(await screen.findByText('Everything is saved')).toBeTruthy();
});

test('a save that was taken back is shown as it is then', async () => {
  const stored = [GUIDE, { ...GUIDE, version: 6 }];
  const { user, title } = await show({
    [`GET ${BASE}`]: () => ({ body: { data: stored.length > 1 ? stored.shift() : stored[0] } }),
    [`GET ${BASE}/draft`]: () => ({ body: { data: DRAFT, others: [] } }),
    [`PUT ${BASE}`]: () => ({ body: { data: { ...GUIDE, title: 'Night teas', version: 5 } } }),
  });
  expect(title.value).toBe('Night teas');
  await user.click(save());
  await waitFor(() => expect(title.value).toBe('Sleep teas'));
  expect(await screen.findByText('Everything is saved')).toBeTruthy();
});

test('Save sends the whole guide with its version, and no draft follows', async () => {
  const saved = { ...GUIDE, title: 'Night teas', version: 5 };
  const { user, sent } = await show({
    [`GET ${BASE}/draft`]: () => ({ body: { data: DRAFT, others: [] } }),
    [`PUT ${BASE}`]: () => ({ body: { data: saved } }),
  });
  await user.click(save());
  expect(await screen.findByText('Listicle updated successfully!')).toBeTruthy();
  expect(await screen.findByText('Everything is saved')).toBeTruthy();
  expect(sent('PUT')[0]).toMatchObject({
    title: 'Night teas',
    version: 4,
    author_id: 2,
    rubric: [{ key: 'taste', name: 'Taste', weight: 3, description: null }],
  });
  expect(screen.queryByRole('button', { name: 'Discard edits' })).toBeNull();
  // longer than the pause before edits are kept
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(sent('PUT', `${BASE}/draft`)).toEqual([]);
});

test('taking theirs in a conflict drops my draft and leaves nothing unsaved', async () => {
  const theirs = { ...GUIDE, title: 'Their teas', version: 5 };
  const { user, title, sent } = await show({
    [`GET ${BASE}/draft`]: () => ({ body: { data: DRAFT, others: [] } }),
    [`PUT ${BASE}`]: () => ({
      status: 409,
      body: { message: 'Changed.', error: 'version_conflict', details: { current: theirs } },
    }),
  });
  await user.click(save());
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved by somebody else' }));
  expect(dialog.getByRole('row', { name: /Title/ }).textContent).toContain('Their teas');
  await user.click(dialog.getByRole('button', { name: 'Take theirs' }));
  await waitFor(() => expect(title.value).toBe('Their teas'));
  expect(await screen.findByText('Everything is saved')).toBeTruthy();
  expect(sent('DELETE', `${BASE}/draft`)).toHaveLength(1);
});

test('a save that the checklist blocks says so, shows the checklist, and keeps the edits', async () => {
  const check = { code: 'con', level: 'block', ok: false, field: 'items.1.cons', message: 'Mug: name a con.' };
  const { user, title, sent } = await show({
    [`POST ${BASE}/checks`]: () => ({ body: { data: [check], can_publish: false } }),
    [`PUT ${BASE}`]: () => ({
      status: 422,
      body: { message: 'Not yet.', error: 'publish_blocked', errors: { 'items.1.cons': ['Mug: name a con.'] } },
    }),
  });
  await user.type(title, '!');
  await user.click(save());
  expect(await screen.findByText(/Nothing was saved: the checklist says/)).toBeTruthy();
  expect(await screen.findByRole('tab', { name: 'Checklist (1 must)', selected: true })).toBeTruthy();
  const link = screen.getByRole('link', { name: /^Open: / });
  expect(link.getAttribute('href')).toBe('/admin/listicles/7/items');
  await waitFor(() => expect(sent('PUT', `${BASE}/draft`)[0]).toMatchObject({ content: { title: 'Sleep teas!' } }));
});

test('leaving keeps the edits first; when that fails it asks', async () => {
  const { user, router, title, server } = await show({
    [`PUT ${BASE}/draft`]: () => ({ status: 503, body: { message: 'Down for a moment.' } }),
  });
  await user.type(title, '!');
  await router.navigate('/admin/listicles');
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without your edits?' }));
  await user.click(question.getByRole('button', { name: 'Stay here' }));
  expect(screen.getByText(/^Draft not saved since \d\d:\d\d: Down for a moment\.$/)).toBeTruthy();
  server.answers[`PUT ${BASE}/draft`] = ({ body }) => ({ body: { data: { ...DRAFT, ...(body as object) } } });
  await router.navigate('/admin/listicles');
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
  expect(screen.getByText(/Your edits are kept as a draft/)).toBeTruthy();
});

test('a newer draft of another window is not overwritten unasked', async () => {
  let tries = 0;
  const { user, title, sent } = await show({
    [`PUT ${BASE}/draft`]: ({ body }) => {
      tries += 1;
      if (tries > 1) return { body: { data: { ...DRAFT, ...(body as object) } } };
      return { status: 409, body: { message: 'Newer.', error: 'version_conflict', details: { current: DRAFT } } };
    },
  });
  await user.type(title, '!');
  await user.click(await screen.findByRole('button', { name: 'Show those' }));
  expect(title.value).toBe('Night teas');
  expect(sent('PUT', `${BASE}/draft`)).toHaveLength(1);
});

test('a restored revision comes into the form as a draft', async () => {
  const restored: Draft = { ...DRAFT, content: { title: 'Old teas' }, restored_from: 1 };
  const revision = { number: 1, action: 'create', actor: 'ada', created_at: '2026-02-03T04:05:06.000Z', changed: [] };
  const { user, title, sent } = await show({
    [`GET ${BASE}/revisions`]: () => pageOf([revision]),
    [`GET ${BASE}/revisions/1`]: () => ({
      body: { data: { ...revision, content: { title: 'Old teas' }, before: null } },
    }),
    [`POST ${BASE}/revisions/1/restore`]: () => ({ body: { data: restored, message: 'Restored as a draft.' } }),
  });
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await user.click(await screen.findByRole('button', { name: /^1\. create by ada/ }));
  expect((await screen.findByRole('region', { name: 'Title' })).textContent).toContain('Old teas');
  await user.click(screen.getByRole('button', { name: 'Restore as draft' }));
  await waitFor(() => expect(title.value).toBe('Old teas'));
  expect(await screen.findByText('Not live yet: Title')).toBeTruthy();
  expect(sent('PUT')).toEqual([]);
});

test('a save stands in the history at once, which was open before', async () => {
  const first = { number: 1, action: 'create', actor: 'ada', created_at: GUIDE.created_at, changed: ['title'] };
  const { user, title, server } = await show({ [`GET ${BASE}/revisions`]: () => pageOf([first]) });
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByRole('button', { name: /^1\. create by ada/ })).toBeTruthy();
  server.answers[`PUT ${BASE}`] = () => ({ body: { data: { ...GUIDE, title: 'Night teas', version: 5 } } });
  server.answers[`GET ${BASE}/revisions`] = () => pageOf([{ ...first, number: 2, action: 'update' }, first]);
  await user.click(screen.getByRole('tab', { name: 'General' }));
  await user.clear(title);
  await user.type(title, 'Night teas');
  await user.click(save());
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByRole('button', { name: /^2\. update by ada/ })).toBeTruthy();
});

test('a long history is turned page by page, from the newest to the oldest and back', async () => {
  const all = Array.from({ length: 30 }, (_unused, i) => ({
    number: 30 - i,
    action: 'update',
    actor: 'ada',
    created_at: GUIDE.created_at,
    changed: ['title'],
  }));
  const { user } = await show({
    [`GET ${BASE}/revisions`]: ({ query }) => {
      const page = Number(query.get('page'));
      return pageOf(all.slice(25 * (page - 1), 25 * page), all.length, 25);
    },
  });
  const turn = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await screen.findByRole('button', { name: /^30\. update/ });
  expect([turn('Newer').disabled, turn('Older').disabled]).toEqual([true, false]);
  await user.click(turn('Older'));
  await screen.findByRole('button', { name: /^1\. update/ });
  expect([turn('Newer').disabled, turn('Older').disabled]).toEqual([false, true]);
  await user.click(turn('Newer'));
  expect(await screen.findByRole('button', { name: /^30\. update/ })).toBeTruthy();
});

test('a new criterion gets a key made of its name, and an old one keeps its own', async () => {
  const { user, sent } = await show({ [`PUT ${BASE}`]: () => ({ body: { data: GUIDE } }) });
  await user.click(screen.getByRole('tab', { name: 'How we picked' }));
  await user.click(screen.getByRole('button', { name: 'Add criterion' }));
  const entry = within(screen.getByRole('group', { name: 'criterion 2' }));
  await user.type(entry.getByRole('textbox', { name: /^Name/ }), 'Taste');
  expect(entry.getByText('76.9 % of the total')).toBeTruthy();
  await user.click(save());
  await waitFor(() =>
    expect(sent('PUT')[0]).toMatchObject({
      rubric: [
        { key: 'taste', weight: 3 },
        { key: 'taste_2', name: 'Taste', weight: 10 },
      ],
    }),
  );
});

test('edits that could not be kept go by themselves as soon as the network is back', async () => {
  const { user, title, server, sent } = await show({
    [`PUT ${BASE}/draft`]: () => ({ status: 502, body: '<html>Bad gateway</html>' }),
  });
  await user.type(title, '!');
  expect(await screen.findByText(/^Draft not saved since/)).toBeTruthy();
  server.answers[`PUT ${BASE}/draft`] = ({ body }) => ({ body: { data: { ...DRAFT, ...(body as object) } } });
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Draft saved 12:03')).toBeTruthy();
  expect(sent('PUT', `${BASE}/draft`).at(-1)).toMatchObject({ content: { title: 'Sleep teas!' } });
});

test('edits that met a broken server are sent again without a hand', async () => {
  let tries = 0;
  const { user, title } = await show({
    [`PUT ${BASE}/draft`]: ({ body }) => {
      tries += 1;
      return tries === 1 ? { status: 500, body: {} } : { body: { data: { ...DRAFT, ...(body as object) } } };
    },
  });
  await user.type(title, '!');
  expect(await screen.findByText('Draft saved 12:03')).toBeTruthy();
  expect(tries).toBe(2);
});

test('the editor stays when its guide cannot be read again', async () => {
  const { user, title, server } = await show();
  await user.type(title, '!');
  server.answers[`GET ${BASE}`] = () => ({ status: 500, body: {} });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Draft saved 12:03');
  expect(title.value).toBe('Sleep teas!');
});
