import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CardTitle } from './CardTitle.tsx';

const drawn = (title: string) => renderToStaticMarkup(<CardTitle to="/a" title={title} />);

test('a title without a place to break is cut, and whole in the link that can be focused', () => {
  const long = 'Magnesium'.repeat(20);
  expect(drawn(long)).toBe(`<a class="cover cut" href="/a" dir="auto">${long}</a>`);
  expect(drawn('The best magnesium of the year '.repeat(6))).not.toContain('cut');
});
