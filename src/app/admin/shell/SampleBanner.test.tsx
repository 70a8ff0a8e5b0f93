// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
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
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the sample' }));
  await user.click(question.getByRole('button', { name: 'Remove sample' }));
  expect(await screen.findByText(/is still used by the guide "Mine"/)).toBeTruthy();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('where it stood the last time it stands at once, and goes when there is no sample any more', async () => {
  let answer: ((body: ReturnType<ReturnType<typeof state>>) => void) | undefined;
  const server = await fakeServer({ 'GET /api/settings/sample': state(true) });
  renderScreen(<SampleBanner />);
  await screen.findByText(SAMPLE);
  cleanup();
  server.answers['GET /api/settings/sample'] = () => new Promise((done) => (answer = done));
  renderScreen(<SampleBanner />);
  expect(screen.getByText(SAMPLE)).toBeTruthy();
  await waitFor(() => expect(answer).toBeDefined());
  answer!(state(false)());
  await waitFor(() => expect(screen.queryByText(SAMPLE)).toBeNull());
  cleanup();
  renderScreen(<SampleBanner />);
  expect(screen.queryByText(SAMPLE)).toBeNull();
});
