import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { FieldProps } from '../../../platform/web/ui/inputs/Field.tsx';
import { FindInput, type Found } from '../../../platform/web/ui/filters/FindInput.tsx';
import { offerQueries } from './client.ts';

export type KnownOffer = { id: number; name: string; status?: string };

type Props = FieldProps & {
  /** Offers whose names are at hand: the one that the form opens with, one that was made a moment ago. */
  known?: readonly (KnownOffer | null | undefined)[];
  /** It cannot be chosen: an offer is not its own overflow. */
  exceptId?: number | undefined;
  /** The form holds the id as text, '' for none. */
  isText?: boolean;
  placeholder?: string;
};

/** Finds an offer that is not archived by its name. The form value is its id. */
export function OfferSelect({ known = [], exceptId, placeholder = 'Search offers...', ...field }: Props) {
  const [search, setSearch] = useState('');
  const id = Number(useWatch({ name: field.name })) || 0;
  const { data, isFetching, error } = useQuery(offerQueries.search({ search, all: 1 }));
  const near = [...known, ...(data ?? [])].find((offer) => offer?.id === id);
  // chosen before, and not among the first that are shown
  const other = useQuery({ ...offerQueries.one(id), enabled: id > 0 && !near && data !== undefined });
  const chosen = near ?? (other.data?.id === id ? other.data : undefined);
  return (
    <FindInput
      {...field}
      chosen={chosen && toFound(chosen)}
      found={{
        data: data?.filter((offer) => offer.id !== exceptId).map(toFound),
        isFetching,
        error: error ?? other.error,
      }}
      onSearch={setSearch}
      placeholder={placeholder}
    />
  );
}

const toFound = ({ id, name, status = 'active' }: KnownOffer): Found => ({
  id,
  label: name,
  note: status === 'active' ? undefined : status,
});
