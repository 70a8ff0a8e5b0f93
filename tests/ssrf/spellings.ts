type Bytes = readonly [number, number, number, number];

const hex = (n: number, width = 0): string => n.toString(16).padStart(width, '0');
const octal = (n: number): string => `0${n.toString(8)}`;
const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const encoded = (text: string): string => text.replace(/\d/g, (digit) => `%${hex(digit.codePointAt(0)!, 2)}`);

/** An IPv4 address in every form that URL parsers, resolvers or routers take for it, as the host of a URL. */
export function spellingsOf(dotted: string): string[] {
  const bytes = dotted.split('.').map(Number) as unknown as Bytes;
  const [a, b, c, d] = bytes;
  const low = c * 256 + d;
  const lower = b * 65_536 + low;
  const whole = a * 16_777_216 + lower;
  const pair = `${hex(a * 256 + b)}:${hex(low)}`;
  const flipped = `${hex(0xffff - (a * 256 + b))}:${hex(0xffff - low)}`;
  return [
    dotted,
    `${dotted}.`,
    `${a}.${b}.${low}`,
    `${a}.${lower}`,
    String(whole),
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    octal(whole),
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0x${hex(byte, 8)}`).join('.'),
    bytes.map(octal).join('.'),
    bytes.map((byte) => `000${octal(byte)}`).join('.'),
    `0x${hex(a)}.${octal(b)}.${low}`,
    `${octal(a)}.0x${hex(lower)}`,
    fullWidth(dotted),
    dotted.replaceAll('.', '\u3002'),
    encoded(dotted),
    dotted.replaceAll('.', '%2e'),
    `[::ffff:${dotted}]`,
    `[::ffff:${pair}]`,
    `[0:0:0:0:0:FFFF:${pair.toUpperCase()}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${pair}]`,
    `[2002:${pair}::]`,
    `[2002:${pair}::1]`,
    `[2001:0:4136:e378:8000:63bf:${flipped}]`,
    `[2001:0:${pair}::]`,
    `[2a00::5efe:${pair}]`,
    `[fe80::5efe:${dotted}]`,
  ];
}

/** One address or more of each block that is not the public internet. */
export const NOT_PUBLIC = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
];

/** IPv6 on its own: loopback, unspecified, link-local, site-local, unique local, multicast, metadata, reserved. */
export const NOT_PUBLIC_V6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'ff01::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:db8::1',
  '2001:2::1',
  '2001:10::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'e000::1',
];

/** Whole URLs that look like somewhere else. @param port where the trap listens */
export const DISGUISES = (port: number): string[] => [
  `http://127.0.0.1:${port}\\@public.example/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:/127.0.0.1:${port}/`,
  `http:127.0.0.1:${port}/`,
  `http:///127.0.0.1:${port}/`,
  `http:////127.0.0.1:${port}/`,
  `\u0000http://127.0.0.1:${port}/`,
  ` \thttp://127.0.0.1:${port}/`,
  `ht\ntp://127.0.0.1:${port}/`,
  `http://127.0.\t0.1:${port}/`,
  `http://127.0.0.1:${port}\r\n/`,
  `http://public.example@127.0.0.1:${port}/`,
  `http://public.example:80@127.0.0.1:${port}/`,
  `http://public.example%2f@127.0.0.1:${port}/`,
  `http://:@127.0.0.1:${port}/`,
  `http://@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@public.example/`,
  `http://127.0.0.1:${port}?@public.example/`,
  `http://127.0.0.1:0${port}/`,
  `http://localhost:${port}/`,
  `http://LocalHost:${port}/`,
  `http://localhost.:${port}/`,
  `http://a.localhost:${port}/`,
  `http://a.b.localhost.:${port}/`,
  `http://loc%61lhost:${port}/`,
  `http://\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54:${port}/`,
  `http://l\u00adocalhost:${port}/`,
  `http://[::1%25lo]:${port}/`,
  `http://[fe80::1%25eth0]:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_GET`,
  `ws://127.0.0.1:${port}/`,
  `file:///proc/self/environ`,
  `data:text/plain,x`,
  `blob:http://127.0.0.1:${port}/x`,
  `javascript:fetch('http://127.0.0.1:${port}')`,
];
