import { useFormState } from 'react-hook-form';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import type { SourceValues } from './source-form.ts';

type Props = {
  /** Tracking links that name the source already. */
  linksCount: number;
  /** The fields beside it that say how visits are read. */
  readBy: readonly (keyof SourceValues)[];
};

/** Lists and groups stay in the form's marks, empty, when they are changed back. */
const isMarked = (marks: unknown): boolean => JSON.stringify(marks ?? null).includes('true');

/** Asks, once a field is changed by which visits are read, whether the links that are there follow. */
export function ApplyToLinks({ linksCount, readBy }: Props) {
  const { dirtyFields } = useFormState<SourceValues>();
  const isAsking = linksCount > 0 && readBy.some((name) => isMarked(dirtyFields[name]));
  if (!isAsking) return null;
  return (
    <Wide>
      <SwitchInput
        name="apply_to_links"
        label={`Apply to ${linksCount === 1 ? 'the existing link' : `the ${linksCount} existing links`}`}
        help="Off: their visits are read as before, because ads that run already carry the old parameters. New links take the new ones."
      />
    </Wide>
  );
}
