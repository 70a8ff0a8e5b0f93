import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../platform/text/figures.ts';
import type { Found } from '../../../../platform/web/ui/filters/FindBox.tsx';
import { FindInput } from '../../../../platform/web/ui/filters/FindInput.tsx';
import { offerQueries } from '../../../offers/web/client.ts';
import { reviewQueries } from '../../../reviews/web/client.ts';
import type { Destination, DestinationType } from '../../contract.ts';
import { linkQueries } from '../client.ts';

type TargetKind = Exclude<DestinationType, 'url'>;

/** @param taken those the link has; they are not offered again */
type Props = { type: TargetKind; taken: readonly Destination[] };

const WORDS: Record<TargetKind, { label: string; help: string }> = {
  listicle: { label: 'Guide', help: 'Published and featured guides.' },
  review: { label: 'Review', help: 'One that is not public yet gets no visits until it is.' },
  offer: { label: 'Offer', help: 'Straight to the network: visitors see no page of yours in between.' },
};

/** Finds a guide, review or offer by its name; the form value `target_id` is its id or null. */
export function TargetPicker({ type, taken }: Props) {
  const [search, setSearch] = useState('');
  const found = {
    listicle: useQuery({ ...linkQueries.guides(search), enabled: type === 'listicle' }),
    review: useQuery({ ...reviewQueries.search(search), enabled: type === 'review' }),
    offer: useQuery({ ...offerQueries.search({ search: search }), enabled: type === 'offer' }),
  }[type];
  const used = new Set(taken.filter((one) => one.type === type).map((one) => one.target_id));

  const options = found.data?.map((one): Found => {
    const isTaken = used.has(one.id);
    const label = 'title' in one ? one.title : one.name;
    return { id: one.id, label, isTaken, note: isTaken ? 'already a destination' : noteOf(one) };
  });
  return (
    <FindInput
      name="target_id"
      {...WORDS[type]}
      isRequired
      found={{ data: options, isFetching: found.isFetching, error: found.error }}
      onSearch={setSearch}
    />
  );
}

/** What helps to choose between two: its status, and for a guide what it brought in the last 30 days. */
function noteOf(one: {
  status: string;
  views_30d?: number;
  epc_30d?: string | null;
  unconverted_30d?: string | undefined;
}): string {
  if (one.views_30d === undefined) return one.status;
  const epc = one.epc_30d == null ? '' : `, EPC ${Number(one.epc_30d).toFixed(2)}`;
  const lacking = one.unconverted_30d ? `, ${one.unconverted_30d} unconverted` : '';
  return `${one.status}, ${formatCount(one.views_30d)} views in 30 days${epc}${lacking}`;
}
