// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import type { Annotation } from '../../annotation-contract.ts';
import { NoteList } from './NoteList.tsx';

const note = (facts: Partial<Annotation>): Annotation => ({
  id: '1',
  at: '2026-03-10T12:00:00.000Z',
  day: '2026-03-10',
  kind: 'payout',
  entity: 'offer',
  entity_id: '4',
  subject: 'Bottle',
  text: 'Payout: 31.00 → 33.50',
  changes: 1,
  actor: 'ada',
  ...facts,
});

test('each change stands with its day, its kind, what changed and who did it', () => {
  renderScreen(<NoteList notes={[note({}), note({ id: '2', day: '2026-03-09', kind: 'rank' })]} isComplete />);
  expect(screen.getByText('What changed in these days (2)')).toBeTruthy();
  const [first, second] = screen.getAllByRole('listitem');
  for (const said of [/2026-03-10/, /payout/i, /Bottle\s*: Payout: 31\.00 → 33\.50/, /by ada/])
    expect(first!.textContent).toMatch(said);
  expect(second!.textContent).toMatch(/2026-03-09/);
});

test.each([
  ['guide', '/admin/listicles/4/edit'],
  ['review', '/admin/offer-content/4/edit'],
])('a changed %s leads to its editor', (entity, address) => {
  renderScreen(<NoteList notes={[note({ entity })]} isComplete />);
  expect(screen.getByRole('link', { name: 'Bottle' }).getAttribute('href')).toBe(address);
});

test('a changed offer, which has no address of its own, is only named', () => {
  renderScreen(<NoteList notes={[note({ entity: 'offer' })]} isComplete />);
  expect(within(screen.getByRole('listitem')).queryByRole('link')).toBeNull();
});

test('a list that was cut says where the earlier changes are', () => {
  renderScreen(<NoteList notes={[note({})]} isComplete={false} />);
  expect(screen.getByText('Earlier changes of these days stand in the Audit Log.')).toBeTruthy();
});
