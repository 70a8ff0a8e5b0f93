import { readTable } from '../../../platform/csv.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { finderByName } from '../../../platform/text/fold.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, waitPatiently } from '../../../platform/server/postgres/postgres.ts';
import { routableSources } from '../../sources/server/service.ts';
import { CostInput, type CostImportBody, type CostImportReply } from '../contract.ts';
import { guessDecimal, readMoney } from '../../../platform/written-amounts.ts';
import { formatMicros } from '../../../platform/money.ts';
import { cellFinder } from '../file-columns.ts';
import type { CostScope } from './enter.ts';
import { addCost } from './service.ts';
import { isNarrowing } from '../narrowing.ts';
import { lockSource } from './store-bills.ts';

const MAX_ROWS = 1000;

/** Ends a transaction that was only tried. */
class DryRun extends Error {}

/** Entries from a file, all or nothing: with one row that cannot be read nothing is written. A dry run does the same and takes it back. */
export async function importCosts(
  scope: CostScope,
  actor: Actor,
  { csv, dry_run: isDry }: CostImportBody,
): Promise<CostImportReply> {
  const table = readTable(csv, { maxRows: MAX_ROWS, isLenient: true });
  if ('problem' in table) throw invalid('csv', table.problem);
  const { has, cell } = cellFinder(table.head);
  if (!has('source')) throw invalid('csv', 'No column is called "source".');
  const amounts = table.rows.map((row) => cell(row.cells, 'amount'));
  const decimal = guessDecimal(amounts);
  if (!decimal) throw invalid('csv', 'The amounts can be read in two ways. Write them all with two decimals.');
  const rows: CostImportReply['rows'] = [];
  try {
    await inTransaction(scope.db, async (trx) => {
      rows.length = 0;
      const sourceNamed = finderByName((await routableSources(trx)).map(({ name, id }) => [name, id]));
      const named = new Set(table.rows.flatMap(({ cells }) => sourceNamed(cell(cells, 'source')) ?? []));
      await waitPatiently(trx);
      // in one order for all, or two files could wait for each other
      for (const id of [...named].toSorted((a, b) => a - b)) await lockSource(trx, id, 'alone');
      for (const [i, { line, cells }] of table.rows.entries()) {
        const money = readMoney(amounts[i]!, { decimal, isSaid: false });
        const day = cell(cells, 'date');
        const campaign = cell(cells, 'campaign');
        const param = cell(cells, 'param').trim().toLowerCase();
        const asked = {
          source_id: sourceNamed(cell(cells, 'source')),
          date_from: day,
          date_to: cell(cells, 'date_to') || day,
          amount: money === undefined ? 'nothing' : formatMicros(money),
          currency: cell(cells, 'currency') || undefined,
          state: cell(cells, 'state').toLowerCase() || undefined,
          ...(campaign && { param: 'utm_campaign', value: campaign }),
          ...(param && { param: isNarrowing(param) ? param : `param:${param}`, value: cell(cells, 'value') }),
        };
        // else its money would be spread over all of the source
        if (cell(cells, 'link') !== '') {
          rows.push({ line, ok: false, text: 'Costs of a single link are not read from files. Add this one by hand.' });
          continue;
        }
        if (campaign !== '' && param !== '') {
          rows.push({ line, ok: false, text: 'Name a campaign or a parameter, not both.' });
          continue;
        }
        rows.push(await addRow({ ...scope, db: trx }, actor, line, asked));
      }
      if (isDry || rows.some((row) => !row.ok)) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  const wrong = rows.filter((row) => !row.ok).length;
  const written = isDry || wrong > 0 ? 0 : rows.length;
  const message =
    wrong > 0
      ? `Nothing was written: ${wrong} of ${rows.length} rows cannot be used.`
      : isDry
        ? `Nothing was written. All ${rows.length} rows can be used.`
        : `${written} ${written === 1 ? 'entry' : 'entries'} written.`;
  return { rows, written, message };
}

async function addRow(
  scope: CostScope,
  actor: Actor,
  line: number,
  asked: Record<string, unknown>,
): Promise<CostImportReply['rows'][number]> {
  if (asked['source_id'] === undefined) return { line, ok: false, text: 'There is no traffic source of this name.' };
  const parsed = CostInput.safeParse(asked);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { line, ok: false, text: `${issue!.path.join('.')} ${issue!.message}` };
  }
  try {
    const entry = await addCost(scope, actor, parsed.data, 'csv');
    return {
      line,
      ok: true,
      text: `${entry.amount} ${entry.currency} over ${entry.visits} ${entry.visits === 1 ? 'visit' : 'visits'}.`,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { line, ok: false, text: error.message };
  }
}
