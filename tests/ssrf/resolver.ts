import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const A = 1;
const CNAME = 5;
const AAAA = 28;

/** What a name says, turn by turn; the last answer repeats. A text without digits before a dot is a CNAME. */
export type Answers = readonly (readonly string[])[];

/** A real name server on UDP with answers of our choosing, each good for no time at all, and a resolver that asks it. */
export async function startResolver() {
  const names = new Map<string, Answers>();
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const turns = names.get(name.toLowerCase()) ?? [];
    const key = `${name.toLowerCase()} ${type}`;
    const turn = asked.get(key) ?? 0;
    asked.set(key, turn + 1);
    const records = (turns[Math.min(turn, turns.length - 1)] ?? []).flatMap((text) => recordOf(text, type) ?? []);
    const header = Buffer.from([query[0]!, query[1]!, 0x85, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    /** Sets what a name says from now on. */
    say(name: string, ...answers: Answers): void {
      names.set(name, answers);
      for (const type of [A, AAAA]) asked.delete(`${name} ${type}`);
    },
    /** How often the addresses of a name were asked for. */
    asked: (name: string): number => asked.get(`${name} ${A}`) ?? 0,
    async resolve(host: string) {
      const none = (): string[] => [];
      const [four, six] = [await resolver.resolve4(host).catch(none), await resolver.resolve6(host).catch(none)];
      return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
    },
    close: () => new Promise<void>((done) => socket.close(done)),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** One record of the answer, named by a pointer to the question. @returns undefined where it is of another type */
function recordOf(text: string, asked: number): Buffer | undefined {
  const type = isIPv4(text) ? A : text.includes(':') ? AAAA : CNAME;
  if (type !== asked && type !== CNAME) return undefined;
  const data = type === A ? Buffer.from(text.split('.').map(Number)) : type === AAAA ? bytesOf(text) : nameOf(text);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [front, back] = [groups(left), groups(right)];
  const all = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
