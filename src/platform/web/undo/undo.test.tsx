// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderScreen, setPageUrl } from '../../../../tests/support/web.tsx';
import { call } from '../http.ts';
import { SnackbarProvider } from '../ui/dialog/SnackbarProvider.tsx';
import { useAfterChange } from '../use-after-change.ts';

// every change but that of /api/kept can be taken back
const server = createServer((request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(request.url !== '/api/kept' && request.method !== 'GET' && { 'x-undo': '41' }),
  });
  response.end('{}');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const undone: string[] = [];
function Undo({ entry }: { entry: string }) {
  undone.push(entry);
  return null;
}

function Change({ path }: { path: string }) {
  const afterChange = useAfterChange(['x']);
  const handleClick = () => void call('PUT', path).then(() => afterChange({ message: `Saved ${path}.` }));
  return <button onClick={handleClick}>{path}</button>;
}

test('what says that something was saved offers Undo where the answer did, and only then', async () => {
  const { user } = renderScreen(
    <SnackbarProvider Undo={Undo}>
      <Change path="/thing" />
      <Change path="/kept" />
    </SnackbarProvider>,
  );
  setPageUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await user.click(screen.getByRole('button', { name: '/thing' }));
  expect(await screen.findByText('Saved /thing.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  // the next one takes the place of the first, with its way back
  await user.click(screen.getByRole('button', { name: '/kept' }));
  expect(await screen.findByText('Saved /kept.')).toBeTruthy();
  expect(screen.queryByText('Saved /thing.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();

  await user.click(screen.getByRole('button', { name: '/thing' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  undo.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(undone).toContain('41'));
});
