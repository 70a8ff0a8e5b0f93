import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server as far as a letter needs it: it takes what comes and keeps it, or has no time. */
export type MailServer = {
  /** As they came, the newest last. */
  letters: string[];
  url: string;
  /** It is up and takes nothing. */
  isBusy: boolean;
  close(): void;
};

export async function openMailServer(): Promise<MailServer> {
  const letters: string[] = [];
  const answer = (socket: Socket) => {
    let isData = false;
    let text = '';
    socket.write(server.isBusy ? '421 busy, come back later\r\n' : '220 fake\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        if (isData) {
          const stop = text.indexOf('\r\n.\r\n');
          if (stop === -1) return;
          letters.push(text.slice(0, stop));
          text = text.slice(stop + 5);
          isData = false;
          socket.write('250 taken\r\n');
          continue;
        }
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        isData = line === 'DATA';
        socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
    socket.on('error', () => undefined);
  };
  const listener = createServer(answer);
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', () => done()));
  const { port } = listener.address() as AddressInfo;
  const server: MailServer = {
    letters,
    url: `smtp://127.0.0.1:${port}`,
    isBusy: false,
    close: () => void listener.close(),
  };
  return server;
}

type Part = { headers: string; body: Buffer };

/** The parts of a letter that hold something, by their kind: `text/html`. */
export function partsOf(letter: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  const read = (text: string): void => {
    const end = text.indexOf('\r\n\r\n');
    const headers = text.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
    const body = text.slice(end + 4);
    const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
    if (boundary !== undefined) {
      for (const part of body.split(`--${boundary}`).slice(1, -1)) read(part.slice(2));
      return;
    }
    const kind = /^Content-Type: ([\w/]+)/im.exec(headers)?.[1] ?? 'text/plain';
    parts.set(kind, { headers, body: decoded(body, /^Content-Transfer-Encoding: (\S+)/im.exec(headers)?.[1]) });
  };
  read(letter);
  return parts;
}

function decoded(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
