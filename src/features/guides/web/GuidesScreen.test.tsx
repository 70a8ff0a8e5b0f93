// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { Guide } from '../contract.ts';
import { DuplicateGuideDialog } from './list/DuplicateGuideDialog.tsx';
import { GuidesScreen } from './GuidesScreen.tsx';

const GUIDE: Guide = {
  id: 7,
  title: 'Sleep teas',
  description: null,
  status: 'featured',
  author_name: 'Ada Quill',
  main_image_url: '/media/images/ab/x.png',
  publish_at: null,
  unpublish_at: null,
  problems: [],
  main_image_alt: null,
  slug: 'sleep-teas',
  category_id: null,
  excerpt: null,
  methodology: null,
  tested: 'research_only',
  rubric: [],
  faq: [],
  sources: [],
  changes: [],
  author_id: null,
  reviewer_id: null,
  reviewed_at: null,
  meta_title: null,
  meta_description: null,
  noindex: false,
  first_published_at: null,
  items_count: 3,
  visible_items_count: 3,
  views_30d: 1204,
  is_sample: false,
  version: 4,
  created_at: '2026-02-03T04:05:06.000Z',
  updated_at: '2026-03-04T15:06:07.000Z',
};

const show = async (answers: Answers = {}, url = '/admin/listicles') => {
  const server = await fakeServer({ 'GET /api/admin/listicles': () => pageOf([GUIDE]), ...answers });
  localStorage.setItem('token', 't');
  const shown = renderScreen(
    <TimeZoneContext value="UTC">
      <GuidesScreen />
    </TimeZoneContext>,
    url,
  );
  await screen.findByText('Sleep teas');
  return { ...shown, server };
};

const press = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('the list shows its columns, 25 rows of the newest first, and dates to the minute', async () => {
  const { server } = await show();
  expect(screen.getByRole('heading', { name: 'Manage Listicles' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '',
    'ID',
    'Title',
    'Status',
    'Created At',
    'Updated At',
    'Products',
    'Views',
    'Actions',
  ]);
  expect(screen.getByText('2026-02-03 04:05')).toBeTruthy();
  expect(screen.getByText('2026-03-04 15:06')).toBeTruthy();
  expect(Object.fromEntries(server.seen[0]!.query)).toEqual({
    page: '1',
    itemsPerPage: '25',
    sortBy: 'created_at',
    order: 'desc',
  });
  expect(server.seen[0]!.authorization).toBe('Bearer t');
});

test('the search box narrows the list', async () => {
  const { user, server } = await show();
  await user.type(screen.getByRole('searchbox', { name: 'Search Listicles...' }), 'tea{Enter}');
  await waitFor(() => expect(server.seen.at(-1)!.query.get('search')).toBe('tea'));
});

test('a row leads to its items', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'Manage Items' }).getAttribute('href')).toBe('/admin/listicles/7/items');
});

test('a row shows products and views, and leads to the editor, the live page and a preview', async () => {
  const { user } = await show({
    'POST /api/admin/listicles/7/preview-link': () => ({
      body: { data: { url: '/preview/guides/7?p=x', expires_at: '2026-03-11T00:00:00.000Z' } },
    }),
  });
  const cells = within(screen.getByRole('row', { name: /Sleep teas/ })).getAllByRole('cell');
  expect(cells.slice(-3, -1).map((cell) => cell.textContent)).toEqual(['3', '1,204']);
  expect(screen.getByRole('link', { name: 'Sleep teas' }).getAttribute('href')).toBe('/admin/listicles/7/edit');
  expect(screen.getByRole('link', { name: 'View the live page' }).getAttribute('href')).toBe('/listicles/7-sleep-teas');
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await press(user, 'Preview');
  await waitFor(() => expect(open).toHaveBeenCalledWith('/preview/guides/7?p=x', '_blank', 'noopener'));
});

test('a guide that could not be published at its time says so', async () => {
  const problem = {
    code: 'con',
    level: 'block',
    ok: false,
    field: 'items.1.cons',
    message: 'Mug: name a con.',
  } as const;
  await show({
    'GET /api/admin/listicles': () => pageOf([{ ...GUIDE, status: 'draft', problems: [problem] }]),
  });
  expect(screen.getByRole('link', { name: 'Not published in time' }).getAttribute('href')).toBe(
    '/admin/listicles/7/edit',
  );
  expect(screen.queryByRole('link', { name: 'View the live page' })).toBeNull();
});

