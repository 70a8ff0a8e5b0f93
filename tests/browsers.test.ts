import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGuideOfTwelve } from './support/guide-of-twelve.ts';
import { backOffice, lackingInAll, PUBLIC, type Floor } from './support/oldest-browsers.ts';
import {
  featuresOfCss,
  featuresOfHtml,
  featuresOfScript,
  mixedRules,
  type Features,
} from './support/shipped-features.ts';
import { wholeApp, type WholeApp } from './support/whole-app.ts';

const ASSETS = join(import.meta.dirname, '../dist/client/assets');

/** Newer than the floor, and what happens without it. */
const FALLBACKS: Record<string, string> = {
  'html.global_attributes.popover': 'the menu is a link to the list in the footer',
  'html.elements.button.popovertarget': 'the button is hidden where there is no popover',
  'html.elements.button.popovertargetaction': 'as above',
  'css.selectors.popover-open': 'the menu stays hidden, and @supports shows the link in its place',
  '.hidePopover': 'runs for presses inside the menu, which is never shown there',
  'css.at-rules.starting-style': 'the menu opens without moving',
  'css.selectors.has':
    'bars do not stick and boxes that would do nothing are hidden, by @supports; the rest is spacing',
  'css.selectors.details-content': 'on paper: questions that were closed stay closed',
  'css.properties.content-visibility': 'as above',
  'css.properties.content-visibility.visible': 'as above',
  'css.selectors.-webkit-meter-bar': 'Firefox has a rule of its own beside it',
  'css.selectors.-webkit-meter-optimum-value': 'as above',
  'css.properties.accent-color': 'a ticked box has the colour of the system',
  'css.properties.align-content.start': 'in boxes that are no grid: the text begins at the top all the same',
  'css.properties.cursor.pointer': 'a telephone has no pointer',
  'css.properties.forced-color-adjust': 'bars have the colours of the system, their numbers stand beside them',
  'css.properties.forced-color-adjust.none': 'as above',
  'css.properties.outline': 'the ring of the focus has square corners',
  'css.properties.overscroll-behavior': 'the page behind the menu may scroll on',
  'css.properties.overscroll-behavior.contain': 'as above',
  'css.properties.text-wrap': 'headings break where the line is full',
  'css.properties.text-wrap.balance': 'as above',
  'html.elements.link.rel.icon': 'a telephone shows the touch icon or none',
  'html.elements.meta.name.viewport': 'desktop browsers need none',
  '.first': 'a name of our own',
};

/** Names of libraries and of our own that the data knows as something newer, and what libraries ask for before they use it. */
const NO_FEATURES: Record<string, string> = {
  '.displayName': 'of components',
  '.dispose': 'of charts',
  '.drop': 'of editors',
  '.error': 'of answers',
  '.isError': 'of answers',
  '.move': 'of editors',
  '.stackTraceLimit': 'asked for before it is used',
  '.take': 'of lists of the editor',
  '.toArray': 'of children',
  '.use': 'of React',
  'Error.captureStackTrace': 'asked for before it is used',
  Profiler: 'of React',
  ViewTransition: 'of React',
  external: 'a local name',
  fullScreen: 'a local name',
  navigation: 'asked for before it is used',
  orientation: 'a local name',
  requestIdleCallback: 'asked for before it is used',
  restore: 'a local name',
  setImmediate: 'asked for before it is used',
  trustedTypes: 'asked for before it is used',
};

let t: WholeApp;
let pages: string[] = [];

beforeAll(async () => {
  t = await wholeApp();
  const paths = ['/', await makeGuideOfTwelve(t), '/search?q=a', '/about', '/contact', '/privacy', '/terms', '/none'];
  const home = (await t.send('GET', '/')).body;
  paths.push(
    ...[...home.matchAll(/href="(\/(?:offer-reviews|categories|listicles)\/[^"?]+)/g)].map(([, path]) => path!),
  );
  pages = await Promise.all([...new Set(paths)].map(async (path) => (await t.send('GET', path)).body));
});
afterAll(() => t.close());

