// The control of `npm run bench`: a bare node:http server in a process of its own that answers a 302, or sends given bytes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const page = readFileSync(process.argv[2]);
const type = { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length };
const server = createServer((request, response) => {
  if (request.url.startsWith('/page')) {
    response.writeHead(200, type);
    response.end(page);
  } else {
    response.writeHead(302, { location: 'https://merchant.example/landing', 'cache-control': 'no-store' });
    response.end();
  }
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`));
