import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { FindInput } from '../../../platform/web/ui/filters/FindInput.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { ClosingPlace } from '../closing-contract.ts';
import { offerQueries } from './client.ts';

/** An offer, or all those of a network. */
export type Closing = { offer?: number; network?: number };

type Props = {
  title: string;
  /** What happens, and from when. */
  text: ReactNode;
  places: readonly ClosingPlace[];
  /** What is closed by this, and can take nobody's place. */
  closing: Closing;
  confirmLabel: string;
  /** @param standInId the offer that takes the place of the closed ones; undefined goes on without */
  onConfirm: (standInId: number | undefined) => void;
  onClose: () => void;
};

type Values = { stand_in: number | null };

/** Names, before an offer is closed, whose buttons are lost with it, and offers them another one. */
export function ClosingQuestion({ title, text, places, closing, confirmLabel, onConfirm, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: { stand_in: null } });
  const standIn = useWatch({ control: form.control, name: 'stand_in' });
  const lost = places.filter((place) => place.is_lost);
  const count = lost.filter((place) => place.kind === 'guide').length;
  return (
    <ViewDialog
      title={title}
      width="small"
      isPersistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} autoFocus>
            Cancel
          </Button>
          <Button
            variant="contained"
            color={standIn === null && lost.length > 0 ? 'error' : 'primary'}
            onClick={() => onConfirm(standIn ?? undefined)}
          >
            {count === 0 ? confirmLabel : `${confirmLabel} ${standIn === null ? 'without' : 'with this'} fallback`}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box>{text}</Box>
        <Part title="These lose their button" places={lost} />
        {count > 0 && (
          <FormProvider {...form}>
            <StandInPicker count={count} closing={closing} />
          </FormProvider>
        )}
        <Part title="These lead to their fallback" places={places.filter((place) => place.instead !== null)} />
        <Part
          title="These links send their visitors to their other destinations, or to their fallback"
          places={places.filter((place) => place.kind === 'link')}
        />
      </Box>
    </ViewDialog>
  );
}

function StandInPicker({ count, closing }: { count: number; closing: Closing }) {
  const [search, setSearch] = useState('');
  const { data, isFetching, error } = useQuery(offerQueries.search({ search, status: 'active' }));
  const options = data
    ?.filter(
      (offer) =>
        offer.closed_by === null &&
        offer.id !== closing.offer &&
        (!closing.network || offer.network_id !== closing.network),
    )
    .map(({ id, name, network_name: network }) => ({ id, label: name, note: network ?? undefined }));
  return (
    <FindInput
      name="stand_in"
      label="Send readers of guides to another offer"
      help={`It becomes the fallback of ${count === 1 ? 'the product' : `the ${count} products`} above, and readers are told that it stands in. When this one is back, buttons lead to it again.`}
      found={{ data: options, isFetching, error }}
      onSearch={setSearch}
      placeholder="Search live offers..."
    />
  );
}

function Part({ title, places }: { title: string; places: readonly ClosingPlace[] }) {
  if (places.length === 0) return null;
  return (
    <Box component="section">
      <Typography variant="h3">{title}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
        {places.map((place) => (
          <li key={`${place.kind} ${place.id} ${place.product_id}`}>{words(place)}</li>
        ))}
      </Box>
    </Box>
  );
}

function words({ kind, title, product, instead }: ClosingPlace): string {
  if (kind === 'link') return `Link “${title}”`;
  if (kind === 'review') return `Review “${title}”. It judges this one offer, so no other stands in under its verdict.`;
  return `Guide “${title}”: ${product}${instead === null ? '' : ` leads to “${instead}”`}`;
}
