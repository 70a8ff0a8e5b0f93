// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CutText } from './CutText.tsx';

const LONG = 'Schutz'.repeat(30);
const LED_TO = 'Führung'.repeat(30);

test('a title without a place to break is cut to two lines, and can be focused to be read whole', () => {
  render(<CutText>{LONG}</CutText>);
  const title = screen.getByText(LONG);
  expect(getComputedStyle(title).overflow).toBe('hidden');
  expect(title.tabIndex).toBe(0);
});

test('in a link the link takes the focus; a title with places to break stays as it is', () => {
  render(
    <a href="/x">
      <CutText isInLink>{LED_TO}</CutText>
    </a>,
  );
  expect(screen.getByText(LED_TO).tabIndex).toBe(-1);
  render(<CutText>{'words '.repeat(40)}</CutText>);
  expect(getComputedStyle(screen.getByText(/words words/)).overflow).not.toBe('hidden');
});
