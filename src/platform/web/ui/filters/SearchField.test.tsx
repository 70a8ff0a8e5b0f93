// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that shows what was told when the test says so. */
function show(value = '') {
  const told: string[] = [];
  const field = (now: string) => <SearchField label="Search..." value={now} onChange={(text) => told.push(text)} />;
  const { rerender } = render(field(value));
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  const type = (text: string) => fireEvent.change(box, { target: { value: text } });
  return { told, box, type, pass: (now: string) => rerender(field(now)), pause: () => vi.advanceTimersByTime(400) };
}

test('letters that are typed while a busy page takes in those of before stay', () => {
  const { told, box, type, pass, pause } = show();
  type('t');
  pause();
  type('te');
  pass('');
  expect(box.value).toBe('te');
  pause();
  type('tea');
  // the first that was told comes late, and the second never
  pass('t');
  expect(box.value).toBe('tea');
  pause();
  pass('tea');
  expect(box.value).toBe('tea');
  expect(told).toEqual(['t', 'te', 'tea']);
});

test('what Back or "Clear filters" makes of it is shown', () => {
  const { box, type, pass, pause } = show('tea');
  type('');
  pause();
  pass('');
  pass('tea');
  expect(box.value).toBe('tea');
  pass('');
  expect(box.value).toBe('');
  type('mint ');
  pause();
  pass('mint');
  expect(box.value).toBe('mint ');
  pass('');
  expect(box.value).toBe('');
});
