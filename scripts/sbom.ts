/**
 * `npm run sbom`: what a release is made of, by npm's own command in the form of CycloneDX, into dist/sbom.cdx.json; and whether holes
 * of any of it are known.
 */
import './node-version.mjs';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = 'dist/sbom.cdx.json';
const MAX_BYTES = 64 * 1024 * 1024;
const LEVELS = ['critical', 'high', 'moderate', 'low', 'info'] as const;
/** With one of these nothing is released. */
const GRAVE: readonly string[] = ['critical', 'high'];

type Package = { name: string; dependencies: Record<string, string>; devDependencies: Record<string, string> };
type Bom = { metadata: { component: { name: string } }; components: unknown[] };
type Audit = {
  message?: string;
  vulnerabilities?: Record<string, { severity: string; fixAvailable?: unknown }>;
};

/** @returns what npm printed, whatever its exit code: findings make it fail too */
const npm = (cwd: string, ...words: string[]): Promise<string> =>
  new Promise((done, fail) => {
    execFile('npm', words, { cwd, maxBuffer: MAX_BYTES }, (error, out, err) =>
      out === '' ? fail(new Error(`"npm ${words.join(' ')}" failed: ${err || error?.message}`)) : done(out),
    );
  });

/** Names of packages that the sources import. What the browser gets is built of some that nobody has to install to run the program. */
function imported(): Set<string> {
  const paths = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const texts = paths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'));
  const isOfTests = (text: string): boolean => text.includes("from 'vitest'");
  return new Set(
    texts.flatMap((text) =>
      isOfTests(text) ? [] : [...text.matchAll(/from '((?:@[\w.-]+\/)?[\w.-]+)/g)].map(([, name]) => name!),
    ),
  );
}

/** A folder that names what a release holds and nothing else: with --omit=dev npm 11.19 leaves react and zod out as well. */
async function inRelease<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-sbom-'));
  try {
    const { dependencies, devDependencies, ...rest } = readPackage();
    const names = imported();
    const shipped = Object.fromEntries(Object.entries(devDependencies).filter(([name]) => names.has(name)));
    const whole = { ...rest, dependencies: { ...dependencies, ...shipped }, devDependencies: {} };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(whole));
    copyFileSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
    await npm(folder, 'prune', '--package-lock-only', '--offline');
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readPackage = (): Package => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;

async function list(folder: string): Promise<string> {
  const flags = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const bom = JSON.parse(await npm(folder, 'sbom', ...flags)) as Bom;
  // npm takes the name of the folder
  bom.metadata.component.name = readPackage().name;
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, FILE), `${JSON.stringify(bom, undefined, 2)}\n`);
  return `${FILE}: ${bom.components.length} packages.`;
}

/** @throws Error that names the packages when a hole is grave */
async function audit(folder: string): Promise<string> {
  const said = await npm(folder, 'audit', '--json', '--package-lock-only');
  const { message, vulnerabilities } = JSON.parse(said) as Audit;
  if (vulnerabilities === undefined)
    return `Known vulnerabilities: not checked, as the registry does not tell them (${message ?? 'no answer'}).`;
  const found = Object.entries(vulnerabilities);
  if (found.length === 0) return 'Known vulnerabilities: none.';
  const counts = LEVELS.flatMap((level) => {
    const names = found.flatMap(([name, { severity }]) => (severity === level ? [name] : []));
    return names.length === 0 ? [] : [`${names.length} ${level} (${names.join(', ')})`];
  });
  const sentence = `Known vulnerabilities: ${counts.join('; ')}. "npm audit" tells more.`;
  if (found.some(([, { severity }]) => GRAVE.includes(severity))) throw new Error(sentence);
  return sentence;
}

async function run(words: string[]): Promise<string> {
  if (words.length > 0) throw new Error('npm run sbom   takes no words');
  return inRelease(async (folder) => {
    process.stdout.write(`${await list(folder)}\n`);
    return audit(folder);
  });
}

await runCommand(run);
