import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { may } from '../../../../platform/web/session/permissions.ts';
import { cutOf, DIMENSIONS, paramOf } from '../../../reports/dimensions-contract.ts';
import { statsQueries } from '../client.ts';

const FIXED = DIMENSIONS.map((value): Choice => ({ value, label: cutOf(value).label, group: cutOf(value).group }));
const GROUPS = ['Traffic', 'Parameters of sources', 'Content', 'Time', 'Visitor', 'Conversion', 'Sub ids'];

/** What a report can be cut by: parameters that sources send too, first those that reports are grouped by. */
export function useDimensionChoices() {
  const parameters = useQuery(statsQueries.parameters());
  const sent = (parameters.data?.data ?? []).map(({ alias }): Choice => {
    const { label, group } = cutOf(paramOf(alias));
    return { value: paramOf(alias), label, group };
  });
  const all = [...FIXED, ...sent].filter(({ group }) => group !== 'Sub ids' || may('admin'));
  const choices = all.toSorted((a, b) => GROUPS.indexOf(a.group!) - GROUPS.indexOf(b.group!));
  return { choices, asked: [parameters] };
}
