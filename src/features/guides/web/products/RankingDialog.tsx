import { mdiSortDescending } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useContractForm } from '../../../../platform/web/form.ts';
import { ApiError } from '../../../../platform/web/http.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { useRowLift } from '../../../../platform/web/use-row-lift.ts';
import { type Guide, type Item, ItemRanking } from '../../contract.ts';
import { byScore } from '../../order.ts';
import { isPublicStatus } from '../../../publishing/rules.ts';
import { guideQueries, guidesClient } from '../client.ts';
import { mergeRanking, openConflicts, scoreOf, toRankingValues, toRankingWire } from './ranking-form.ts';
import { RankingRow } from './RankingRow.tsx';
import { visuallyHidden } from '../../../../platform/web/styles/visually-hidden.ts';

type Props = {
  guide: Guide;
  /** Every product of the guide, by rank. */
  items: readonly Item[];
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Rows that can be lifted, with words for those who do not see them move. */
function useSpokenLift(
  list: RefObject<HTMLOListElement | null>,
  names: readonly string[],
  onMove: (from: number, to: number) => void,
) {
  const [said, setSaid] = useState('');
  const of = (index: number) => `number ${index + 1} of ${names.length}`;
  const move = (from: number, to: number) => {
    onMove(from, to);
    setSaid(`${names[from]!} is now ${of(to)}.`);
  };
  const row = useRowLift({
    list,
    count: names.length,
    onLift: (from) =>
      setSaid(`${names[from]!} is lifted, ${of(from)}. Arrows move it, Space puts it down, Escape leaves it.`),
    onOver: (_from, to) => setSaid(`${of(to).replace('n', 'N')}.`),
    onDrop: move,
    onLeave: (from) => setSaid(`${names[from]!} stays ${of(from)}.`),
  });
  return { ...row, move, said, setSaid };
}

/** Order, scores and badges of all products of a guide, written in one call. */
export function RankingDialog({ guide, items, onClose, onSaved }: Props) {
  const { rubric } = guide;
  const queries = useQueryClient();
  const list = useRef<HTMLOListElement>(null);
  const [before, setBefore] = useState(() => toRankingValues(items, rubric));
  const [merged, setMerged] = useState<readonly string[]>();
  const form = useContractForm({
    schema: ItemRanking,
    values: before,
    keepAs: `ranking/${guide.id}`,
    toWire: (values: typeof before) => toRankingWire(values, before),
  });
  const rows = useFieldArray({ control: form.control, name: 'items', keyName: 'key' });
  const values = form.watch('items');
  const conflicts = openConflicts(values, rubric);
  const { lift, handlePropsOf, placeOf, move, said, setSaid } = useSpokenLift(
    list,
    values.map(({ name }) => name),
    rows.move,
  );

  const handleSort = () => {
    const now = form.getValues('items').map((one) => ({ one, score: scoreOf(one, rubric) }));
    form.setValue(
      'items',
      byScore(now).map(({ one }) => one),
      { shouldDirty: true },
    );
    setSaid('In the order of the scores.');
  };

  /** Somebody else saved one of them: theirs where I changed nothing, mine where I did, and another look before the next save. */
  const takeTheirs = async () => {
    const fresh = await queries.fetchQuery({ ...guideQueries.items(guide.id), staleTime: 0 });
    const base = toRankingValues(fresh, rubric);
    const { values: next, clashes } = mergeRanking(before, form.getValues(), base);
    setBefore(base);
    form.reset(base);
    form.setValue('items', next.items, { shouldDirty: true });
    setMerged(clashes);
  };

  const handleSave = async (wire: ItemRanking) => {
    setMerged(undefined);
    try {
      const { message = 'Order and scores saved.' } = await guidesClient.rank(guide.id, wire);
      onSaved(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isStale = error.code === 'version_conflict' || 'ids' in error.errors;
      if (isStale) return takeTheirs();
      throw atRows(
        error,
        wire.items.map(({ id }) => id),
      );
    }
  };

  return (
    <FormDialog
      title="Scores and Order"
      form={form}
      onSave={handleSave}
      onClose={onClose}
      failureNotice="Failed to save order and scores."
    >
      <OrderBar onSort={handleSort} />
      {merged && <Merged clashes={merged} />}
      <Box
        component="ol"
        ref={list}
        aria-label="Products by rank"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column' }}
      >
        {rows.fields.map((field, index) => (
          <RankingRow
            key={field.key}
            index={index}
            place={placeOf(index)}
            count={rows.fields.length}
            rubric={rubric}
            conflict={conflicts.get(field.item_id)}
            isLifted={lift?.from === index}
            handleProps={handlePropsOf(index)}
            onMove={(to) => move(index, to)}
          />
        ))}
      </Box>
      {conflicts.size > 0 && <Conflicts isPublic={isBlocked(guide)} conflicts={conflicts} />}
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </FormDialog>
  );
}

function OrderBar({ onSort }: { onSort: () => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
      <Box sx={{ flex: '1 1 260px', color: 'text.secondary', fontSize: '0.875rem' }}>
        Readers see the products in this order. A product above one with a higher score tells them why.
      </Box>
      <Button startIcon={<Icon path={mdiSortDescending} />} onClick={onSort}>
        Order by score
      </Button>
    </Box>
  );
}

/** What was put together from two people's work. @param clashes names of what both changed */
function Merged({ clashes }: { clashes: readonly string[] }) {
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Somebody else saved products of this guide meanwhile. Theirs is shown where you changed nothing. Look it through,
      and save again.
      {clashes.length > 0 && ` Both of you changed these, and yours is shown: ${clashes.join(', ')}.`}
    </Alert>
  );
}

type ConflictsProps = { isPublic: boolean; conflicts: ReadonlyMap<number, string> };

function Conflicts({ isPublic, conflicts }: ConflictsProps) {
  return (
    <Alert severity={isPublic ? 'error' : 'warning'} sx={{ mt: 2 }}>
      {isPublic
        ? 'The checklist will not let this be public. Move these products, or tell readers why they stand there:'
        : 'The checklist will ask about these products. Move them, or tell readers why they stand there:'}
      {[...conflicts].map(([id, message]) => (
        <div key={id}>{message}.</div>
      ))}
    </Alert>
  );
}

const isBlocked = ({ status, rubric }: Guide): boolean => isPublicStatus(status) && rubric.length > 0;

/** The checklist names products by id; the rows of the form stand by place. */
function atRows(error: ApiError, ids: readonly number[]): ApiError {
  if (error.code !== 'publish_blocked') return error;
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([path, reasons]) => [
      path.replace(/^items\.(\d+)\./, (_all, id: string) => `items.${ids.indexOf(Number(id))}.`),
      reasons,
    ]),
  );
  return new ApiError(error.status, error.code, error.message, { ...error.details, errors });
}
