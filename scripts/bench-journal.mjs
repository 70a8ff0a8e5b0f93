// For `npm run bench`: the control's 302 with one append to the journal before it. What the disk of this machine leaves of the control.
import { createServer } from 'node:http';
import { pino } from 'pino';
import { openJournal } from '../src/platform/server/journal/journal.ts';

const journal = await openJournal({ dir: process.argv[2], log: pino({ level: 'error' }) });
const event = JSON.stringify([{ type: 'visit', text: 'x'.repeat(570) }]);
const server = createServer((_request, response) => {
  journal.append(event).then(
    () => {
      response.writeHead(302, { location: 'https://merchant.example/landing', 'cache-control': 'no-store' });
      response.end();
    },
    () => response.destroy(),
  );
});
const trim = setInterval(() => void journal.trim(journal.end()), 300);
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`));
process.once('SIGTERM', () => {
  clearInterval(trim);
  server.close(() => void journal.close());
  server.closeAllConnections();
});
