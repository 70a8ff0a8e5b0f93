import { expect, test } from 'vitest';
import { importersOf, importsOf, nearestTests } from './nearest.ts';

test('an import of types alone is none, a process that is started by its path is one', () => {
  const source = [
    "import type { A } from './a.ts';",
    "import { type B, b } from '../b.ts';",
    "export { c } from './c.ts';",
    "const d = await import('./d.ts');",
    "fork(join(import.meta.dirname, 'e.ts'));",
  ].join('\n');
  expect(importsOf('src/x/file.ts', source).toSorted()).toEqual(['src/b.ts', 'src/x/c.ts', 'src/x/d.ts', 'src/x/e.ts']);
});

test('the nearest tests of a file: pure ones first, then by name, by place and by what they name', () => {
  const sources = {
    'src/features/a/server/orphans.ts': 'export const rematch = 1;',
    'src/features/a/server/routes.ts': "import { rematch } from './orphans.ts';",
    'src/features/a/server/other.test.ts': "import { r } from './routes.ts';",
    'src/features/a/server/orphans.test.ts': "import { r } from './routes.ts';",
    'src/features/b/server/far.test.ts': "import { r } from '../../a/server/routes.ts'; '/rematch'; '/orphans';",
    'src/features/a/rules.test.ts': "import { r } from './server/routes.ts';",
    'src/features/a/server/nothing.test.ts': '',
    'tests/architecture.test.ts': "import { r } from '../src/features/a/server/routes.ts';",
  };
  const tests = nearestTests('src/features/a/server/orphans.ts', { sources, importers: importersOf(sources) });
  expect(tests).toEqual([
    { path: 'src/features/a/rules.test.ts', kind: 'pure' },
    { path: 'src/features/a/server/orphans.test.ts', kind: 'server' },
    { path: 'src/features/a/server/other.test.ts', kind: 'server' },
    { path: 'src/features/b/server/far.test.ts', kind: 'server' },
  ]);
});
