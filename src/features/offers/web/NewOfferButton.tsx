import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { Offer, OfferSaved } from '../contract.ts';
import { OFFERS_KEY, offerQueries } from './client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const OfferDialog = lazyPart(async () => ({ default: (await import('./OfferDialog.tsx')).OfferDialog }));

type Props = {
  /** The label of the field that it is made for. */
  purpose: string;
  onMade: (offer: Offer) => void;
};

/** Makes an offer in the middle of another form, which keeps what was typed into it. */
export function NewOfferButton({ purpose, onMade }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const categories = useQuery({ ...offerQueries.categories(), enabled: isOpen });
  const afterChange = useAfterChange(OFFERS_KEY);
  const isReady = categories.data !== undefined;

  const handleSaved = ({ data, message = 'Offer saved.', warnings }: OfferSaved) => {
    setIsOpen(false);
    onMade(data);
    afterChange({ message: [message, ...warnings.map((warning) => warning.message)].join(' ') });
  };

  return (
    <>
      <Button
        size="small"
        startIcon={<Icon path={mdiPlus} />}
        loading={isOpen && !isReady && !categories.error}
        onClick={() => setIsOpen(true)}
        aria-label={`New offer for ${purpose}`}
        sx={{ mt: 0.5 }}
      >
        New offer...
      </Button>
      {isOpen && <FailedParts queries={[categories]} />}
      <Suspense>
        {isOpen && isReady && (
          <OfferDialog
            offer={undefined}
            categories={categories.data}
            onClose={() => setIsOpen(false)}
            onSaved={handleSaved}
          />
        )}
      </Suspense>
    </>
  );
}
