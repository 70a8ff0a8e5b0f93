import { AppError } from '../../../platform/errors.ts';
import { isOwed } from '../../networks/conversion-statuses.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { NotCounted } from '../contract.ts';
import { isCopy } from '../fold.ts';
import { deltas, type State } from '../rules.ts';
import { foldClick, nameOf, type Ledger, type LedgerRow, type Word } from '../targets.ts';
import { wordsOf, type ClickRecords } from './click-records.ts';
import { foldTermsOf, keyOf, type FoldTerms } from './settling/click-terms.ts';
import { costDims } from './paid-conversions.ts';
import { attributionOf, stateColumns, stateOfRow, type RecordScope } from './conversion-columns.ts';
import { noteChanges, noteUntoldChanges, type Change, type Origin } from './note-changes.ts';
import * as store from './store-conversions.ts';
import type { ClickRow } from '../../events/server/store-events.ts';

/** What is new about a click. */
export type News = {
  origin: Origin;
  /** Said now. */
  word?: Word;
  /** The click itself; left out, a new row takes after the others of the click. */
  click?: ClickRow | undefined;
  /** An import whose messages say nothing any more. */
  without?: bigint;
  /** Rows of which something else has changed: what, and what the history calls it. */
  given?: { id: bigint; columns: store.ConversionUpdate; kind: Change['kind'] }[];
  /** What the history calls changes that follow; by default it says what they are. */
  kind?: Change['kind'];
};

/** A row that is to be written, or was changed. */
type Step = Omit<Change, 'after'> & { opens?: store.NewConversion; after?: store.ConversionRow; isOfWord: boolean };

/** A decision keeps a row in which nothing stands only when it says what the row is worth. */
const NOTHING_SAID =
  'No message stands in this conversion any more: what told of it was taken back, or is about another one. Decide with an amount.';

/** What news make of a click. `row` is undefined for a copy of what was said before. */
export type Settlement = {
  steps: Step[];
  copyOf?: store.ConversionRow | undefined;
  isOpen: boolean;
  isConflict: boolean;
  isChanged: boolean;
};

/**
 * Works out anew, from all that was said of a click, what its rows are, and changes those that are something else. The caller holds the
 * click, writes what is to be opened, and has everything remembered. @throws AppError conflict
 */
export async function planSettlement(
  trx: Db,
  scope: RecordScope,
  records: ClickRecords,
  news: News,
): Promise<Settlement> {
  const words = wordsOf(records, news.without);
  const { word } = news;
  const known = new Map(records.rows.map((row) => [nameOf(keyOf(row)), row]));
  const copied = word && words.find((old) => isCopy(old, word) && old.word === word.word);
  const terms = await foldTermsOf(trx, records, news, known);
  const nothing = { steps: [], isOpen: false, isConflict: false, isChanged: false };
  if (copied) return { ...nothing, copyOf: rowOfWord(copied.id, foldClick(words, terms), known) };
  const isIgnored = word && !word.isManual && isOwed(word.status) && records.network.duplicate_mode === 'ignore';
  if (isIgnored && foldClick(words, terms).rows.has(nameOf(word.home)))
    return { ...nothing, copyOf: known.get(nameOf(word.home)) };
  const ledger = foldClick(word ? [...words, word] : words, terms);
  const steps = await stepsOf(trx, scope, news, { ...terms, records, ledger, known });
  const isChanged = steps.some(({ before, after, opens }) => opens !== undefined || isOther(before!, after!));
  const isOpen = word !== undefined && ledger.open.has(word.id);
  const isConflict = word !== undefined && [...ledger.rows.values()].some(({ conflicts }) => conflicts.has(word.id));
  if (word && !steps.some((step) => step.isOfWord)) {
    const row = rowOfWord(word.id, ledger, known);
    if (!row) throw new AppError('conflict', NOTHING_SAID);
    const current = steps.find((step) => step.before?.id === row.id)?.after ?? row;
    steps.push({ before: current, after: current, kind: 'noted', message: word, origin: news.origin, isOfWord: true });
  }
  for (const step of steps)
    if (step.isOfWord) step.kind = kindOf(step, { isOpen, isConflict, isChanged, isManual: word!.isManual });
  return { steps, isOpen, isConflict, isChanged };
}

