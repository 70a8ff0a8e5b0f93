import { useState } from 'react';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { RecordFilter } from '../../../../platform/web/ui/filters/RecordFilter.tsx';
import { offerQueries } from '../../../offers/web/client.ts';
import type { LinkBulkAct } from '../../list-contract.ts';
import { TO_GUIDE, type Link, type Target } from '../../contract.ts';
import { linkQueries, linksClient } from '../client.ts';

type Props = { links: readonly Link[]; onChange: (act: LinkBulkAct | undefined) => void };

const SHARES = ['100', '75', '50', '25', '10'].map((value) => ({
  value,
  label: value === '100' ? 'All of it' : `${value} %`,
}));
const OTHERS = [
  { value: 'guide', label: 'Another guide...' },
  { value: 'offer', label: 'Another offer...' },
];
const QUERIES = {
  guide: {
    search: (text: string) => ({
      queryKey: [...linkQueries.guides(text).queryKey, 'names'],
      queryFn: () => guidesNamed(text),
    }),
    one: (id: number) => ({
      queryKey: [...linkQueries.guides('').queryKey, 'name', id],
      queryFn: async () => (await guidesNamed('')).find((one) => one.id === id) ?? { id, name: `Guide ${id}` },
    }),
  },
  offer: { search: (search: string) => offerQueries.search({ search }), one: offerQueries.one },
};
const guidesNamed = async (text: string) =>
  (await linksClient.availableGuides(text)).map(({ id, title }) => ({ id, name: title }));

/** From which target to which other weight goes; those that the links have are at hand. */
export function MoveWeight({ links, onChange }: Props) {
  const [chosen, setChosen] = useState({ from: '', to: '', other: '', percent: '100' });
  const targets = targetsOf(links);
  const options = [...targets].map(([value, { name }]) => ({ value, label: name }));

  const choose = (change: Partial<typeof chosen>) => {
    const next = { ...chosen, ...change };
    if (next.from === next.to) next.to = '';
    setChosen(next);
    const from = targets.get(next.from)?.target;
    const to = otherTarget(next) ?? targets.get(next.to)?.target;
    onChange(from && to && { do: 'move_weight', from, to, percent: Number(next.percent) });
  };

  return (
    <>
      <FilterSelect
        label="From"
        all="Choose..."
        value={chosen.from}
        options={options}
        onChange={(from) => choose({ from })}
      />
      <FilterSelect
        label="To"
        all="Choose..."
        value={chosen.to}
        options={[...options.filter(({ value }) => value !== chosen.from), ...OTHERS]}
        onChange={(to) => choose({ to, other: '' })}
      />
      {(chosen.to === 'guide' || chosen.to === 'offer') && (
        <RecordFilter
          label={chosen.to === 'guide' ? 'Guide' : 'Offer'}
          all="Find..."
          value={chosen.other}
          onChange={(other) => choose({ other })}
          queries={QUERIES[chosen.to]}
        />
      )}
      <FilterSelect
        label="How much"
        all="Choose..."
        value={chosen.percent}
        options={SHARES}
        onChange={(percent) => choose({ percent: percent || '100' })}
      />
    </>
  );
}

function otherTarget({ to, other }: { to: string; other: string }): Target | undefined {
  if (other === '' || (to !== 'guide' && to !== 'offer')) return undefined;
  return { type: to === 'guide' ? TO_GUIDE : to, target_id: Number(other) };
}

/** What the links lead to, each once. */
function targetsOf(links: readonly Link[]): Map<string, { name: string; target: Target }> {
  const targets = new Map<string, { name: string; target: Target }>();
  for (const { type, target_id, url, name } of links.flatMap((link) => link.destinations)) {
    const target = type === 'url' ? { type, url } : { type, target_id };
    const key = `${type} ${target_id ?? url}`;
    if (!targets.has(key)) targets.set(key, { name, target });
  }
  return targets;
}
