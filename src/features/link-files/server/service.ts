import { z } from 'zod';
import { AppError, invalid } from '../../../platform/errors.ts';
import { readCsv } from '../../../platform/csv.ts';
import { finderByName } from '../../../platform/text/fold.ts';
import type { CsvTable } from '../../../platform/server/http/csv.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { daysOfFile } from '../../settings/server/list-file.ts';
import { sourceNames } from '../../sources/server/service.ts';
import { DestinationInput, LinkInput } from '../../links/contract.ts';
import { LINK_DAYS, type LinkQuery } from '../../links/list-contract.ts';
import { MAX_IMPORT_ROWS, type LinkImport, type LinkImportReply, type LinkImportRow } from '../contract.ts';
import { type ReadDestination, readDestinations } from '../destination-cell.ts';
import { EXPORT_COLUMNS, linkInputOf, optimiserInputOf, readRules, rowOf, unknownColumns } from '../link-rows.ts';
import { OptimiserChange } from '../../optimiser/contract.ts';
import { MAX_RULES, RuleInput } from '../../links/rule-contract.ts';
import { addDestination, presentDestinations } from '../../links/server/destinations.ts';
import { changeOptimiser } from '../../optimiser/server/service.ts';
import { addRule } from '../../links/server/rule-service.ts';
import { createLink, eachLink, type LinkScope } from '../../links/server/service.ts';
import * as store from '../../links/server/store-links.ts';
import * as ruleStore from '../../links/server/store-rules.ts';

/** Rows of one read of an export. */
const CHUNK = 1000;

/** Every link that the list would show, on all its pages, as rows of a file; all of one moment. */
export const linkTable = async (scope: LinkScope, query: LinkQuery, signal: AbortSignal): Promise<CsvTable> => ({
  days: await daysOfFile(scope, LINK_DAYS),
  head: EXPORT_COLUMNS,
  rows: linkRows(scope, query, signal),
});

async function* linkRows({ db, ...scope }: LinkScope, query: LinkQuery, signal: AbortSignal): CsvTable['rows'] {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  const inside = { ...scope, db: trx };
  try {
    for await (const links of eachLink(inside, query, CHUNK)) {
      if (signal.aborted) return;
      const ids = links.map((link) => link.id);
      const destinations = await presentDestinations(inside, ids);
      const rules = Map.groupBy(await ruleStore.listOfMany(trx, ids), (rule) => rule.link_id);
      const optimised = await store.listOptimiserSettings(trx, ids);
      yield links.map((link) =>
        rowOf(link, destinations.get(link.id) ?? [], rules.get(link.id) ?? [], optimised.get(link.id)!),
      );
    }
  } finally {
    await trx.rollback().execute();
  }
}

/** Ends a transaction whose work is not to stay. */
class Undone extends Error {}

type Errors = Record<string, string[]>;

/**
 * Makes a link of each row, or none at all when a single row is wrong. A dry run does the same work and keeps nothing of it, so that it
 * knows what the real one would say. @throws AppError validation_failed for a file that cannot be read
 */
export async function importLinks(
  scope: LinkScope,
  actor: Actor,
  { csv, dry_run: isDry }: LinkImport,
): Promise<LinkImportReply> {
  const file = readCsv(csv, MAX_IMPORT_ROWS);
  if ('problem' in file) throw invalid('csv', file.problem);
  const strange = unknownColumns(file.head);
  if (strange.length > 0)
    throw invalid('csv', `has columns that are not known here: ${strange.join(', ').slice(0, 200)}`);
  if (!file.head.includes('name')) throw invalid('csv', 'needs a column "name"');
  const sourceNamed = finderByName([...(await sourceNames(scope.db))].map(([id, name]) => [name, id]));

  const rows: LinkImportRow[] = [];
  const work = inTransaction(scope.db, async (trx) => {
    rows.length = 0;
    // the numbers of a link that was made just now are known
    const inside = { ...scope, db: trx, count: () => Promise.resolve(new Map()) };
    for (const { row, cells } of file.records) {
      const [slug, errors] = await importRow(inside, actor, cells, sourceNamed);
      // one that was made up for a dry run is made up anew when it counts
      const isMadeUp = !cells['slug']?.trim();
      rows.push({ row, name: (cells['name'] ?? '').slice(0, 120), slug: isDry && isMadeUp ? '' : slug, errors });
    }
    if (isDry || rows.some(isBad)) throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });

  const bad = rows.filter(isBad).length;
  const good = rows.length - bad;
  const created = isDry || bad > 0 ? 0 : good;
  return { data: { rows, good, bad, created }, message: messageOf(isDry, good, bad) };
}

const isBad = ({ errors }: LinkImportRow): boolean => Object.keys(errors).length > 0;

const count = (n: number): string => `${n} tracking ${n === 1 ? 'link' : 'links'}`;

