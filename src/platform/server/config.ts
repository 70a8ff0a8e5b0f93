import { resolve } from 'node:path';
import { z } from 'zod';

const text = z.string().trim().min(1).optional();

/** As `secret.key` holds it. */
const key = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, as in secret.key')
  .transform((base64) => Buffer.from(base64, 'base64'))
  .optional();

const address = z
  .string()
  .trim()
  .regex(/^https?:\/\/[^@?#\s]+$/, 'must be an http or https address, without a name or a password')
  .optional();

const style = z.enum(['path', 'virtual-host']).optional();

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  ADMIN_USERNAME: z.string().trim().min(1).max(64).default('admin'),
  ADMIN_PASSWORD: z.string().min(8).max(1024).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(12).max(500).default(16),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CLICKHOUSE_REPORTS_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: text,
  OUTGOING_ALLOW: text,
  GEOIP_MMDB: text,
  CHANNELS_FILE: text,
  ERASURES_FILE: text,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text,
  SECRET_KEY: key,
  SECRET_KEY_OLD: key,
  METRICS_TOKEN: z.string().trim().min(16).max(200).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SAMPLE: z.enum(['on', 'off']).default('on'),
  TEST_SEVERAL_INSTANCES: z.enum(['0', '1']).default('0'),
  JOURNAL_RESERVE_MB: z.coerce.number().int().min(0).max(65_536).default(256),
  S3_ENDPOINT: address,
  S3_BUCKET: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_STYLE: style,
  BACKUP_PASSPHRASE: z.string().min(8).max(1024).optional(),
  BACKUP_TO: text,
  MIGRATE_WITHOUT_BACKUP: z.enum(['0', '1']).default('0'),
  BACKUP_RECIPIENT: z
    .string()
    .trim()
    .regex(/^x25519:[A-Za-z0-9+/]{43}=$/, 'must be a line such as `npm run backup -- --new-recipient FILE` writes')
    .optional(),
  DRILL_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  BACKUP_S3_ENDPOINT: address,
  BACKUP_S3_REGION: text,
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  BACKUP_S3_STYLE: style,
  S3_CACHE_MB: z.coerce.number().int().min(0).max(1_048_576).default(512),
});

/** Without one of these there is no bucket. */
const S3_NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** What the process was told by its environment, checked once at boot. */
export type Config = {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  adminUsername: string;
  /** Undefined: a password is made and printed once at the first start. */
  adminPassword: string | undefined;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The most connections to PostgreSQL that this program has at once, save for moments of a start. */
  databaseConnections: number;
  /** Origin under which readers reach the site, without a slash at the end. Undefined: taken from each request. */
  publicUrl: string | undefined;
  /** Addresses or CIDR ranges of proxies whose forwarded headers count. Empty: none. */
  trustProxy: string[];
  /** `host`, `host:port`, address or CIDR excepted from the SSRF guard; for tests and private receivers. */
  outgoingAllow: string[];
  geoipPath: string | undefined;
  /** A list of channels in the place of the shipped one. */
  channelsPath: string | undefined;
  /** Absolute path of a second list of what was erased, beside that of the data folder. */
  erasuresFile: string | undefined;
  /** The mail server and the sender of letters. Undefined: no letters are sent. */
  mail: { url: string; from: string } | undefined;
  /** What the database holds sealed is sealed by it. Undefined: `secret.key` of the data folder. */
  secretKey: Buffer | undefined;
  /** The key of before: what it sealed is sealed anew at the start. */
  secretKeyOld: Buffer | undefined;
  /** What a scraper of `/metrics` shows as its bearer. Undefined: only an administrator's session opens them. */
  metricsToken: string | undefined;
  logLevel: string;
  /** Whether an empty site gets the labelled sample at first start. */
  sample: boolean;
  /** The event store that several programs share. Undefined: DuckDB in the data folder. */
  clickHouse: { url: string; reportsUrl: string } | undefined;
  /** Several programs may run on one database: all that they hold in common lies where each of them reaches it, or a test says so. */
  allowsSeveral: boolean;
  /** Room on the disk that is kept for visits and clicks. Other writers stop when less than as much again is free. */
  journalReserveBytes: number;
  /** The bucket of the pictures. Undefined: they lie in the data folder. */
  s3: S3Config | undefined;
  backup: {
    /** Seals the key of the installation in its backups. */
    passphrase: string | undefined;
    /** The place of the backups that the program takes by itself: a folder, or s3://BUCKET/PREFIX. Undefined: it takes none. */
    to: string | undefined;
    /** Public: whoever has the other half opens the key in a backup. It goes before the passphrase. */
    recipient: string | undefined;
    /** None is taken before migrations that write rows anew. */
    isSkippedBeforeMigrations: boolean;
    /** Where a drill makes a database and drops it. Undefined: it starts one of its own. */
    drillDatabaseUrl: string | undefined;
    /** The store of `s3://` places: that of the pictures, as far as BACKUP_S3_* say nothing else. Undefined: none is named. */
    s3: Omit<S3Config, 'bucket' | 'cacheBytes'> | undefined;
  };
};

