import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, sep } from 'node:path';
import * as icons from '@mdi/js';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;

/**
 * The wall between the sides: nothing under a `server/` folder and no `*.server.ts` gets into a bundle, and nothing of Node into
 * the browser's. Tree shaking is not trusted with it.
 */
const serverWall: Plugin = {
  name: 'guidepost:server-wall',
  enforce: 'pre',
  resolveId(source, importer) {
    const isOurs = importer !== undefined && importer.startsWith(`${ROOT}${sep}src${sep}`);
    if (isBuiltin(source) && (isOurs || this.environment.name === 'client')) {
      this.error(`${nameOf(importer ?? 'an entry')} imports "${source}", which only the server has.`);
    }
  },
  load(id) {
    const name = nameOf(id);
    if (name.startsWith('src/') && /\/server\/|\.server\./.test(name))
      this.error(`${name} is server code and was reached by the ${this.environment.name} bundle.`);
  },
};

const nameOf = (id: string): string => relative(ROOT, id.replace(/\?.*$/, '')).replaceAll(sep, '/');

const TOKENS = join(ROOT, 'src/platform/web/styles/tokens.css');

/**
 * Writes the values of the tokens where the sheets name them: no page changes one, and the sheet of a guide is a twelfth lighter on its
 * way to the reader. A name of that kind that is no token stops the build.
 */
const valuesOfTokens: Plugin = {
  name: 'guidepost:values-of-tokens',
  transform(code, id) {
    if (!id.endsWith('.css')) return undefined;
    const tokens = new Map(
      [...readFileSync(TOKENS, 'utf8').matchAll(/--([\w-]+):\s*([^;]+);/g)].map((found) => [found[1]!, found[2]!]),
    );
    return code.replace(
      /var\(--((?:color|space|radius|font|shadow|size|motion)[\w-]*)\)/g,
      (_written, name: string) => {
        const value = tokens.get(name);
        if (value === undefined) this.error(`${nameOf(id)} names the token ${name}, which there is not.`);
        return value!;
      },
    );
  },
};

/** The oldest browsers of the public site, as `package.json` names them: `safari 15.4` is `safari15.4` here. */
const OLDEST = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { browserslist: string[] }
).browserslist.map((name) => name.replace(' ', ''));

const ICON = 'icon:';

const pathOf: Record<string, unknown> = icons;

/** Each icon a module of its own: in one, every screen would wait for the icons of all. */
const oneByOne: Plugin = {
  name: 'guidepost:icons',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes("'@mdi/js'")) return undefined;
    return code.replace(/import \{([^}]*)\} from '@mdi\/js';/g, (_written, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => `import { ${name} } from '${ICON}${name}';`)
        .join(' '),
    );
  },
  resolveId: (source) => (source.startsWith(ICON) ? `\0${source}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${ICON}`)) return undefined;
    const name = id.slice(ICON.length + 1);
    const path = pathOf[name];
    if (typeof path !== 'string') this.error(`There is no icon ${name}.`);
    return `export const ${name} = ${JSON.stringify(path)};`;
  },
};

