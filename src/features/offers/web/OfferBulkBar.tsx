import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { useState } from 'react';
import { type BulkAction, BulkBar, BulkText } from '../../../platform/web/ui/table/bulk/BulkBar.tsx';
import type { OfferBulkAct } from '../bulk-contract.ts';
import type { Offer } from '../contract.ts';
import { OFFERS_KEY, offerQueries, offersClient } from './client.ts';

const ACTIONS: readonly BulkAction<OfferBulkAct, Offer>[] = [
  { value: 'pause', label: 'Pause', act: { do: 'status', status: 'paused' } },
  { value: 'resume', label: 'Resume', act: { do: 'status', status: 'active' } },
  { value: 'archive', label: 'Archive', act: { do: 'status', status: 'archived' } },
  {
    value: 'overflow',
    label: 'Set who takes over at a cap',
    ask: (_offers, onChange) => <Taker onChange={onChange} />,
  },
  {
    value: 'add_tag',
    label: 'Add tag',
    ask: (_offers, onChange) => (
      <BulkText label="Tag" onChange={(tag) => onChange(tag === '' ? undefined : { do: 'add_tag', tag })} />
    ),
  },
  {
    value: 'remove_tag',
    label: 'Remove tag',
    ask: (_offers, onChange) => (
      <BulkText label="Tag" onChange={(tag) => onChange(tag === '' ? undefined : { do: 'remove_tag', tag })} />
    ),
  },
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
