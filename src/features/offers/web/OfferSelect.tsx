import type { FieldProps } from '../../../platform/web/ui/inputs/Field.tsx';
import type { Found } from '../../../platform/web/ui/filters/FindBox.tsx';
import { RecordInput } from '../../../platform/web/ui/filters/RecordInput.tsx';
import type { Named } from '../../../platform/web/ui/filters/use-found.ts';
import type { Offer } from '../contract.ts';
import { offerQueries } from './client.ts';

type Props = FieldProps & {
  /** Offers whose names are at hand: the one that the form opens with, one that was made a moment ago. */
  known?: readonly (Named | null | undefined)[];
  /** It cannot be chosen: an offer is not its own overflow. */
  exceptId?: number | undefined;
  /** The form holds the id as text, '' for none. */
  isText?: boolean;
  placeholder?: string;
};

const QUERIES = { search: (search: string) => offerQueries.search({ search, all: 1 }), one: offerQueries.one };

/** Finds an offer that is not archived by its name. The form value is its id. */
export function OfferSelect({ placeholder = 'Search offers...', ...field }: Props) {
  return <RecordInput {...field} queries={QUERIES} toFound={toFound} placeholder={placeholder} />;
}

const toFound = ({ id, name, status }: Offer): Found => ({
  id,
  label: name,
  note: status === 'active' ? undefined : status,
});
