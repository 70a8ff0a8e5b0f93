import type { FieldProps } from '../../../platform/web/ui/inputs/Field.tsx';
import type { Found } from '../../../platform/web/ui/filters/FindBox.tsx';
import { RecordInput } from '../../../platform/web/ui/filters/RecordInput.tsx';
import type { LinkChoices } from '../contract.ts';
import { linkQueries } from './client.ts';

type Props = FieldProps & { placeholder?: string };

/** Finds a tracking link by its name or slug; the form value is its id as text, '' for none. */
export function LinkSelect({ placeholder = 'Search links...', ...field }: Props) {
  return <RecordInput {...field} isText queries={linkQueries} toFound={toFound} placeholder={placeholder} />;
}

const toFound = ({ id, name, slug }: LinkChoices['data'][number]): Found => ({ id, label: name, note: slug });
