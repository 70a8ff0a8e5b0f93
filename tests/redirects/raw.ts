import { once } from 'node:events';
import { connect } from 'node:net';

export type RawAnswer = {
  status: number;
  /** Names in lower case, in the order in which they came. */
  names: string[];
  location: string | undefined;
  /** The head as it came, byte by byte. */
  head: string;
};

/** Sends a target byte by byte, past every client that would mend it. @param headers lines instead of the usual ones */
export async function sendRaw(port: number, target: string, headers: readonly string[] = []): Promise<RawAnswer> {
  const own = headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: guides.example'];
  const agent = headers.some((line) => /^user-agent:/i.test(line)) ? [] : ['User-Agent: Mozilla/5.0 Firefox/140.0'];
  const lines = [`GET ${target} HTTP/1.1`, ...own, ...agent, ...headers, '', ''];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.from(lines.join('\r\n'), 'latin1'));
  let text = '';
  for await (const part of socket) {
    text += (part as Buffer).toString('latin1');
    // the connection would stay open, as a browser's does
    if (text.includes('\r\n\r\n')) break;
  }
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  const [first = '', ...rest] = head.split('\r\n');
  const named = rest.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN),
    names: named.map(([name]) => name),
    location: named.find(([name]) => name === 'location')?.[1],
    head,
  };
}
