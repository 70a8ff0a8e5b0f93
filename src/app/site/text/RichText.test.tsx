import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Shell } from '../props.ts';
import { RichText } from './RichText.tsx';
import { SiteContext } from '../site-context.ts';

const shell = { slots: { token: 'TOKEN', inner: '', and: '' } } as Shell;

test('a table of a text has a box of its own to move in, which the keyboard reaches', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <SiteContext value={shell}>
      <RichText html='<p>10<sup>3</sup></p><table><tbody><tr><td colspan="2"><p>5 mg</p></td></tr></tbody></table><p>End</p>' />
    </SiteContext>,
  );
  const box = page.querySelector('.prose > .scroll');
  expect(box?.getAttribute('tabindex')).toBe('0');
  expect(box?.querySelector('table td[colspan="2"]')?.textContent).toBe('5 mg');
  expect(page.querySelector('.prose > p:last-child')?.textContent).toBe('End');
});