/** Writes what is to be opened, and what follows. @returns by settlement the row of the word, where there was one */
export async function writeSettlements(
  trx: Db,
  scope: RecordScope,
  settlements: readonly Settlement[],
  { isQuiet = false } = {},
): Promise<{ rows: (store.ConversionRow | undefined)[]; changes: Change[] }> {
  const steps = settlements.flatMap((one) => one.steps);
  const opened = await store.insertConversions(
    trx,
    steps.flatMap((step) => step.opens ?? []),
  );
  const changes = new Map(
    steps.map((step): [Step, Change] => {
      const { before, kind, origin, message, opens } = step;
      return [step, { before, kind, origin, message, after: opens ? opened.shift()! : step.after! }];
    }),
  );
  // what only has another mark is no line of the history
  const told = [...changes].filter(
    ([step, { before, after }]) => step.isOfWord || !before || isOther(before, after) || step.kind === 'undone',
  );
  const list = told.map(([, change]) => change);
  if (isQuiet) await noteUntoldChanges(trx, list);
  else await noteChanges(trx, scope, list);
  const rows = settlements.map((one) => {
    const step = one.steps.find(({ isOfWord }) => isOfWord);
    return step ? changes.get(step)!.after : one.copyOf;
  });
  return { rows, changes: list };
}

/** Is it money, or a word, that differs? */
const isOther = (before: store.ConversionRow, after: store.ConversionRow): boolean =>
  deltas(stateOfRow(before), stateOfRow(after)).length > 0 ||
  before.original_status !== after.original_status ||
  before.event_type !== after.event_type ||
  before.attribution !== after.attribution ||
  before.not_counted !== after.not_counted ||
  (before.voided_at === null) !== (after.voided_at === null);

function kindOf(
  { opens, before }: Step,
  is: { isOpen: boolean; isConflict: boolean; isChanged: boolean; isManual: boolean },
): Change['kind'] {
  if (is.isManual) return 'manual';
  if (is.isOpen) return 'ambiguous_target';
  if (opens || before?.voided_at != null) return 'recorded';
  if (is.isConflict) return 'amount_conflict';
  return is.isChanged ? 'updated' : 'noted';
}

/** The row that a message is in; of one that may be about any of several, the oldest of those. */
function rowOfWord(
  id: bigint,
  { rows, open }: Ledger,
  known: ReadonlyMap<string, store.ConversionRow>,
): store.ConversionRow | undefined {
  const targets = open.get(id)?.map(({ key }) => nameOf(key));
  const names =
    targets ?? [...rows].filter(([, row]) => row.messages.some((one) => one.id === id)).map(([name]) => name);
  return store.byId(names.flatMap((name) => known.get(name) ?? []))[0];
}

/** What a click's messages were folded to, beside what there is of it. */
type Folded = FoldTerms & { records: ClickRecords; ledger: Ledger; known: ReadonlyMap<string, store.ConversionRow> };

async function stepsOf(
  trx: Db,
  scope: RecordScope,
  news: News,
  { records, ledger, known, fresh }: Folded,
): Promise<Step[]> {
  const { origin, word, given = [] } = news;
  const now = scope.clock().toISOString();
  const left = new Set(records.rows.filter((row) => !ledger.rows.has(nameOf(keyOf(row)))));
  const home = word && rowOfWord(word.id, ledger, known);
  const isOfWord = (row: LedgerRow): boolean => word !== undefined && row.messages.some((one) => one.id === word.id);
  const steps: Step[] = [];
  for (const [name, row] of ledger.rows) {
    const before = known.get(name) ?? heirOf(row, left, records);
    if (before) left.delete(before);
    const step = { origin, isOfWord: isOfWord(row), ...(isOfWord(row) && { message: word }) };
    if (!before) {
      steps.push({
        ...step,
        before,
        kind: news.kind ?? 'moved',
        opens: await opening(trx, scope, news, { records, row, fresh }),
      });
      continue;
    }
    const own = given.find(({ id }) => id === before.id);
    const change = await changeOf(trx, records.network, { before, row, given: own?.columns });
    if (!change && !own) continue;
    const after = await store.updateConversion(trx, before.id, {
      ...change,
      ...own?.columns,
      ...change,
      updated_at: now,
    });
    steps.push({ ...step, before, after, kind: own?.kind ?? news.kind ?? ownKind(before, after) });
  }
  for (const before of left) {
    const own = given.find(({ id }) => id === before.id);
    if (before.voided_at !== null && !own) continue;
    const after = await store.updateConversion(trx, before.id, {
      ...own?.columns,
      is_contrary: false,
      is_at_risk: false,
      voided_at: before.voided_at ?? now,
      updated_at: now,
    });
    steps.push({ before, after, kind: own?.kind ?? news.kind ?? 'moved', origin, isOfWord: false });
  }
  if (word && home && ledger.open.has(word.id)) {
    const marked = steps.find((step) => step.before?.id === home.id);
    if (marked) Object.assign(marked, { isOfWord: true, message: word });
  }
  return steps;
}