const NOTHING = '\0nothing';
/** Importer and source of parts that no screen shows: the other looks of a select, the ripple, which the theme switches off, and themes of CSS variables. */
const UNSEEN: [RegExp, RegExp][] = [
  [/\/material\/Select\/Select\.mjs$/, /\/(Input|FilledInput|NativeSelect)\//],
  [/\/material\/ButtonBase\/ButtonBase\.mjs$/, /\/TouchRipple\.mjs$/],
  [/\/material\/styles\/createTheme\.mjs$/, /\/createThemeWithVars\.mjs$/],
  [/\/material\/styles\/ThemeProvider\.mjs$/, /\/ThemeProviderWithVars\.mjs$/],
];

/** They would be 13 KB of each first load. */
const seenOnly: Plugin = {
  name: 'guidepost:unseen',
  resolveId: (source, importer = '') =>
    UNSEEN.some(([by, what]) => by.test(importer) && what.test(source)) ? NOTHING : undefined,
  load: (id) => (id === NOTHING ? 'export default () => null; export const CssVarsProvider = null;' : undefined),
};

/** The parts of a table of rows. */
const LIST =
  /material\/(Table|KeyboardArrow|Select|MenuItem)|web\/ui\/(table\/(Data|Table|table|use-table|cells\/RowAct)|states\/Empty|filters\/(Search|Filter|TableFilter))/;
/** The parts of the shell, and what most screens show in it. */
const FRAME =
  /material\/(Avatar|AppBar|Toolbar|Drawer|Slide|Collapse|ListItem|Chip|useMediaQuery)|web\/ui\/(Status|ProgressLine|DateTime|Page|states\/Error|time-zone|dialog\/Confirm)|platform\/(text\/figures|web\/(date-time|use-))|features\/settings\/web\/client/;
/** Shared by many dialogs, and needed by no screen before one opens. */
const DIALOGS =
  /material\/(Dialog|CircularProgress|FormHelperText|FilledInput|NativeSelect|TextField|Radio|internal.svg-icons.Radio)|node_modules\/(zod|react-hook-form|@hookform)|contract\.ts|platform\/(macros\/macros|text\/(tidy|html-text|fold)|fields|paging|messages|currencies)\.(ts|json)|web\/(form|session\/(keep|kept-input|secret-fields)|local-time)\.ts|web\/paste\/|web\/ui\/(inputs\/(\w*Input|Field|KeyValue|Entries|Image|value-words|mono)|form\/(Form|use-form|use-unsaved|Conflict|Kept)|rich-text\/(RichText|use-plain)|dialog\/(View|DialogHead)|Copy)/;

/** What most screens of numbers show, and no other: as one file it compresses better than as five. */
const NUMBERS =
  /features\/stats\/web\/(client|paged-rows|bar\/periods|parts\/(Unconverted|KpiCards|DrillLink|drill|stats-filters|Print\w+|print-words)|why\/(why-query|WhyButton))/;
/** What lists show over their rows too. */
const OVER_ROWS = /platform\/web\/(ui\/(DayLine|CsvButton|table\/cells\/(Money|Loss))|save-file)/;

/** What stands beside something and where: nothing before somebody points at it, or looks for a record by name. */
const BESIDE = /material\/(Tooltip|Popper)\/|@popperjs\//;

const HINT = '\0hint';

/** The arrows below a table have hints as all else: fetched after the screen, 9 KB of each first load. */
const hintsLater: Plugin = {
  name: 'guidepost:hints-later',
  resolveId: (source, importer = '') =>
    importer.endsWith('/TablePaginationActions.mjs') && /\/Tooltip\//.test(source) ? HINT : undefined,
  load: (id) =>
    id === HINT
      ? `export { Hint as default } from ${JSON.stringify(join(ROOT, 'src/platform/web/ui/Hint.tsx'))};`
      : undefined,
};

export default defineConfig({
  root: ROOT,
  publicDir: false,
  appType: 'custom',
  plugins: [
    serverWall,
    valuesOfTokens,
    { ...oneByOne, enforce: 'pre' },
    { ...seenOnly, enforce: 'pre' },
    { ...hintsLater, enforce: 'pre' },
    react(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // the back office is for browsers of the last two years; the one script of the site is written plainly enough
    target: ['chrome131', 'edge131', 'firefox132', 'safari18.1', 'ios18.1'],
    cssTarget: OLDEST,
    manifest: true,
    emptyOutDir: true,
    reportCompressedSize: false,
    // a data: address would need a hole in the policy of the public pages
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client) await builder.build(client);
      if (ssr) await builder.build(ssr);
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // the manifest names what each became: pages link the style sheet and the one small script by it
        rolldownOptions: {
          input: {
            admin: 'src/app/admin/index.html',
            site: 'src/app/site/site.css',
            more: 'src/app/site/more.css',
            impressions: 'src/app/site/impressions.js',
          },
          // what many screens need, as few files: they compress better than twenty
          output: {
            codeSplitting: {
              groups: [
                { name: 'icons', minShareCount: 3, priority: 5, test: /icon:/ },
                { name: 'list', minShareCount: 8, priority: 4, test: LIST },
                { name: 'frame', minShareCount: 8, priority: 3, test: FRAME },
                { name: 'over-rows', minShareCount: 4, priority: 2, test: OVER_ROWS },
                { name: 'numbers', minShareCount: 4, priority: 1, test: NUMBERS },
                {
                  name: 'base',
                  minShareCount: 20,
                  priority: 2,
                  test: (id: string) => !DIALOGS.test(id) && !BESIDE.test(id),
                },
                // takes what it needs along, so it comes last
                { name: 'beside', minShareCount: 3, priority: 0, test: BESIDE },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // without it the bundle holds React's development build: six times slower
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: { outDir: 'dist/server', ssr: true, rolldownOptions: { input: { entry: 'src/app/site/entry.tsx' } } },
    },
  },
});
