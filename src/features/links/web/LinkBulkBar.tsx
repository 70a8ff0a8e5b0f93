import {
  type BulkAction,
  BulkBar,
  BulkText,
  STATUS_ACTIONS,
  TAG_ACTIONS,
} from '../../../platform/web/ui/table/bulk/BulkBar.tsx';
import type { LinkBulkAct } from '../list-contract.ts';
import type { Link } from '../contract.ts';
import { LINKS_KEY, linksClient } from './client.ts';
import { MoveWeight } from './destinations/MoveWeight.tsx';

const ACTIONS: readonly BulkAction<LinkBulkAct, Link>[] = [
  ...STATUS_ACTIONS,
  {
    value: 'move_weight',
    label: 'Move weight',
    ask: (links, onChange) => <MoveWeight links={links} onChange={onChange} />,
  },
  {
    value: 'fallback',
    label: 'Set fallback',
    ask: (_links, onChange) => (
      <BulkText
        label="Fallback address"
        onChange={(text) => onChange(text === '' ? undefined : { do: 'fallback', fallback_url: text })}
      />
    ),
  },
  ...TAG_ACTIONS,
];

type Props = { links: readonly Link[]; keep: (ids: readonly number[]) => void };

/** One change for the ticked links. */
export function LinkBulkBar({ links, keep }: Props) {
  return (
    <BulkBar
      rows={links}
      nameOf={(link) => link.name}
      actions={ACTIONS}
      run={linksClient.changeMany}
      listKey={LINKS_KEY}
      keep={keep}
    />
  );
}
