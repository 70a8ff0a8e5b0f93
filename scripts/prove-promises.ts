/** What was measured: numbers add up over parts, save times, of which the slowest counts. */
export type Figures = Record<string, number | string>;

/** A promise that has a runner: what is promised, and when the figures taken keep it. */
export type Promised = {
  text: string;
  /** The figures that must be reached, over all parts. */
  least: Record<string, number>;
  /** The figures that must not be passed. */
  most: Record<string, number>;
};

/** A run that shows one or more promises, in parts of at most 30 minutes on the machine of the table. */
export type Runner = {
  promises: string[];
  /** Paths, parted by spaces. */
  test: string;
  /** Only the test with this name. */
  name?: string;
  parts: number;
  env: Record<string, string>;
};

/** In the order of the promises; the words are those of the list of promises, shortened. */
export const PROMISES: Record<string, Promised> = {
  P1: {
    text: 'A click that got its 302 is never lost by kill -9: 0 of 1,000,000 over 300 kills, none twice',
    least: { kills: 300, acked: 1_000_000 },
    most: { lost: 0, twice: 0 },
  },
  P2: {
    text: 'Nor by power loss: 0 of 100,000 where unsynced writes are dropped, torn and reordered',
    least: { acked: 100_000 },
    most: { lost: 0, twice: 0, invented: 0 },
  },
  P3: {
    text: 'A postback answered 200 is durable: 0 of 200,000 lost over 300 kills of server, database or both',
    least: { kills: 300, acked: 200_000 },
    most: { lost: 0, twice: 0 },
  },
  P4: {
    text: 'A postback is counted once: 20 copies at once x 5 times x 2 instances x a restart, 10,000 conversions',
    least: { conversions: 10_000 },
    most: { wrong_amount: 0, missing: 0 },
  },
  P5: {
    text: 'Order does not matter: 1,000 sets, timed and untimed mixed, in 24 orders end in one state, the one that is ruled, and never in more money',
    least: { sets: 1000, orders: 24 },
    most: { states_too_many: 0, not_as_ruled: 0, revenue_above: 0 },
  },
  P6: {
    text: 'Nothing is dropped silently: of 10,000 random postbacks each is recorded, rejected or an orphan, with a reason',
    least: { sent: 10_000 },
    most: {},
  },
  P7: {
    text: 'Money is exact: books, event store and screens differ by 0 over 1,000,000 rows in 8 currencies with 0, 2 and 3 decimals',
    least: { rows: 1_000_000, currencies: 8 },
    most: { difference_micros: 0 },
  },
  P8: {
    text: 'Sources are told at least once, always in the same words: 0 missing over 60 kills, once more at most for each kill that a telling met; 8 tries over 28 h',
    least: { kills: 60, conversions: 10_000, attempts: 8, over_hours: 27 },
    most: { missing: 0, repeated_too_often: 0, in_other_words: 0 },
  },
  P9: {
    text: 'Dead endpoints hurt only themselves: 50 dead, 50 healthy, healthy p99 <= 2 s, memory <= 100 MB, <= 4 sockets each, <= 64 in all',
    least: { endpoints: 50 },
    most: { missing: 0, healthy_p99_ms: 2000, memory_growth_mb: 100, sockets_per_endpoint: 4, sockets_in_all: 64 },
  },
  P10: {
    text: 'No outgoing request reaches what is not public, by any spelling, by DNS or by redirect: 0 connections in 400 vectors',
    least: { vectors: 400 },
    most: { connections: 0 },
  },
  P11: {
    text: 'A redirect goes only where an admin pointed it: 0 of 300 vectors change the origin, add a header or give 5xx',
    least: { vectors: 300 },
    most: { wrong: 0 },
  },
  P12: {
    text: 'What is not published is never readable: 0 leaks, 0 stale reads after the PUT answered; another instance <= 2 s',
    least: { addresses: 120, edits: 200, pages_compared: 20_000, snapshot_sequences: 2000 },
    most: { leaks: 0, stale: 0, elsewhere_ms: 2000, pages_stale: 0, snapshots_different: 0 },
  },
  P13: {
    text: 'Every admin call needs a live token: each route x 16 bad credentials and more x 14 spellings of the path and more, and x each kind of caller, answers as declared and changes 0 rows',
    least: { routes: 200, credentials: 16, spellings: 14, callers: 18 },
    most: { let_in: 0, rows_changed: 0 },
  },
  P14: {
    text: 'Revoked means revoked: whichever way a session, a key, a role or a person ends, the other instance refuses the very next call, with warm caches',
    least: { ways_out: 11 },
    most: { let_in: 0 },
  },
  P15: {
    text: 'A stolen dump, or the log, holds no password, token, key or secret: 0 of 1,000 planted; Argon2id of 19 MiB, 2 rounds, 1 lane at least',
    least: { planted: 1000 },
    most: { found: 0 },
  },
  P16: {
    text: 'The login does not tell who exists: what 10,000 timed pairs are sorted rightly by, of names, of second factors, of links asked for, is 0.55 at most',
    least: { name_pairs: 10_000, second_factor_pairs: 10_000, forgot_pairs: 10_000 },
    most: { name_auc: 0.55, second_factor_auc: 0.55, forgot_auc: 0.55 },
  },
  P18: {
    text: 'An upload is only ever a re-encoded picture: 5,000 damaged files, 0 crashes, 0 foreign bytes, <= 5 s, growth <= 300 MB',
    least: { files: 5000 },
    most: { deaths: 0, foreign_parts: 0, longest_ms: 5000, growth_mb: 300, decoder_peak_mb: 300 },
  },
  P21: {
    text: 'Both stores gone for 10 min: 302s and pages in memory >= 99.9 %; every click stored <= 30 s after, once',
    least: { seconds: 600, redirects_302: 0.999, pages_200: 0.999 },
    most: { lost: 0, twice: 0, caught_up_ms: 30_000, first_redirect_ms: 4000 },
  },
  P22: {
    text: 'Full disk: 302s and pages go on, clicks are recorded from the reserve, beyond it counted and told; nothing else is lost, healed <= 30 s after space returns',
    least: { acked: 1000, recorded_from_reserve: 1000 },
    most: { lost_beyond_told: 0, told_ms: 5000, healed_ms: 30_000 },
  },
  P23: {
    text: 'SIGTERM fails no request in flight and ends <= 15 s; with 1,000,000 unshipped rows ready <= 10 s',
    least: { ends: 20, journal_rows: 1_000_000 },
    most: { failed: 0, slowest_end_ms: 15_000, ready_ms: 10_000 },
  },
  P25: {
    text: 'Backups restore: 100 of a site in use, into each kind of store, as of their instant',
    least: { rounds: 100, sales: 10_000 },
    most: { missing: 0, too_many: 0, twice: 0 },
  },
  P31: {
    text: 'Nothing typed is lost: every form of the routes x ten faults x save, autosave and upload, 0 letters lost',
    least: { forms: 24, cells: 300, typed: 3000 },
    most: { lost: 0 },
  },
  P32: {
    text: 'Pasting keeps facts: 200 documents as eight kinds of programs copy them, pasted, saved and read again; what is left out is named',
    least: { documents: 200, facts: 2000 },
    most: { missing: 0, unnamed: 0, differing: 0 },
  },
};

