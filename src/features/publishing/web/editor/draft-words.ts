import { formatDateTime } from '../../../../platform/web/date-time.ts';
import type { DraftState } from '../draft/use-draft-sync.ts';

/** The state of a draft in a few words. */
export function draftWords(state: DraftState, zone: string): string {
  switch (state.kind) {
    case 'none':
      return 'Everything is saved';
    case 'unsaved':
      return 'Unsaved changes';
    case 'saving':
      return 'Saving draft...';
    case 'kept':
      return `Draft saved ${formatDateTime(state.at, zone).slice(11)}`;
    case 'failed':
      return `Draft not saved since ${formatDateTime(state.since, zone).slice(11)}: ${state.message}`;
    case 'elsewhere':
      return 'Draft not saved: there is a newer one';
  }
}
