import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { useState } from 'react';
import { type BulkAction, BulkBar, STATUS_ACTIONS, TAG_ACTIONS } from '../../../platform/web/ui/table/bulk/BulkBar.tsx';
import type { OfferBulkAct } from '../bulk-contract.ts';
import type { Offer } from '../contract.ts';
import { OFFERS_KEY, offerQueries, offersClient } from './client.ts';

const ACTIONS: readonly BulkAction<OfferBulkAct, Offer>[] = [
  ...STATUS_ACTIONS,
  {
    value: 'overflow',
    label: 'Set who takes over at a cap',
    ask: (_offers, onChange) => <Taker onChange={onChange} />,
  },
  ...TAG_ACTIONS,
];

const QUERIES = { search: (search: string) => offerQueries.search({ search }), one: offerQueries.one };
const NOBODY = { value: 'none', label: 'Nobody' };

function Taker({ onChange }: { onChange: (act: OfferBulkAct | undefined) => void }) {
  const [value, setValue] = useState('');
  return (
    <RecordFilter
      label="Offer"
      all="Find..."
      first={NOBODY}
      value={value}
      onChange={(chosen) => {
        setValue(chosen);
        const id = chosen === NOBODY.value ? null : Number(chosen);
        onChange(chosen === '' ? undefined : { do: 'overflow', overflow_offer_id: id });
      }}
      queries={QUERIES}
    />
  );
}

type Props = { offers: readonly Offer[]; keep: (ids: readonly number[]) => void };

/** One change for the ticked offers. */
export function OfferBulkBar({ offers, keep }: Props) {
  return (
    <BulkBar
      rows={offers}
      nameOf={(offer) => offer.name}
      actions={ACTIONS}
      run={offersClient.changeMany}
      listKey={OFFERS_KEY}
      keep={keep}
    />
  );
}
