// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { Review } from '../contract.ts';
import { ContentScreen } from './ContentScreen.tsx';

const REVIEW: Review = {
  id: 7,
  offer_id: 3,
  offer_name: 'Calm Tea',
  former_slugs: [],
  publish_at: null,
  unpublish_at: null,
  problems: [],
  slug: 'calm-tea',
  title: 'Seven weeks of Calm Tea',
  status: 'published',
  verdict: null,
  score: 8.7,
  pros: ['Smells of hay'],
  cons: [],
  sections: [{ heading: 'What it is', body: '<p>A tea.</p>' }],
  sub_scores: [],
  author_name: null,
  author_id: null,
  reviewer_id: null,
  reviewed_at: null,
  tested: 'hands_on',
  faq: [],
  sources: [],
  changes: [],
  main_image_url: null,
  main_image_alt: null,
  gallery: [],
  meta_title: null,
  meta_description: null,
  noindex: false,
  first_published_at: null,
  views_30d: 42,
  is_sample: false,
  version: 2,
  created_at: '2026-03-04T15:06:07.000Z',
  updated_at: '2026-03-05T15:06:07.000Z',
};

const show = async (answers: Answers = {}) => {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/offer-content': () => pageOf([REVIEW]),
    'GET /api/admin/offers': () => pageOf([{ id: 3, name: 'Calm Tea' }]),
    ...answers,
  });
  const shown = renderScreen(
    <TimeZoneContext value="UTC">
      <ContentScreen />
    </TimeZoneContext>,
  );
  await screen.findByText('Seven weeks of Calm Tea');
  return { ...shown, sent: (method: string) => server.seen.find((seen) => seen.method === method)?.body };
};

test('the list shows each review with its offer, score and views', async () => {
  await show();
  expect(screen.getByRole('heading', { name: 'Manage Content' })).toBeTruthy();
  for (const text of ['Calm Tea', 'Published', '8.7', '42', '2026-03-05 15:06'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('a new review needs an offer and a title', async () => {
  const { user, sent } = await show({
    'POST /api/admin/offer-content': () => ({
      status: 201,
      body: { data: REVIEW, message: 'Content created successfully!' },
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
  await user.click(form.getByRole('tab', { name: 'Verdict' }));
  await user.type(form.getByRole('textbox', { name: /^Score/ }), '8,5');
  await user.type(form.getByRole('textbox', { name: /^Pros/ }), 'Calm{Enter}{Enter}Cheap');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Content created successfully!')).toBeTruthy();
  expect(sent('POST')).toEqual({
    offer_id: 3,
    title: 'Calm Tea again',
    status: 'draft',
    verdict: null,
    score: 8.5,
    pros: ['Calm', 'Cheap'],
    cons: [],
    sections: [],
    author_name: null,
    tested: 'research_only',
    main_image_url: null,
    meta_description: null,
  });
});

test('sections are added by their usual heading, moved and removed', async () => {
  const { user, sent } = await show({
    'PUT /api/admin/offer-content/7': () => ({ body: { data: REVIEW, message: 'Content updated successfully!' } }),
  });
  await user.click(screen.getByRole('button', { name: 'Edit Content' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Seven weeks of Calm Tea' }));
  await user.click(form.getByRole('tab', { name: 'Sections' }));
  expect(form.queryByRole('button', { name: 'What it is' })).toBeNull();
  await user.click(form.getByRole('button', { name: 'Ingredients' }));
  const second = within(await form.findByRole('region', { name: 'Section 2' }));
  await user.click(second.getByRole('button', { name: 'Move up' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Content updated successfully!')).toBeTruthy();
  await waitFor(() =>
    expect(sent('PUT')).toMatchObject({
      version: 2,
      offer_id: 3,
      score: 8.7,
      sections: [
        { heading: 'Ingredients', body: '' },
        { heading: 'What it is', body: '<p>A tea.</p>' },
      ],
    }),
  );
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
