import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProps } from '../../../platform/web/ui/Field.tsx';
import { FindInput, type Found } from '../../../platform/web/ui/FindInput.tsx';
import { offerQueries } from '../../offers/web/client.ts';

type Offer = { id: number; name: string; status: string };

type Props = FieldProps & {
  /** The offer that the form opens with. */
  initial: Offer | null;
};

/** Finds an offer by its name; the form value is its id or null. */
export function OfferPicker({ initial, ...field }: Props) {
  const [search, setSearch] = useState('');
  const { data, isFetching, error } = useQuery(offerQueries.search(search));
  return (
    <FindInput
      {...field}
      initial={initial && toFound(initial)}
      found={{ data: data?.map(toFound), isFetching, error }}
      onSearch={setSearch}
      placeholder="Search offers..."
    />
  );
}

const toFound = ({ id, name, status }: Offer): Found => ({
  id,
  label: name,
  note: status === 'active' ? undefined : status,
});