/** What followed from something else. */
function ownKind(before: store.ConversionRow, after: store.ConversionRow): Change['kind'] {
  if (before.not_counted === null && after.not_counted !== null) return 'displaced';
  return before.not_counted !== null && after.not_counted === null ? 'counted' : 'moved';
}

/** A row that only waited for the one which its messages are about becomes that one. */
function heirOf(
  { messages }: LedgerRow,
  left: ReadonlySet<store.ConversionRow>,
  { events }: ClickRecords,
): store.ConversionRow | undefined {
  const ids = new Set(messages.map(({ id }) => id));
  const decided = new Set(events.filter(({ kind }) => kind === 'manual').map((event) => event.conversion_id));
  const from = new Set(events.filter(({ id }) => ids.has(id)).map((event) => event.conversion_id));
  return [...left].find((row) => row.voided_at === null && from.has(row.id) && !decided.has(row.id));
}

const notCounted = (
  { attribution, count_late }: Pick<store.NewConversion, 'attribution' | 'count_late'>,
  { isBeaten }: LedgerRow,
): NotCounted | null => {
  if (attribution === 'late' && count_late === false) return 'late';
  return isBeaten && attribution !== 'orphan' ? 'rebill' : null;
};

async function opening(
  trx: Db,
  scope: RecordScope,
  { origin, click }: News,
  { records: { network, clickKey, isTest }, row, fresh }: Pick<Folded, 'records' | 'fresh'> & { row: LedgerRow },
): Promise<store.NewConversion> {
  const { occurredAt } = row.state;
  const attribution = attributionOf(fresh, occurredAt, network);
  return {
    ...fresh,
    ...(click && (await costDims(trx, click, occurredAt))),
    ...(await stateColumns(trx, row.state)),
    network_id: network.id,
    click_key: clickKey,
    event_type: row.key.event,
    txid: row.key.txid,
    attribution,
    not_counted: notCounted({ ...fresh, attribution }, row),
    is_contrary: row.isContrary,
    is_at_risk: row.isAtRisk,
    is_test: isTest,
    origin: origin.by,
    received_at: origin.created_at,
    updated_at: scope.clock().toISOString(),
  };
}

const isSameState = (a: State, b: State): boolean =>
  a.status === b.status &&
  a.word === b.word &&
  a.payoutMicros === b.payoutMicros &&
  a.currency === b.currency &&
  a.occurredAt === b.occurredAt;

/** @returns undefined when the row is that already */
async function changeOf(
  trx: Db,
  network: ClickRecords['network'],
  { before, row, given }: { before: store.ConversionRow; row: LedgerRow; given: store.ConversionUpdate | undefined },
): Promise<store.ConversionUpdate | undefined> {
  const isMoved = row.state.occurredAt !== before.occurred_at;
  const attribution =
    given?.attribution ??
    (isMoved && before.attribution !== 'manual'
      ? attributionOf(before, row.state.occurredAt, network)
      : before.attribution);
  const count_late = (given?.count_late as boolean | undefined) ?? before.count_late;
  const change = {
    event_type: row.key.event,
    txid: row.key.txid,
    attribution,
    not_counted: notCounted({ attribution, count_late }, row),
    is_contrary: row.isContrary,
    is_at_risk: row.isAtRisk,
    voided_at: null,
  };
  const isSame = isSameState(stateOfRow(before), row.state);
  const isOld = Object.entries(change).every(([name, value]) => before[name as keyof typeof change] === value);
  if (isSame && isOld) return undefined;
  return { ...change, ...(!isSame && (await stateColumns(trx, row.state))) };
}
