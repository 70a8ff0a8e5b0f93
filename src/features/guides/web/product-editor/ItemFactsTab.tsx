import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { Field } from '../../../../platform/web/ui/inputs/Field.tsx';
import type { Pair } from '../../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { offersClient, OFFERS_KEY } from '../../../offers/web/client.ts';
import { InheritedFact, OwnFact } from './ItemFact.tsx';

/** The most facts of one product. */
const MAX_FACTS = 30;

type Props = {
  /** Labels that other products of the guide have of their own: a comparison needs the same words. */
  labelsOfOthers: readonly string[];
};

/** The facts that the comparison table shows: the offer's, and what this guide says over them. */
export function ItemFactsTab({ labelsOfOthers }: Props) {
  const { field, fieldState } = useController({ name: 'attributes' });
  const offerId = useController({ name: 'offer_id' }).field.value as number | null;
  const offer = useQuery({
    queryKey: [...OFFERS_KEY, 'one', offerId],
    queryFn: ({ signal }) => offersClient.find(offerId!, signal),
    enabled: offerId !== null,
  });

  const rows = field.value as Pair[];
  const inherited = offerId === null ? {} : (offer.data?.attributes ?? {});
  const own = rows.map((row, index) => ({ row, index })).filter(({ row }) => !Object.hasOwn(inherited, row.key));
  const missing = labelsOfOthers.filter(
    (label) => !Object.hasOwn(inherited, label) && !rows.some((row) => row.key === label),
  );

  const set = (label: string, value: string | undefined) =>
    field.onChange([
      ...rows.filter((row) => row.key !== label),
      ...(value === undefined ? [] : [{ key: label, value }]),
    ]);
  /** A label that the offer has too makes its row: with a value in place of the offer's, without one as it was. */
  const change = (index: number, next: Pair) => {
    if (!Object.hasOwn(inherited, next.key)) return field.onChange(rows.with(index, next));
    const others = rows.filter((row, place) => place !== index && (row.key !== next.key || next.value === ''));
    field.onChange(next.value === '' ? others : [...others, next]);
  };
  /** Pasted rows in place of a blank one; a label that the offer has stands in place of the offer's. */
  const putRows = (index: number, facts: readonly Pair[]): Pair[] => {
    const kept = rows
      .toSpliced(index, 1)
      .filter((row) => !(Object.hasOwn(inherited, row.key) && facts.some(({ key }) => key === row.key)));
    const room = MAX_FACTS - kept.length;
    field.onChange([...kept, ...facts.slice(0, room)]);
    return facts.slice(room);
  };
  const add = (key: string) => field.onChange([...rows, { key, value: '' }]);

  if (offer.isLoading) return <Skeleton variant="rounded" height={140} />;
  return (
    <Field
      label="Facts"
      help="The rows of the comparison table. Those of the offer come by themselves; what you type here stands in their place."
      isGroup
      error={fieldState.error}
    >
      {(ids) => (
        <Box role="group" aria-labelledby={`${ids.id}-label`} aria-describedby={ids['aria-describedby']}>
          {offer.error && (
            <Alert severity="warning" sx={{ mb: 1 }}>
              The facts of the offer cannot be read now: {offer.error.message}
            </Alert>
          )}
          {Object.entries(inherited).map(([label, value]) => (
            <InheritedFact
              key={label}
              label={label}
              ofOffer={value}
              own={rows.find((row) => row.key === label)?.value}
              onChange={(next) => set(label, next)}
            />
          ))}
          {own.map(({ row, index }, place) => (
            <OwnFact
              key={index}
              place={place + 1}
              fact={row}
              onChange={(next) => change(index, next)}
              onRemove={() => field.onChange(rows.toSpliced(index, 1))}
              onRows={(facts) => putRows(index, facts)}
            />
          ))}
          {own.length === 0 && Object.keys(inherited).length === 0 && (
            <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
              No fact yet: neither the offer nor this guide has one.
            </Typography>
          )}
          {rows.length < MAX_FACTS && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
              <Button size="small" startIcon={<Icon path={mdiPlus} />} onClick={() => add('')}>
                Add fact
              </Button>
              {missing.map((label) => (
                <Chip
                  key={label}
                  icon={<Icon path={mdiPlus} />}
                  label={label}
                  aria-label={`Add ${label}, which another product has`}
                  clickable
                  variant="outlined"
                  onClick={() => add(label)}
                />
              ))}
            </Box>
          )}
        </Box>
      )}
    </Field>
  );
}