export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket stands in the path of an address or in front of its host. */
  style: 'path' | 'virtual-host';
  /** Room in the data folder for pictures that were read lately; 0: none. */
  cacheBytes: number;
};

const list = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads the environment. @throws Error with one sentence per wrong variable; values are never repeated. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const known = Object.fromEntries(
    Object.keys(Environment.shape).map((key) => [key, env[key] === '' ? undefined : env[key]]),
  );
  const parsed = Environment.safeParse(known);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${lines.join('; ')}.`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    adminUsername: e.ADMIN_USERNAME,
    adminPassword: e.ADMIN_PASSWORD,
    databaseUrl: e.DATABASE_URL,
    databaseConnections: e.DATABASE_CONNECTIONS,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: list(e.TRUST_PROXY),
    outgoingAllow: list(e.OUTGOING_ALLOW),
    geoipPath: e.GEOIP_MMDB,
    channelsPath: e.CHANNELS_FILE,
    erasuresFile: e.ERASURES_FILE === undefined ? undefined : resolve(e.ERASURES_FILE),
    mail: e.SMTP_URL === undefined ? undefined : { url: e.SMTP_URL, from: e.MAIL_FROM ?? 'guidepost@localhost' },
    secretKey: e.SECRET_KEY,
    secretKeyOld: e.SECRET_KEY_OLD,
    metricsToken: e.METRICS_TOKEN,
    logLevel: e.LOG_LEVEL,
    sample: e.SAMPLE === 'on',
    clickHouse: clickHouseIn(e),
    allowsSeveral: e.TEST_SEVERAL_INSTANCES === '1' || sharesAll(e),
    journalReserveBytes: e.JOURNAL_RESERVE_MB * 1024 * 1024,
    s3: s3In(e),
    backup: {
      passphrase: e.BACKUP_PASSPHRASE,
      to: e.BACKUP_TO,
      isSkippedBeforeMigrations: e.MIGRATE_WITHOUT_BACKUP === '1',
      recipient: e.BACKUP_RECIPIENT,
      drillDatabaseUrl: e.DRILL_DATABASE_URL,
      s3: backupStoreIn(e),
    },
  };
}

function backupStoreIn(e: z.infer<typeof Environment>): Config['backup']['s3'] {
  const endpoint = e.BACKUP_S3_ENDPOINT ?? e.S3_ENDPOINT;
  const accessKeyId = e.BACKUP_S3_ACCESS_KEY_ID ?? e.S3_ACCESS_KEY_ID;
  const secretAccessKey = e.BACKUP_S3_SECRET_ACCESS_KEY ?? e.S3_SECRET_ACCESS_KEY;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    accessKeyId,
    secretAccessKey,
    region: e.BACKUP_S3_REGION ?? e.S3_REGION ?? 'us-east-1',
    style: e.BACKUP_S3_STYLE ?? e.S3_STYLE ?? 'path',
  };
}

/** A second program has its numbers, pictures and secrets only where all of these are set. */
const sharesAll = (e: z.infer<typeof Environment>): boolean =>
  e.CLICKHOUSE_URL !== undefined && e.S3_BUCKET !== undefined && e.SECRET_KEY !== undefined;

function clickHouseIn({ CLICKHOUSE_URL: url, CLICKHOUSE_REPORTS_URL: reportsUrl }: z.infer<typeof Environment>) {
  if (url === undefined && reportsUrl !== undefined)
    throw new Error('The environment is not usable. CLICKHOUSE_REPORTS_URL needs CLICKHOUSE_URL too.');
  return url === undefined ? undefined : { url, reportsUrl: reportsUrl ?? url };
}

/** Half of a bucket would silently leave the pictures on the disk. */
function s3In(e: z.infer<typeof Environment>): S3Config | undefined {
  const missing = S3_NEEDED.filter((name) => e[name] === undefined);
  const isAsked = missing.length < S3_NEEDED.length || e.S3_REGION !== undefined || e.S3_STYLE !== undefined;
  if (!isAsked) return undefined;
  if (missing.length > 0)
    throw new Error(
      `The environment is not usable. Pictures in a bucket need ${missing.join(' and ')} too: set what is missing, or none of S3_*.`,
    );
  return {
    endpoint: e.S3_ENDPOINT!.replace(/\/+$/, ''),
    bucket: e.S3_BUCKET!,
    region: e.S3_REGION ?? 'us-east-1',
    accessKeyId: e.S3_ACCESS_KEY_ID!,
    secretAccessKey: e.S3_SECRET_ACCESS_KEY!,
    style: e.S3_STYLE ?? 'path',
    cacheBytes: e.S3_CACHE_MB * 1024 * 1024,
  };
}