export const RUNNERS: Runner[] = [
  {
    promises: ['P1', 'P3'],
    test: 'tests/kill/kill.test.ts',
    parts: 15,
    env: { PROVE_KILLS: '20', PROVE_ACKED_PER_KILL: '3400' },
  },
  {
    promises: ['P2'],
    test: 'src/platform/server/journal/crash.test.ts',
    parts: 1,
    env: { PROVE_CRASH_ACKED: '100000' },
  },
  { promises: ['P4'], test: 'tests/prove/exactly-once.test.ts', parts: 40, env: { PROVE_CONVERSIONS: '250' } },
  { promises: ['P5'], test: 'tests/prove/orders.test.ts', parts: 4, env: { PROVE_ORDER_SETS: '300' } },
  {
    promises: ['P6'],
    test: 'src/features/postbacks/server/receiving/fuzz.test.ts',
    parts: 1,
    env: { FUZZ_POSTBACKS: '10000' },
  },
  {
    promises: ['P7'],
    test: 'tests/prove/money.test.ts',
    parts: 5,
    env: { PROVE_MONEY_RECEIVED: '500', PROVE_MONEY_BOOKED: '65000' },
  },
  {
    promises: ['P8'],
    test: 'tests/kill/deliveries.engines.test.ts src/features/deliveries/server/outgoing.test.ts',
    parts: 6,
    env: { PROVE_DELIVERY_KILLS: '10', PROVE_DELIVERIES_PER_KILL: '170' },
  },
  {
    promises: ['P9'],
    test: 'tests/prove/dead-endpoints.test.ts',
    parts: 1,
    env: { PROVE_ENDPOINTS: '50', PROVE_ROUNDS: '3' },
  },
  { promises: ['P10'], test: 'tests/ssrf/ssrf.test.ts', parts: 1, env: {} },
  { promises: ['P11'], test: 'tests/redirects/open-redirect.test.ts', parts: 1, env: {} },
  {
    promises: ['P12'],
    test: 'tests/public/unreadable.test.ts tests/public/two-instances.engines.test.ts tests/prove/fresh-pages.test.ts tests/prove/fresh-snapshot.test.ts',
    parts: 1,
    env: {
      PROVE_EDITS: '200',
      PROVE_PAGES_GUIDES: '200',
      PROVE_PAGES_WRITES: '40',
      PROVE_SNAPSHOT_SEQUENCES: '2000',
    },
  },
  { promises: ['P13'], test: 'tests/access.test.ts tests/roles.test.ts', parts: 1, env: {} },
  { promises: ['P14'], test: 'tests/public/two-instances.engines.test.ts', parts: 1, env: { PROVE_EDITS: '20' } },
  { promises: ['P15'], test: 'tests/prove/stolen-dump.test.ts', parts: 1, env: { PROVE_HOLDERS: '32' } },
  { promises: ['P16'], test: 'tests/prove/login-timing.test.ts', parts: 1, env: { PROVE_PAIRS: '10000' } },
  { promises: ['P18'], test: 'tests/uploads/uploads.engines.test.ts', parts: 10, env: { UPLOADS: '500' } },
  { promises: ['P21'], test: 'tests/kill/outage.engines.test.ts', parts: 1, env: { PROVE_OUTAGE_SECONDS: '600' } },
  {
    promises: ['P22'],
    test: 'tests/kill/full-disk.engines.test.ts',
    parts: 1,
    env: { PROVE_FULL_DISK_CLICKS: '1000' },
  },
  {
    promises: ['P25'],
    test: 'tests/backups/rounds.engines.test.ts',
    parts: 10,
    env: { PROVE_BACKUP_ROUNDS: '10' },
  },
  {
    promises: ['P23'],
    test: 'tests/kill/shutdown.engines.test.ts',
    parts: 1,
    env: { PROVE_ENDS: '20', PROVE_JOURNAL_ROWS: '1000000' },
  },
  { promises: ['P31'], test: 'tests/e2e/typed.spec.ts', parts: 4, env: { PROVE_TYPED: '1' } },
  { promises: ['P32'], test: 'tests/prove/pastes.test.ts', parts: 1, env: { PROVE_PASTES: '200' } },
];
