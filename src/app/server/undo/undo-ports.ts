import type { UndoPorts } from '../../../features/accounts/server/undo-ports.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { entryPorts } from './entry-ports.ts';
import { rowsPorts } from './feature-ports.ts';
import { REASONS } from './reasons.ts';

/** How what each feature changed is taken back: see docs/how-to/make-a-change-undoable.md. */
export const undoPorts = (deps: Deps): UndoPorts => ({
  rows: rowsPorts(deps),
  entries: entryPorts(deps),
  reasons: REASONS,
});
