import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { may } from '../../../platform/web/session/permissions.ts';
import type { Named } from '../../../platform/web/ui/filters/use-found.ts';
import type { FieldProps } from '../../../platform/web/ui/inputs/Field.tsx';
import type { Offer } from '../contract.ts';
import { NewOfferButton } from './NewOfferButton.tsx';
import { OfferSelect } from './OfferSelect.tsx';

type Props = FieldProps & {
  /** The offer that the form opens with, where its name is at hand. */
  initial?: Named | null;
  /** The form holds the id as text, '' for none. */
  isText?: boolean;
  /** An offer was made on the spot, and is chosen. */
  onMade?: (offer: Offer) => void;
};

/** Finds an offer by its name, or makes one on the spot; the form value is its id. */
export function OfferPicker({ initial = null, isText = false, onMade, ...field }: Props) {
  const [made, setMade] = useState<Offer>();
  const { setValue } = useFormContext();

  const handleMade = (offer: Offer) => {
    setMade(offer);
    setValue(field.name, isText ? String(offer.id) : offer.id, { shouldDirty: true });
    onMade?.(offer);
  };

  return (
    <>
      <OfferSelect {...field} isText={isText} known={[made, initial]} />
      {may('write:commerce') && <NewOfferButton purpose={field.label} onMade={handleMade} />}
    </>
  );
}
