import { AppError } from '../../../../platform/errors.ts';
import { cutOf } from '../../../reports/dimensions-contract.ts';
import { askIn } from '../../report-address.ts';
import { ReportAsk } from '../../report-contract.ts';
import { subIn } from '../builder/refuse-subs.ts';

/** What of a view's own question is another: its days, or how many lines. */
type Given = { limit: number; days?: ''; day?: ''; date_from?: string; date_to?: string };

/**
 * The question of a view.
 * @param verb what it is wanted for: `shared`
 * @throws AppError conflict for one that no report answers
 */
export function questionOf(query: string, given: Given, verb: string): ReportAsk {
  const asked = { ...askIn(new URLSearchParams(query)), ...given };
  const { data: ask, error } = ReportAsk.safeParse(
    Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
  );
  if (ask) return ask;
  const [issue] = error.issues;
  throw new AppError('conflict', `This view cannot be ${verb}: ${issue!.path.join('.')} ${issue!.message}.`);
}

/** @throws AppError conflict for a question that tells who somebody is, to whom that is not told */
export function refuseSubsIn(ask: ReportAsk, verb: string, mend: string): void {
  const sub = subIn(ask);
  if (sub !== undefined)
    throw new AppError(
      'conflict',
      `This view cannot be ${verb}: it holds ${cutOf(sub).label}, and sub ids may tell who somebody is. ${mend}`,
    );
}
