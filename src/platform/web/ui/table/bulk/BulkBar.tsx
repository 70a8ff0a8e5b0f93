import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BulkChangesReply } from '../../../../paging.ts';
import { useAfterChange } from '../../../use-after-change.ts';
import { colors } from '../../../styles/tokens.ts';
import { FilterSelect } from '../../filters/FilterSelect.tsx';
import type { Identified } from '../table-columns.ts';
import { BulkPlan } from './BulkPlan.tsx';

/** One thing that can be done with all ticked rows. */
export type BulkAction<Act, Row> = {
  value: string;
  label: string;
  group?: string;
  /** What is sent. Left out where more is asked. */
  act?: Act;
  /** Asks for it. @param onChange undefined while something is lacking */
  ask?: (rows: readonly Row[], onChange: (act: Act | undefined) => void) => ReactNode;
};

type Props<Act, Row extends Identified> = {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  actions: readonly BulkAction<Act, Row>[];
  /** A dry run, or the change itself. */
  run: (body: { ids: Row['id'][]; act: Act; dry_run: boolean }) => Promise<BulkChangesReply<Row['id']>>;
  /** The first words of the cache keys that it changes. */
  listKey: QueryKey;
  /** Leaves only those ticked. */
  keep: (ids: readonly Row['id'][]) => void;
};

/** One change for all ticked rows: chosen, looked at as it would be, then made. */
export function BulkBar<Act, Row extends Identified>(props: Props<Act, Row>) {
  const { rows, nameOf, actions, run, listKey, keep } = props;
  const afterChange = useAfterChange(listKey);
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<Act>();
  const action = actions.find(({ value }) => value === chosen);
  const act = action?.act ?? asked;
  const ids = rows.map((row): Row['id'] => row.id);
  const preview = useMutation({ mutationFn: (wanted: Act) => run({ ids, act: wanted, dry_run: true }) });
  const [notChanged, setNotChanged] = useState<BulkChangesReply<Row['id']>['data']>([]);
  const nameById = (id: Row['id']) => {
    const row = rows.find((one) => one.id === id);
    return row ? nameOf(row) : `#${id}`;
  };

  const handleDone = ({ data, message }: BulkChangesReply<Row['id']>) => {
    const refused = data.filter((one) => !one.ok);
    preview.reset();
    setNotChanged(refused);
    keep(refused.map(({ id }) => id));
    afterChange({ message, tone: refused.length > 0 ? 'error' : 'success' });
  };

  const handleChoose = (value: string) => {
    setChosen(value);
    setAsked(undefined);
    setNotChanged([]);
    preview.reset();
  };

  return (
    <Box
      role="group"
      aria-label="Ticked rows"
      sx={{ px: { xs: 1.5, sm: 2 }, py: 1.5, borderTop: 1, borderColor: 'divider', backgroundColor: colors.surface }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box role="status" sx={{ fontWeight: 600, flex: { xs: '1 1 100%', sm: '0 0 auto' } }}>
          {rows.length} selected
        </Box>
        <FilterSelect label="Action" all="Choose..." value={chosen} options={actions} onChange={handleChoose} />
        {action?.ask?.(rows, setAsked)}
        <Button
          variant="contained"
          disabled={act === undefined}
          loading={preview.isPending}
          onClick={() => act !== undefined && preview.mutate(act)}
        >
          See what changes
        </Button>
        <Button color="inherit" disabled={preview.isPending} onClick={() => keep([])}>
          Clear selection
        </Button>
      </Box>
      {(preview.error || notChanged.length > 0) && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {preview.error ? (
            preview.error.message
          ) : (
            <Box component="ul" aria-label="Not changed" sx={{ m: 0, pl: 2 }}>
              {notChanged.map(({ id, message }) => (
                <li key={id}>
                  <strong>{nameById(id)}</strong>: {message}
                </li>
              ))}
            </Box>
          )}
        </Alert>
      )}
      {preview.data && act !== undefined && (
        <BulkPlan
          title={action!.label}
          plan={preview.data}
          nameOf={nameById}
          onApply={async (changing) => handleDone(await run({ ids: changing, act, dry_run: false }))}
          onClose={() => preview.reset()}
        />
      )}
    </Box>
  );
}

/** A text that an action needs. */
export function BulkText({ label, onChange }: { label: string; onChange: (text: string) => void }) {
  return (
    <OutlinedInput
      size="small"
      placeholder={label}
      onChange={(event) => onChange(event.target.value.trim())}
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ flex: '1 1 200px', maxWidth: 360 }}
    />
  );
}

type TagAct = { do: 'add_tag' | 'remove_tag'; tag: string };

/** Of records that have tags. */
export const TAG_ACTIONS: readonly BulkAction<TagAct, unknown>[] = (
  [
    ['add_tag', 'Add tag'],
    ['remove_tag', 'Remove tag'],
  ] as const
).map(([value, label]) => ({
  value,
  label,
  ask: (_rows, onChange) => (
    <BulkText label="Tag" onChange={(tag) => onChange(tag === '' ? undefined : { do: value, tag })} />
  ),
}));

/** Of records that are active, paused or archived. */
export const STATUS_ACTIONS = (
  [
    ['active', 'Resume'],
    ['paused', 'Pause'],
    ['archived', 'Archive'],
  ] as const
).map(([status, label]) => ({ value: status, label, act: { do: 'status' as const, status } }));
