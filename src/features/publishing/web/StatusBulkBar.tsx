import type { QueryKey } from '@tanstack/react-query';
import type { BulkChangesReply } from '../../../platform/paging.ts';
import { type BulkAction, BulkBar } from '../../../platform/web/ui/table/bulk/BulkBar.tsx';
import { STATUS_CHOICES } from './status-choices.ts';

type Row = { id: number; title: string };
type Act = { status: (typeof STATUS_CHOICES)[number]['value'] };

const ACTIONS: readonly BulkAction<Act, Row>[] = STATUS_CHOICES.map(({ value, label }) => ({
  value,
  label: `Set to ${label.toLowerCase()}`,
  act: { status: value },
}));

type Props = {
  rows: readonly Row[];
  keep: (ids: readonly number[]) => void;
  setStatuses: (body: Act & { ids: number[]; dry_run: boolean }) => Promise<BulkChangesReply>;
  listKey: QueryKey;
};

/** One status for the ticked guides or reviews. */
export const StatusBulkBar = ({ setStatuses, ...bar }: Props) => (
  <BulkBar
    {...bar}
    nameOf={({ title }) => title}
    actions={ACTIONS}
    run={({ act, ...which }) => setStatuses({ ...which, ...act })}
  />
);