test('ticked rows get one status once it is seen what changes; what is refused stays ticked', async () => {
  const other = { ...GUIDE, id: 8, title: 'Green teas' };
  const { user, server } = await show({
    'GET /api/admin/listicles': () => pageOf([GUIDE, other]),
    'POST /api/admin/listicles/bulk-status': () => ({
      body: {
        data: [
          {
            id: 7,
            ok: true,
            error: null,
            message: null,
            changes: [{ what: 'Status', before: 'draft', after: 'published' }],
          },
          { id: 8, ok: false, error: 'publish_blocked', message: 'A product has no con.', changes: [] },
        ],
        message: '1 of 2 would change, 1 refused.',
      },
    }),
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select all of this page' }));
  await user.click(await screen.findByRole('combobox', { name: /^Action/ }));
  await user.click(await screen.findByRole('option', { name: 'Set to published' }));
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  const plan = within(await dialog('Set to published'));
  expect(plan.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Sleep teasStatus: draft → published',
    'Green teas Stays as it is: A product has no con.',
  ]);
  await user.click(plan.getByRole('button', { name: 'Change 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('list', { name: 'Not changed' }).textContent).toBe('Green teas: A product has no con.');
  expect(server.seen.filter((seen) => seen.path.endsWith('/bulk-status')).map(({ body }) => body)).toEqual([
    { ids: [7, 8], status: 'published', dry_run: true },
    { ids: [7, 8], status: 'published', dry_run: false },
  ]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Sleep teas' }).checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Green teas' }).checked).toBe(true);
});

test('the dialog leads to the full editor', async () => {
  const { user } = await show();
  await press(user, 'Edit Listicle');
  const link = within(await dialog('Edit Listicle')).getByRole('link', { name: 'Open the full editor' });
  expect(link.getAttribute('href')).toBe('/admin/listicles/7/edit');
});

test('a failed load says so and is tried again', async () => {
  const server = await fakeServer({ 'GET /api/admin/listicles': () => ({ status: 503, body: {} }) });
  const { user } = renderScreen(<GuidesScreen />);
  expect(await screen.findByText('Failed to fetch listicles')).toBeTruthy();
  server.answers['GET /api/admin/listicles'] = () => pageOf([GUIDE]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Sleep teas')).toBeTruthy();
});

test('a new listicle needs a title, is published by default, and is announced', async () => {
  const { user, server, router } = await show({
    'POST /api/admin/listicles': () => ({
      status: 201,
      body: { data: GUIDE, message: 'Listicle created successfully!' },
    }),
  });
  await press(user, 'Add New Listicle');
  const form = within(await dialog('Add New Listicle'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('This field is required.')).toBeTruthy();
  expect(form.getByText('Please correct the errors above.')).toBeTruthy();
  expect(server.seen.filter((seen) => seen.method === 'POST')).toEqual([]);
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Herbal teas');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Listicle created successfully!')).toBeTruthy();
  expect(server.seen.find((seen) => seen.method === 'POST')!.body).toEqual({
    title: 'Herbal teas',
    status: 'published',
    description: null,
    author_name: null,
    main_image_url: null,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/listicles/7/edit'));
});

test('a public guide without a product to show says that no list of the site holds it', async () => {
  const empty = { ...GUIDE, items_count: 0, visible_items_count: 0 };
  await show({ 'GET /api/admin/listicles': () => pageOf([empty]) });
  expect(screen.getByRole('link', { name: 'Not listed: no product yet' }).getAttribute('href')).toBe(
    '/admin/listicles/7/items',
  );
});

test('the dialog stays when it is dismissed by Escape, and leaves by Cancel', async () => {
  const { user } = await show();
  await press(user, 'Add New Listicle');
  await dialog('Add New Listicle');
  await user.keyboard('{Escape}');
  await user.click(within(await dialog('Add New Listicle')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an edit begins with what is stored and sends the version it was read at', async () => {
  const { user, server } = await show({
    'PUT /api/admin/listicles/7': () => ({ body: { data: GUIDE } }),
  });
  await press(user, 'Edit Listicle');
  const form = within(await dialog('Edit Listicle'));
  const title = form.getByRole('textbox', { name: /^Title/ });
  expect((title as HTMLInputElement).value).toBe('Sleep teas');
  expect(form.getByRole('img', { name: 'Preview' }).getAttribute('src')).toBe('/media/images/ab/x.png');
  await user.clear(form.getByRole('textbox', { name: 'Author Name' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  // the server gave no message
  expect(await screen.findByText('Listicle updated successfully!')).toBeTruthy();
  expect(server.seen.find((seen) => seen.method === 'PUT')!.body).toMatchObject({ version: 4, author_name: null });
});

test('a save that fails keeps the dialog and says why, in the dialog and in the snackbar', async () => {
  const { user } = await show({ 'PUT /api/admin/listicles/7': () => ({ status: 500, body: {} }) });
  await press(user, 'Edit Listicle');
  await user.click(within(await dialog('Edit Listicle')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to save listicle.')).toBeTruthy();
  expect(within(await dialog('Edit Listicle')).getByText('Failed to update listicle')).toBeTruthy();
});

test('a copy is prefilled, explained, and made as a draft', async () => {
  const { user, server } = await show({
    'POST /api/admin/listicles/7/duplicate': () => ({ status: 201, body: { data: { ...GUIDE, id: 8 } } }),
  });
  await press(user, 'Duplicate Listicle');
  const form = within(await dialog('Duplicate Listicle'));
  expect(form.getByText(/creates a new listicle based on "Sleep teas"/)).toBeTruthy();
  expect((form.getByRole('textbox', { name: /^Title/ }) as HTMLInputElement).value).toBe('Sleep teas Copy');
  expect(form.getByRole('combobox', { name: /^Status/ }).textContent).toBe('Draft');
  expect(form.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Create Duplicate' }));
  expect(await screen.findByText('Listicle duplicated successfully!')).toBeTruthy();
  expect(server.seen.find((seen) => seen.path.endsWith('/duplicate'))!.body).toEqual({
    title: 'Sleep teas Copy',
    status: 'draft',
    description: null,
    author_name: 'Ada Quill',
    main_image_url: '/media/images/ab/x.png',
  });
});

test('a copy of nothing says what is missing', async () => {
  const nothing = () => undefined;
  const { user } = renderScreen(
    <DuplicateGuideDialog original={{ title: 'Lost' }} onClose={nothing} onSaved={nothing} />,
  );
  await user.click(screen.getByRole('button', { name: 'Create Duplicate' }));
  expect(await screen.findByText('Original listicle ID is missing.')).toBeTruthy();
  expect(await screen.findByText('Failed to duplicate listicle.')).toBeTruthy();
});

test('a delete asks first, says so, and can be undone', async () => {
  const { user, server } = await show({
    'DELETE /api/admin/listicles/7': () => ({ body: { message: 'Listicle deleted successfully!' } }),
    'POST /api/admin/listicles/7/restore': () => ({ body: { data: GUIDE, message: 'Listicle restored.' } }),
  });
  await press(user, 'Delete Listicle');
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirm Deletion' }));
  expect(
    question.getByText('Are you sure you want to delete this listicle? This action cannot be undone.'),
  ).toBeTruthy();
  expect(question.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Listicle deleted successfully!')).toBeTruthy();
  await press(user, 'Undo');
  expect(await screen.findByText('Listicle restored.')).toBeTruthy();
  expect(server.seen.some((seen) => seen.path === '/api/admin/listicles/7/restore')).toBe(true);
});

test('a delete that links forbid names them', async () => {
  const { user } = await show({
    'DELETE /api/admin/listicles/7': () => ({
      status: 409,
      body: {
        message: '"Sleep teas" is in use by link "Spring".',
        error: 'in_use',
        details: { used_by: [{ kind: 'link', id: 1, name: 'Spring' }], count: 1 },
      },
    }),
  });
  await press(user, 'Delete Listicle');
  await press(user, 'Delete');
  expect(await screen.findByText('Failed to delete listicle.')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Used by' })).getByText('link: Spring')).toBeTruthy();
});
