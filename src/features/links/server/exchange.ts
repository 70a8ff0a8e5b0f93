import type { z } from 'zod';
import { AppError, invalid } from '../../../platform/errors.ts';
import { readCsv, writeCsv } from '../../../platform/csv.ts';
import type { Actor } from '../../../platform/server/http.ts';
import { inTransaction } from '../../../platform/server/postgres.ts';
import { sourceNames } from '../../sources/server/service.ts';
import { DestinationInput, LinkInput, type LinkQuery } from '../contract.ts';
import { MAX_IMPORT_ROWS, type LinkImport, type LinkImportReply, type LinkImportRow } from '../exchange-contract.ts';
import { EXPORT_COLUMNS, linkInputOf, readDestinations, rowOf, unknownColumns } from '../exchange.ts';
import { addDestination, presentDestinations } from './destinations.ts';
import { createLink, listLinks, type LinkScope } from './service.ts';

/** Rows of one read of an export. */
const CHUNK = 1000;

/** Every link that the list would show, on all its pages, as CSV. */
export async function exportLinks(scope: LinkScope, query: LinkQuery): Promise<string> {
  const rows: string[][] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await listLinks(scope, { ...query, page, limit: CHUNK, itemsPerPage: undefined });
    const ids = found.data.map((link) => link.id);
    const destinations = await presentDestinations(scope, ids);
    rows.push(...found.data.map((link) => rowOf(link, destinations.get(link.id) ?? [])));
    pages = found.pages;
  }
  return writeCsv(EXPORT_COLUMNS, rows);
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
  const sources = new Map([...(await sourceNames(scope.db))].map(([id, name]) => [name.toLowerCase(), id]));

  const rows: LinkImportRow[] = [];
  const work = inTransaction(scope.db, async (trx) => {
    // the numbers of a link that was made just now are known
    const inside = { ...scope, db: trx, count: () => Promise.resolve(new Map()) };
    for (const { row, cells } of file.records) {
      const [slug, errors] = await importRow(inside, actor, cells, sources);
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
  sources: ReadonlyMap<string, number>,
): Promise<[slug: string, errors: Errors]> {
  const sourceName = cells['traffic_source']?.trim().toLowerCase() ?? '';
  const sourceId = sources.get(sourceName);
  const link = LinkInput.safeParse(linkInputOf(cells, sourceId));
  const errors: Errors = link.success ? {} : faultsOf(link.error);
  if (sourceName && sourceId === undefined) errors['traffic_source'] = ['is the name of no traffic source'];
  const destinations = judgeDestinations(cells['destinations'] ?? '', errors);
  if (!link.success || Object.keys(errors).length > 0) return ['', errors];
  try {
    const { id, slug } = await createLink(scope, actor, link.data);
    for (const destination of destinations) {
      await addDestination(scope, actor, id, destination).catch((error: unknown) => {
        throw asFault(error, 'destinations');
      });
    }
    return [slug, {}];
  } catch (error) {
    return ['', asFault(error, 'name').errors!];
  }
}

function judgeDestinations(cell: string, errors: Errors): DestinationInput[] {
  const read = readDestinations(cell);
  if ('problem' in read) {
    errors['destinations'] = [read.problem];
    return [];
  }
  const judged = read.map((one) => DestinationInput.safeParse(one));
  const faults = judged.flatMap((one) => (one.success ? [] : Object.values(faultsOf(one.error)).flat()));
  if (faults.length > 0) errors['destinations'] = faults;
  return judged.flatMap((one) => (one.success ? [one.data] : []));
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
