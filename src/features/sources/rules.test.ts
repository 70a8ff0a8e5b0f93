import { expect, test } from 'vitest';
import { maskTemplate, urlSuffix } from './rules.ts';
import { cutSecrets } from './secrets.ts';

test.each([
  [
    'macros and plain words stay',
    'https://trc.taboola.com/actions-handler/log/3/s2s-action?click-id={external_id}&name={event}&kind=purchase',
    'https://trc.taboola.com/actions-handler/log/3/s2s-action?click-id={external_id}&name={event}&kind=purchase',
  ],
  [
    'a key in the query goes',
    'https://a.example/pb?token=abcdefgh&c={click_id}',
    'https://a.example/pb?token=***&c={click_id}',
  ],
  ['a value with digits goes', 'https://a.example/pb?aid=3719', 'https://a.example/pb?aid=***'],
  ['a key in the path goes', 'https://a.example/hook/9f8e7d6c5b4a3210/in', 'https://a.example/hook/***/in'],
  ['a long value without a name goes', 'https://a.example/?abcdefghijklmnopqrstuvwxyzabcdef', 'https://a.example/?***'],
  ['a value with a macro inside stays', 'https://a.example/?u=x-{click_id}', 'https://a.example/?u=x-{click_id}'],
])('%s', (_name, template, masked) => {
  expect(maskTemplate(template).masked).toBe(masked);
});

test('what was masked is cut out of an answer that repeats it, also encoded', () => {
  const { secrets } = maskTemplate('https://a.example/?key=s3cr+t/0&c={click_id}');
  expect(cutSecrets('got s3cr+t/0 and s3cr%2Bt%2F0', secrets)).toBe('got *** and ***');
});

test('the suffix writes each parameter once, tokens bare, utm values encoded', () => {
  const parameter = (param: string, token: string) => ({
    alias: 'a',
    param,
    token,
    label: '',
    group_in_reports: false,
  });
  expect(
    urlSuffix({
      click_id_param: 'click_id',
      click_id_token: '{click_id}',
      parameters: [parameter('site', '{site}'), parameter('click_id', '{other}'), parameter('none', '')],
      utm_defaults: { utm_source: 'tab oola', utm_medium: 'native' },
    }),
  ).toBe('click_id={click_id}&site={site}&utm_source=tab%20oola&utm_medium=native');
});
