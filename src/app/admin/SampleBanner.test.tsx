// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../tests/support/web.tsx';
import { SampleBanner } from './SampleBanner.tsx';

const SAMPLE = /labelled sample: three guides, twelve products, three reviews, two sources, one link/;
const state = (isPresent: boolean) => () => ({ body: { data: { is_present: isPresent } } });

test('a site without the sample shows no banner', async () => {
  const server = await fakeServer({ 'GET /api/settings/sample': state(false) });
  renderScreen(<SampleBanner />);
  await waitFor(() => expect(server.seen).toHaveLength(1));
  expect(screen.queryByText(SAMPLE)).toBeNull();
});

test('the sample is removed after a question, and the banner goes with it', async () => {
  const server = await fakeServer({
    'GET /api/settings/sample': state(true),
    'DELETE /api/settings/sample': () => {
      server.answers['GET /api/settings/sample'] = state(false);
      return { body: { message: 'The sample is gone. The site is yours.' } };
    },
  });
  const { user } = renderScreen(<SampleBanner />);
  expect(await screen.findByText(SAMPLE)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove sample' }));
  expect(await screen.findByRole('alertdialog', { name: 'Remove the sample' })).toBeTruthy();
  expect(server.seen.some((seen) => seen.method === 'DELETE')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Remove sample' }));
  expect(await screen.findByText('The sample is gone. The site is yours.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(SAMPLE)).toBeNull());
});

test('a refusal keeps the question open and says why', async () => {
  await fakeServer({
    'GET /api/settings/sample': state(true),
    'DELETE /api/settings/sample': () => ({
      status: 409,
      body: { error: 'in_use', message: '"Sample tea" is still used by the guide "Mine".' },
    }),
  });
  const { user } = renderScreen(<SampleBanner />);
  await user.click(await screen.findByRole('button', { name: 'Remove sample' }));
  await user.click(await screen.findByRole('button', { name: 'Remove sample' }));
  expect(await screen.findByText(/is still used by the guide "Mine"/)).toBeTruthy();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});