function messageOf(isDry: boolean, good: number, bad: number): string {
  if (bad > 0) return `${bad} of ${good + bad} rows cannot be imported. Nothing was written.`;
  return isDry ? `${count(good)} can be imported. Nothing was written.` : `${count(good)} imported.`;
}

/** @returns the slug of the link, and what is wrong by column */
async function importRow(
  scope: LinkScope,
  actor: Actor,
  cells: Record<string, string>,
  sourceNamed: (name: string) => number | undefined,
): Promise<[slug: string, errors: Errors]> {
  const sourceName = cells['traffic_source']?.trim() ?? '';
  const sourceId = sourceNamed(sourceName);
  const link = LinkInput.safeParse(linkInputOf(cells, sourceId));
  const errors: Errors = link.success ? {} : faultsOf(link.error);
  if (sourceName && sourceId === undefined) errors['traffic_source'] = ['is the name of no traffic source'];
  const optimiser = judgeOptimiser(cells, link.data?.rotation, errors);
  const rules = judgeRules(cells['rules'], errors);
  const destinations = judgeDestinations(cells['destinations'] ?? '', rules.length, errors);
  if (!link.success || Object.keys(errors).length > 0) return ['', errors];
  try {
    const { id, slug } = await createLink(scope, actor, link.data);
    const refuse = (column: string) => (error: unknown) => {
      throw asFault(error, column);
    };
    if (Object.keys(optimiser).length > 0) await changeOptimiser(scope, actor, id, optimiser);
    let made: { id: number }[] = [];
    for (const rule of rules) made = await addRule(scope, actor, id, rule).catch(refuse('rules'));
    for (const { input, rule } of destinations) {
      const ofRule = rule === undefined ? {} : { rule_id: made[rule - 1]!.id };
      await addDestination(scope, actor, id, { ...input, ...ofRule }).catch(refuse('destinations'));
    }
    return [slug, {}];
  } catch (error) {
    return ['', asFault(error, 'name').errors!];
  }
}

const AUTO_COLUMNS: Record<string, string> = {
  goal: 'auto_goal',
  floor_percent: 'auto_floor_percent',
  step_points: 'auto_step_points',
  is_frozen: 'auto_frozen',
};

function judgeOptimiser(cells: Record<string, string>, rotation: string | undefined, errors: Errors): OptimiserChange {
  const judged = OptimiserChange.safeParse(optimiserInputOf(cells));
  if (!judged.success) {
    for (const { path, message } of judged.error.issues)
      errors[AUTO_COLUMNS[String(path[0])]!] = [path[0] === 'is_frozen' ? 'must be yes or no' : message];
    return {};
  }
  if (judged.data.is_frozen && rotation !== 'auto')
    errors['auto_frozen'] = ['means something only where the rotation is "auto"'];
  return judged.data;
}

function judgeRules(cell: string | undefined, errors: Errors): RuleInput[] {
  const judged = z.array(RuleInput).max(MAX_RULES).safeParse(readRules(cell));
  if (judged.success) return judged.data;
  errors['rules'] = judged.error.issues.map(({ path, message }) =>
    path.length === 0 ? 'must be a list of rules in JSON, as the API takes them' : `${placeOf(path)}: ${message}`,
  );
  return [];
}

/** Where in the list something is wrong, such as `rule 2, conditions.0.values`. */
const placeOf = ([at, ...rest]: readonly PropertyKey[]): string =>
  [`rule ${Number(at) + 1}`, ...(rest.length > 0 ? [rest.map(String).join('.')] : [])].join(', ');

type JudgedDestination = { input: DestinationInput; rule: number | undefined };

function judgeDestinations(cell: string, rules: number, errors: Errors): JudgedDestination[] {
  const read = readDestinations(cell);
  if ('problem' in read) {
    errors['destinations'] = [read.problem];
    return [];
  }
  const judged = read.map(({ rule, ...one }: ReadDestination) => ({ rule, result: DestinationInput.safeParse(one) }));
  const faults = judged.flatMap(({ rule, result }) => [
    ...(result.success ? [] : Object.values(faultsOf(result.error)).flat()),
    ...(rule === undefined || (rule >= 1 && rule <= rules) ? [] : [`rule=${rule} is no rule of this row`]),
  ]);
  if (faults.length > 0) errors['destinations'] = faults;
  return judged.flatMap(({ rule, result }) => (result.success ? [{ input: result.data, rule }] : []));
}

/** What is wrong, by the names that the file has for the fields. */
function faultsOf(error: z.ZodError): Errors {
  const errors: Errors = {};
  for (const { path, message } of error.issues) {
    const key = String(path[0] === 'utm' ? (path[1] ?? 'utm_source') : (path[0] ?? 'name'));
    (errors[key === 'traffic_source_id' ? 'traffic_source' : key] ??= []).push(message);
  }
  return errors;
}

/** A refusal of ours as an error of the row. @throws whatever is no refusal of ours */
function asFault(error: unknown, column: string): AppError {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  if (column === 'name' && error.errors) return error;
  return new AppError(error.code, error.message, { errors: { [column]: [error.message] } });
}
