import { useConversionDesk } from './use-conversion-desk.tsx';
import type { ConversionRow } from '../../../features/stats/contract.ts';
import { ConversionStatsScreen } from '../../../features/stats/web/ConversionStatsScreen.tsx';

/** The numbers of conversions with what can be done with each: its journey, an edit, one status for many. */
export function ConversionStats() {
  const { actions, selection, dialogs } = useConversionDesk<ConversionRow>();
  return (
    <>
      <ConversionStatsScreen actions={actions} selection={selection} />
      {dialogs}
    </>
  );
}
