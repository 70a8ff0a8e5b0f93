// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { EXAMPLE_REVIEW as REVIEW } from '../../../../tests/support/example-review.ts';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { Review } from '../contract.ts';
import { ReviewEditorScreen } from './ReviewEditorScreen.tsx';

const PATH = '/api/admin/offer-content/7';
const PEOPLE = [
  { id: 5, name: 'Ada Quill', credentials: null },
  { id: 6, name: 'Bo Marsh', credentials: 'RD' },
];

const show = async (review: Partial<Review> = {}, answers: Answers = {}) => {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${PATH}`]: () => ({ body: { data: { ...REVIEW, ...review } } }),
    [`GET ${PATH}/draft`]: () => ({ body: { data: null, others: [] } }),
    [`POST ${PATH}/checks`]: () => ({ body: { data: [], can_publish: true } }),
    [`POST ${PATH}/preview`]: () => ({ body: { data: { html: '<p>The page</p>' } } }),
    [`PUT ${PATH}`]: () => ({
      body: { data: { ...REVIEW, version: 3 }, message: 'Content updated successfully!' },
    }),
    [`PUT ${PATH}/draft`]: () => ({
      body: {
        data: { content: {}, base_version: 2, restored_from: null, version: 1, updated_at: '2026-03-06T12:03:00.000Z' },
      },
    }),
    [`GET ${PATH}/revisions`]: () => pageOf([]),
    'GET /api/admin/offers': () => pageOf([{ id: 4, name: 'Other Tea' }]),
    'GET /api/settings/people': () => pageOf(PEOPLE),
    ...answers,
  });
  const shown = renderScreen(
    <TimeZoneContext value="UTC">
      <Routes>
        <Route path="/admin/offer-content/:reviewId/edit" element={<ReviewEditorScreen />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </TimeZoneContext>,
    '/admin/offer-content/7/edit',
  );
  await screen.findByText('Save');
  const sent = (method: string, path = PATH) =>
    server.seen.findLast((seen) => seen.method === method && seen.path === path)?.body;
  return {
    ...shown,
    sent,
    save: async () => {
      press('Save');
      await waitFor(() => expect(sent('PUT')).toBeDefined());
      return sent('PUT') as Review;
    },
  };
};

// All sections are in the document at once, where a look-up by role costs seconds: by text and label it does not.
const press = (text: string) => fireEvent.click(screen.getByText(text, { selector: 'button' }));
const pressIcon = (label: string) => fireEvent.click(screen.getByLabelText(label));
const field = (label: string | RegExp, name: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: `[name="${name}"]` });
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });

test('what is not touched is saved as it was', async () => {
  const { save } = await show({ reviewed_at: '2026-03-01T00:00:00.000Z', publish_at: '2027-01-01T08:30:00.000Z' });
  const { former_slugs: _former, offer_name: _offer, views_30d: _views, problems: _problems, ...rest } = REVIEW;
  const { id: _id, is_sample: _sample, created_at: _at, updated_at: _then, first_published_at: _first, ...put } = rest;
  expect(await save()).toEqual({
    ...put,
    reviewed_at: '2026-03-01T00:00:00.000Z',
    publish_at: '2027-01-01T08:30:00.000Z',
  });
  expect(await screen.findByText('Content updated successfully!')).toBeTruthy();
});

test('the verdict holds score, sub-scores, pros and cons', async () => {
  const { save } = await show();
  type(field('Score', 'score'), '8,5');
  type(screen.getByLabelText('Con 1'), 'Dear');
  type(screen.getByLabelText('Con 2'), 'Bitter');
  press('Add sub-score');
  type(field(/^Name/, 'sub_scores.1.name'), 'Price');
  type(field(/^Points/, 'sub_scores.1.score'), '6.5');
  pressIcon('Move sub-score 2 up');
  expect(await save()).toMatchObject({
    score: 8.5,
    pros: ['Smells of hay'],
    cons: ['Dear', 'Bitter'],
    sub_scores: [
      { name: 'Price', score: 6.5 },
      { name: 'Taste', score: 9 },
    ],
  });
});

test('sections begin with a usual heading that is not used yet, and can be moved', async () => {
  const { save } = await show();
  const start = (heading: string) => screen.queryByText(heading, { selector: 'button' });
  expect(start('What it is')).toBeNull();
  press('Ingredients');
  expect(start('Ingredients')).toBeNull();
  pressIcon('Move section 2 up');
  expect((await save()).sections).toEqual([
    { heading: 'Ingredients', body: '' },
    { heading: 'What it is', body: '<p>A tea.</p>' },
  ]);
});

test('a picture of the gallery needs a description', async () => {
  const { save, sent } = await show({ gallery: [{ url: '/media/images/ab/x.webp', alt: '' }] });
  press('Save');
  const tab = await screen.findByText('Gallery (1 error)');
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('This field is required.')).toBeTruthy();
  expect(sent('PUT')).toBeUndefined();
  type(field(/^Description/, 'gallery.0.alt'), 'A tin of tea');
  expect((await save()).gallery).toEqual([{ url: '/media/images/ab/x.webp', alt: 'A tin of tea' }]);
});

test('old addresses are listed, and an archived offer stays that of its review', async () => {
  await show();
  const list = screen.getByLabelText('Old addresses that lead here:');
  expect([...list.children].map((item) => item.textContent)).toEqual([
    '/offer-reviews/tea-of-calm',
    '/offer-reviews/calm',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Offer/).value).toBe('Calm Tea');
});

test('only people with credentials can be the reviewer', async () => {
  const { user, save } = await show();
  press('People and dates');
  await user.click(screen.getByLabelText('Reviewer'));
  const chosen = await screen.findByText('Bo Marsh, RD');
  const other = screen.getByRole('option', { name: /Ada Quill.*no credentials/ });
  expect(other.getAttribute('aria-disabled')).toBe('true');
  await user.click(chosen);
  type(screen.getByLabelText('Checked on'), '2026-02-03');
  expect(await save()).toMatchObject({ reviewer_id: 6, reviewed_at: '2026-02-03T00:00:00.000Z' });
});

test('typing goes into the draft, the preview and the checklist, not into the live review', async () => {
  const { sent } = await show();
  type(field(/^Title/, 'title'), 'Seven weeks of Calm Tea again');
  const edits = { content: { title: 'Seven weeks of Calm Tea again' } };
  await waitFor(() => expect(sent('PUT', `${PATH}/draft`)).toEqual({ ...edits, base_version: 2 }));
  expect(sent('POST', `${PATH}/preview`)).toEqual(edits);
  expect(sent('POST', `${PATH}/checks`)).toEqual(edits);
  expect(await screen.findByText('Draft saved 12:03')).toBeTruthy();
  expect(screen.getByText('Not live yet: Title')).toBeTruthy();
  expect(sent('PUT')).toBeUndefined();
});

test('a save that the checklist refuses says why, at the field and on the list', async () => {
  const check = { code: 'cons', level: 'block', ok: false, field: 'cons', message: 'Name one con.' };
  const { sent } = await show(
    {},
    {
      [`POST ${PATH}/checks`]: () => ({ body: { data: [check], can_publish: false } }),
      [`PUT ${PATH}`]: () => ({
        status: 422,
        body: {
          message: 'This cannot be public: Name one con.',
          error: 'publish_blocked',
          errors: { cons: ['Name one con.'] },
          details: { checks: [check] },
        },
      }),
    },
  );
  type(field(/^Title/, 'title'), 'Calm Tea at once');
  press('Save');
  expect(await screen.findByText(/Nothing was saved: the checklist says/)).toBeTruthy();
  await waitFor(() => expect(sent('POST', `${PATH}/checks`)).toEqual({ content: { title: 'Calm Tea at once' } }));
  expect(screen.getByText('One thing must be mended before it can be published.')).toBeTruthy();
  pressIcon('Go there: Name one con.');
  const verdict = screen.getByText(/^Verdict/, { selector: '[role=tab]' });
  await waitFor(() => expect(verdict.getAttribute('aria-selected')).toBe('true'));
});

test('the history calls a field as the form does', async () => {
  const at = '2026-03-06T12:00:00.000Z';
  const saved = { number: 2, action: 'update', actor: 'ada', created_at: at, changed: ['author_name', 'reviewed_at'] };
  await show({}, { [`GET ${PATH}/revisions`]: () => pageOf([saved]) });
  const labels = ['author_name', 'reviewed_at'].map((name) => {
    const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    return input?.labels?.[0]?.textContent;
  });
  fireEvent.click(screen.getByText('History', { selector: '[role=tab]' }));
  expect(await screen.findByText(`Changed: ${labels.join(', ')}`)).toBeTruthy();
});

test('the history names a past author who is not among the first that the picker shows', async () => {
  const saved = { number: 2, action: 'update', actor: 'ada', created_at: '2026-03-06T12:00:00.000Z' };
  await show(
    {},
    {
      'GET /api/settings/people': ({ query }) =>
        pageOf(query.get('limit') === 'all' ? [...PEOPLE, { id: 90, name: 'Zoe Wren', credentials: null }] : PEOPLE),
      [`GET ${PATH}/revisions`]: () => pageOf([{ ...saved, changed: ['author_id'] }]),
      [`GET ${PATH}/revisions/2`]: () => ({
        body: { data: { ...saved, content: { author_id: 90 }, before: { author_id: 5 } } },
      }),
    },
  );
  fireEvent.click(screen.getByText('History', { selector: '[role=tab]' }));
  fireEvent.click(await screen.findByText('Changed: Author'));
  const fresh = () => [...document.querySelectorAll('section[aria-label="Author"] ins')].map((one) => one.textContent);
  await waitFor(() => expect(fresh().join('')).toMatch(/Zoe.*Wren/));
});

test('a review that is not there says so', async () => {
  localStorage.setItem('token', 't');
  await fakeServer({
    [`GET ${PATH}`]: () => ({ status: 404, body: { message: 'Content not found', error: 'not_found' } }),
    [`GET ${PATH}/draft`]: () => ({ status: 404, body: { message: 'Content not found', error: 'not_found' } }),
  });
  renderScreen(
    <Routes>
      <Route path="/admin/offer-content/:reviewId/edit" element={<ReviewEditorScreen />} />
    </Routes>,
    '/admin/offer-content/7/edit',
  );
  expect(await screen.findByText('Content not found')).toBeTruthy();
});
