// The engine: one statement at a time, told by its parent. It lives in a process of its own, since nothing else ends a statement that runs.
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [packages, folder] = process.argv.slice(2);
const { Session } = createRequire(join(packages, 'any.js'))('chdb');
const session = new Session(folder);
/** What was set and must be as before for a statement that does not ask for it. */
const set = new Map();

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async ({ database, settings, sql, params, file }) => {
  try {
    for (const name of set.keys()) if (!(name in settings)) await session.queryAsync(`set ${name} = default`);
    for (const [name, value] of Object.entries(settings))
      if (set.get(name) !== value) await session.queryAsync(`set ${name} = '${value.replaceAll("'", "''")}'`);
    set.clear();
    for (const [name, value] of Object.entries(settings)) set.set(name, value);
    if (database) await session.queryAsync(`use "${database}"`);
    const given = Object.keys(params).length > 0;
    const answer = given ? await session.queryBindAsync(sql, params) : await session.queryAsync(sql);
    if (file) writeFileSync(file, answer.bytes());
    process.send({ text: file ? '' : answer.text(), file });
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.send({ text: 'ready' });
