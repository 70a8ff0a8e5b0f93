// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EXAMPLE_REVIEW as REVIEW } from '../../../../tests/support/example-review.ts';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { Review } from '../contract.ts';
import { ContentScreen } from './ContentScreen.tsx';

const DRAFT: Review = { ...REVIEW, id: 8, title: 'A draft of a review', slug: 'a-draft', status: 'draft' };

const show = async (answers: Answers = {}, reviews: Review[] = [REVIEW]) => {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/offer-content': () => pageOf(reviews),
    'GET /api/admin/offers': () => pageOf([{ id: 3, name: 'Calm Tea' }]),
    ...answers,
  });
  const shown = renderScreen(
    <TimeZoneContext value="UTC">
      <ContentScreen />
    </TimeZoneContext>,
  );
  await screen.findByText(reviews[0]!.title);
  return { ...shown, server, sent: (method: string) => server.seen.find((seen) => seen.method === method)?.body };
};

test('the list shows each review with its offer, score and views, and leads to its editor', async () => {
  await show();
  expect(screen.getByRole('heading', { name: 'Manage Content' })).toBeTruthy();
  for (const text of ['Calm Tea', 'Published', '8.7', '42', '2026-03-05 15:06'])
    expect(screen.getByText(text)).toBeTruthy();
  for (const name of [REVIEW.title, 'Edit Content'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/admin/offer-content/7/edit');
});

test('the list is filtered by status', async () => {
  const { user, server } = await show();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Archived' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('status')).toBe('archived'));
});

test('what the schedule does next stands below the status, and what kept it back', async () => {
  const check = { code: 'cons', level: 'block', ok: false, field: 'cons', message: 'Name one con.' } as const;
  await show({}, [
    { ...REVIEW, unpublish_at: '2026-09-01T08:00:00.000Z' },
    { ...DRAFT, publish_at: '2026-02-01T08:00:00.000Z', problems: [check] },
  ]);
  expect(screen.getByText('2026-09-01 08:00').parentElement?.textContent).toBe('Until 2026-09-01 08:00');
  const problem = screen.getByRole('link', { name: 'Not published in time', description: 'Name one con.' });
  expect(problem.getAttribute('href')).toBe('/admin/offer-content/8/edit');
});

test('a new review needs an offer and a title, and goes on in the editor', async () => {
  const { user, sent, router } = await show({
    'POST /api/admin/offer-content': () => ({
      status: 201,
      body: { data: { ...REVIEW, id: 9 }, message: 'Content created successfully!' },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Add New Content' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add New Content' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findAllByText('This field is required.')).toHaveLength(2);
  expect(sent('POST')).toBeUndefined();
  await user.click(form.getByRole('combobox', { name: /^Offer/ }));
  await user.click(await screen.findByRole('option', { name: 'Calm Tea' }));
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Calm Tea again');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Content created successfully!')).toBeTruthy();
  expect(sent('POST')).toEqual({ offer_id: 3, title: 'Calm Tea again' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/offer-content/9/edit'));
});

test('ticked reviews get one status once it is seen what changes; what the checklist refuses stays ticked', async () => {
  const { user, server } = await show(
    {
      'POST /api/admin/offer-content/bulk-status': () => ({
        body: {
          data: [
            {
              id: 7,
              ok: true,
              error: null,
              message: null,
              changes: [{ what: 'Status', before: 'published', after: 'featured' }],
            },
            {
              id: 8,
              ok: false,
              error: 'publish_blocked',
              message: 'This cannot be public: name one con.',
              changes: [],
            },
          ],
          message: '1 of 2 would change, 1 refused.',
        },
      }),
    },
    [REVIEW, DRAFT],
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select all of this page' }));
  await user.click(await screen.findByRole('combobox', { name: /^Action/ }));
  await user.click(await screen.findByRole('option', { name: 'Set to featured' }));
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  const plan = within(await screen.findByRole('dialog', { name: 'Set to featured' }));
  expect(plan.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `${REVIEW.title}Status: published → featured`,
    'A draft of a review Stays as it is: This cannot be public: name one con.',
  ]);
  await user.click(plan.getByRole('button', { name: 'Change 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('list', { name: 'Not changed' }).textContent).toBe(
    'A draft of a review: This cannot be public: name one con.',
  );
  expect(server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { ids: [7, 8], status: 'featured', dry_run: true },
    { ids: [7, 8], status: 'featured', dry_run: false },
  ]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${DRAFT.title}` }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${REVIEW.title}` }).checked).toBe(false);
});

test('a draft has a preview and no live page', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await show(
    {
      'POST /api/admin/offer-content/8/preview-link': () => ({
        body: { data: { url: '/preview/reviews/8?p=x', expires_at: '2026-03-12T00:00:00.000Z' }, message: 'Made.' },
      }),
    },
    [DRAFT],
  );
  expect(screen.queryByRole('button', { name: 'View page' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/preview/reviews/8?p=x', '_blank', 'noopener'));
  opened.mockRestore();
});

test('a delete can be undone', async () => {
  const { user } = await show({
    'DELETE /api/admin/offer-content/7': () => ({ body: { message: 'Content deleted successfully!' } }),
    'POST /api/admin/offer-content/7/restore': () => ({ body: { data: REVIEW, message: 'Content restored.' } }),
  });
  await user.click(screen.getByRole('button', { name: 'Delete Content' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Content restored.')).toBeTruthy();
});
