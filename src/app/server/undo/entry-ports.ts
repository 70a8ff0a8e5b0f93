import type { EntryPort } from '../../../features/accounts/server/undo-ports.ts';
import { takeDecisionBack } from '../../../features/conversions/server/manual.ts';
import { billPort } from '../../../features/conversions/server/service.ts';
import { takeCostBackIn, undoCost } from '../../../features/costs/server/service.ts';
import { undoRunById } from '../../../features/costs/server/undo-feed-run.ts';
import { undoBatch } from '../../../features/statements/server/import.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';

/** Money is history: what an administrator said of it is taken back by another line, and the sums follow. By entity and action. */
export function entryPorts(deps: Deps): Readonly<Record<string, EntryPort>> {
  const batch: EntryPort = {
    words: 'takes the whole file back: what only it told of leaves the sums. Postbacks that were sent stay sent.',
    takeBack: async ({ db }, actor, { entity_id: id }) => {
      await undoBatch({ ...deps, db }, actor, BigInt(id));
    },
  };
  const cost: EntryPort = {
    words: 'takes the cost entry back, to the last micro.',
    takeBack: async ({ db }, actor, { entity_id: id }) => {
      await undoCost({ ...deps, db, bills: billPort }, actor, BigInt(id));
    },
  };
  return {
    'conversion_batch import': batch,
    'conversion_batch reconcile': batch,
    'conversion decide': {
      words:
        'takes the decision back: the conversion is what the other messages make of it. Postbacks that were sent stay sent.',
      takeBack: ({ db }, actor, { entity_id: id, after }) => {
        const at = after?.['decided_at'];
        if (typeof at !== 'string')
          throw new AppError('conflict', 'It was decided before decisions could be taken back. Decide again instead.');
        return takeDecisionBack({ ...deps, db }, actor, BigInt(id), at);
      },
    },
    'cost create': cost,
    'cost restore': cost,
    'cost_feed_run import': {
      words: 'takes the fetch of the file back: what it wrote counts no more, and what it replaced counts again.',
      takeBack: ({ db }, actor, { entity_id: id }) => undoRunById({ ...deps, db, bills: billPort }, actor, BigInt(id)),
    },
    'cost undo': {
      words: 'lets the cost entry count again.',
      takeBack: async ({ db }, actor, { entity_id: id }) => {
        await takeCostBackIn({ ...deps, db, bills: billPort }, actor, BigInt(id));
      },
    },
  };
}
