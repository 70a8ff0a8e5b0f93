// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { ApiError } from '../../http.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

test('it asks, does it, and closes on Cancel without doing it', async () => {
  const [onConfirm, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { user } = renderScreen(<ConfirmDialog text="Really?" onConfirm={onConfirm} onClose={onClose} />);
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Deletion' });
  expect(within(dialog).getByText('Really?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('what cannot be taken back is said before, as a part of the question', async () => {
  renderScreen(
    <ConfirmDialog text="Really?" lasting="What was sent stays sent." onConfirm={vi.fn()} onClose={vi.fn()} />,
  );
  const dialog = await screen.findByRole('alertdialog');
  const described = document.getElementById(dialog.getAttribute('aria-describedby')!);
  expect(described?.textContent).toBe('Really?Cannot be undone: What was sent stays sent.');
});

test('on failure it stays and shows the message of the server', async () => {
  const onConfirm = () => Promise.reject(new Error('The database is down.'));
  const { user } = renderScreen(
    <ConfirmDialog
      text="Really?"
      onConfirm={onConfirm}
      onClose={() => undefined}
      failureNotice="Failed to delete pear."
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The database is down.')).toBeTruthy();
  expect(screen.getByText('Failed to delete pear.')).toBeTruthy();
});

test('it lists who uses the record', async () => {
  const used_by = [{ kind: 'offer', id: 3, name: 'Deep Sleep' }];
  const refusal = new ApiError(409, 'in_use', 'In use.', { details: { used_by, count: 4 } });
  const { user } = renderScreen(
    <ConfirmDialog text="Really?" onConfirm={() => Promise.reject(refusal)} onClose={() => undefined} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const list = await screen.findByRole('list', { name: 'Used by' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['offer: Deep Sleep', 'and 3 more']);
});