const sheets = (): string[] =>
  readdirSync(ASSETS)
    .filter((name) => /^(?:site|more)-.*\.css$/.test(name))
    .map((name) => readFileSync(join(ASSETS, name), 'utf8'));

/** @returns what the browsers of a floor have not, each with the browsers that lack it */
const newsOf = (features: Features, floor: Floor): Record<string, string[]> =>
  Object.fromEntries(
    [...features].flatMap(([name, nodes]) => {
      const lacking = lackingInAll(nodes, floor);
      return lacking.length > 0 ? [[name, lacking]] : [];
    }),
  );

const unlisted = (news: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(news).filter(([name]) => !(name in FALLBACKS)));

test('what is newer than the oldest browsers of the public site is told with what happens without it', () => {
  const found: Features = new Map([
    ...featuresOfCss(sheets().join('\n')),
    ...featuresOfHtml(pages.join('\n')),
    ...featuresOfScript(t.parts.pages.site.script.text),
  ]);
  expect(found.size).toBeGreaterThan(150);
  const news = newsOf(found, PUBLIC);
  expect(unlisted(news)).toEqual({});
  expect(Object.keys(FALLBACKS).filter((name) => !(name in news))).toEqual([]);
});

test('no rule is dropped because it shares its place with one that is new', () => {
  for (const sheet of sheets()) expect(mixedRules(sheet, ['has', 'popover-open', 'details-content'])).toEqual([]);
});

test('the back office uses what browsers of the last two years have', () => {
  const floor = backOffice();
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  const found: Features = new Map(
    scripts.flatMap((name) => [...featuresOfScript(readFileSync(join(ASSETS, name), 'utf8'), 'language')]),
  );
  expect(found.size).toBeGreaterThan(300);
  expect(Object.keys(newsOf(found, floor)).filter((name) => !(name in NO_FEATURES))).toEqual([]);
});

test.each([
  ['css', '.a:has(b){color:red}', 'css.selectors.has'],
  ['css', '@media (width>=600px){a{b:c}}', 'css.at-rules.media.range_syntax'],
  ['css', '@container (min-width:1px){a{b:c}}', 'css.at-rules.container'],
  ['css', 'a{color:color-mix(in srgb,red,blue)}', 'css.types.color.color-mix'],
  ['css', 'a{color:light-dark(red,blue)}', 'css.types.color.light-dark'],
  ['css', 'a{grid-template-rows:subgrid}', 'css.properties.grid-template-rows.subgrid'],
  ['css', 'a{height:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
  ['css', 'a{b{color:red}}', 'css.selectors.nesting'],
  ['css', 'a{text-wrap:balance}', 'css.properties.text-wrap.balance'],
  ['html', '<div popover="auto"></div>', 'html.global_attributes.popover'],
  ['html', '<search></search>', 'html.elements.search'],
  ['script', '[].toSorted()', '.toSorted'],
  ['script', 'Object.groupBy([],f)', 'Object.groupBy'],
  ['script', 'Promise.withResolvers()', 'Promise.withResolvers'],
  ['script', 'AbortSignal.any([])', 'AbortSignal.any'],
  ['script', 'AbortSignal.timeout(1)', 'AbortSignal.timeout'],
  ['script', 'URL.canParse(a)', 'URL.canParse'],
  ['script', 'a.isSubsetOf(b)', '.isSubsetOf'],
  ['script', 'menu.hidePopover()', '.hidePopover'],
  ['script', '/(?<=a)b/', 'regex.lookbehind_assertion'],
] as const)('the check knows what is new: %s %s', (kind, text, name) => {
  const read = { css: featuresOfCss, html: featuresOfHtml, script: featuresOfScript }[kind];
  expect(Object.keys(newsOf(read(text), PUBLIC))).toContain(name);
});
