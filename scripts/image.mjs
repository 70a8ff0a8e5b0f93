// Lays out below a folder what an image of the program is made of: the program, what its commands need, and nothing to build or test it.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfImage } from './image-files.mjs';

const ROOT = join(import.meta.dirname, '..');
const USER = { name: 'guidepost', id: 10_001 };
const NODE = `node-${process.platform}-${process.arch}`;
/** Screens lie ready in dist; what makes them is no part of the program. */
const isOfProgram = (path) => !/\/web(\/|$)|\.tsx$|\.test\.ts$/.test(path);

const to = process.argv[2];
if (to === undefined) {
  process.stderr.write('node scripts/image.mjs FOLDER\n');
  process.exit(1);
}

/** Packages to run, without those to build and test: what is not installed cannot have a hole. */
function prune() {
  const args = ['prune', '--omit=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(1);
}

const app = join(to, 'app');
mkdirSync(app, { recursive: true });
prune();
for (const name of ['package.json', 'dist', 'migrations', 'node_modules'])
  cpSync(join(ROOT, name), join(app, name), { recursive: true, verbatimSymlinks: true });
// asked for by a package that can be told of types, and never is
for (const name of ['typescript', '@typescript', '@types'])
  rmSync(join(app, 'node_modules', name), { recursive: true, force: true });
cpSync(join(ROOT, 'src'), join(app, 'src'), { recursive: true, filter: isOfProgram });
for (const name of filesOfImage()) cpSync(join(ROOT, 'scripts', name), join(app, 'scripts', name));

// of Node only the program itself
mkdirSync(join(to, 'usr/local/bin'), { recursive: true });
cpSync(join(app, 'node_modules', NODE, 'bin/node'), join(to, 'usr/local/bin/node'));
rmSync(join(app, 'node_modules', NODE), { recursive: true });

// the PostgreSQL of the program asks for the name of its user
const { name, id } = USER;
mkdirSync(join(to, 'etc'), { recursive: true });
writeFileSync(
  join(to, 'etc/passwd'),
  `root:x:0:0:root:/root:/usr/sbin/nologin\n${name}:x:${id}:${id}::/app:/usr/sbin/nologin\n`,
);
writeFileSync(join(to, 'etc/group'), `root:x:0:\n${name}:x:${id}:\n`);
mkdirSync(join(to, 'data'), { mode: 0o711 });
chmodSync(join(to, 'data'), 0o711);
chownSync(join(to, 'data'), id, id);
