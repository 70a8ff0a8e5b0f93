// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTimers } from './use-timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a timer runs once after its pause, the newest of its name only', () => {
  const ran: string[] = [];
  const { result } = renderHook(() => useTimers<'save' | 'retry'>());
  result.current.start('save', 100, () => ran.push('older'));
  result.current.start('save', 100, () => ran.push('newer'));
  result.current.start('retry', 50, () => ran.push('stopped'));
  result.current.stop('retry');
  expect([result.current.isRunning('save'), result.current.isRunning('retry')]).toEqual([true, false]);
  vi.advanceTimersByTime(1000);
  expect(ran).toEqual(['newer']);
  expect(result.current.isRunning('save')).toBe(false);
});

test('nothing runs once its component is gone, though it was started after that', () => {
  const ran: string[] = [];
  const { result, unmount } = renderHook(() => useTimers<'save' | 'retry'>());
  result.current.start('save', 100, () => ran.push('save'));
  unmount();
  result.current.start('retry', 100, () => ran.push('retry'));
  vi.advanceTimersByTime(1000);
  expect(ran).toEqual([]);
});
