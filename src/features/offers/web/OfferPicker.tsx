import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FieldProps } from '../../../platform/web/ui/inputs/Field.tsx';
import { FindInput, type Found } from '../../../platform/web/ui/filters/FindInput.tsx';
import type { Offer } from '../contract.ts';
import { offerQueries } from './client.ts';
import { NewOfferButton } from './NewOfferButton.tsx';

type Known = { id: number; name: string; status: string };

type Props = FieldProps & {
  /** The offer that the form opens with. */
  initial: Known | null;
};

/** Finds an offer by its name, or makes one on the spot; the form value is its id or null. */
export function OfferPicker({ initial, ...field }: Props) {
  const [search, setSearch] = useState('');
  const [made, setMade] = useState<Known>();
  const { setValue } = useFormContext();
  const { data, isFetching, error } = useQuery(offerQueries.search({ search }));

  const handleMade = (offer: Offer) => {
    setMade(offer);
    setValue(field.name, offer.id, { shouldDirty: true });
  };

  return (
    <>
      <FindInput
        {...field}
        key={made?.id}
        initial={known(made ?? initial)}
        found={{ data: data?.map(toFound), isFetching, error }}
        onSearch={setSearch}
        placeholder="Search offers..."
      />
      <NewOfferButton purpose={field.label} onMade={handleMade} />
    </>
  );
}

const known = (offer: Known | null): Found | null => offer && toFound(offer);

const toFound = ({ id, name, status }: Known): Found => ({
  id,
  label: name,
  note: status === 'active' ? undefined : status,
});
