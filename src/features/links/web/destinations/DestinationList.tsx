import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IfMayWrite } from '../../../../platform/web/session/IfMayWrite.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import type { Destination, DestinationsReply } from '../../contract.ts';
import { linksClient } from '../client.ts';
import { destinationNumbers, numbersText } from './destination-numbers.ts';
import { DestinationRow } from './DestinationRow.tsx';
import { EditDestinationDialog } from './EditDestinationDialog.tsx';
import { ruleQueries } from '../rules/rules-client.ts';
import { fillOf, SharesBar } from '../SharesBar.tsx';
import type { Weights } from './use-weights.ts';

type Props = {
  linkId: number;
  destinations: readonly Destination[];
  weights: Weights;
  /** What the last change brought about. */
  said: string | undefined;
  /** Takes over the list that the server answered. */
  onChanged: (reply: DestinationsReply) => void;
};

/** The destinations of a link with live shares; weights are saved together, the rest at once. */
export function DestinationList({ linkId, destinations, weights, said, onChanged }: Props) {
  const [removing, setRemoving] = useState<Destination>();
  const [editing, setEditing] = useState<Destination>();
  const ruleList = useQuery({
    ...ruleQueries.list(linkId),
    enabled: destinations.some((one) => one.rule_id !== null),
  });
  const rules = ruleList.data ?? [];
  const numbers = useQuery(destinationNumbers(linkId));
  const change = useMutation({ mutationFn: (send: () => Promise<DestinationsReply>) => send(), onSuccess: onChanged });
  const isFine = destinations.every((one) => weights.isWrong(one) || Number(weights.textOf(one)) <= 100);

  const handleSave = () =>
    change.mutate(async () => {
      const reply = await linksClient.setWeights(linkId, weights.changed);
      weights.reset();
      return reply;
    });
  const handleToggle = ({ id, status, version }: Destination) =>
    change.mutate(() =>
      linksClient.updateDestination(id, { status: status === 'paused' ? 'active' : 'paused', version }),
    );
  const handleRemove = async ({ id }: Destination) => {
    onChanged(await linksClient.removeDestination(linkId, id));
    setRemoving(undefined);
  };

  return (
    <>
      <FailedParts queries={[ruleList, numbers]} />
      <SharesBar
        parts={destinations.map((one) => ({
          id: one.id,
          name: one.name || one.target_name,
          share_now: weights.shareOf(one),
        }))}
      />
      <Box component="ul" aria-label="Destinations" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {destinations.map((one, index) => (
          <DestinationRow
            key={one.id}
            destination={one}
            fill={fillOf(index)}
            text={weights.textOf(one)}
            isWrong={weights.isWrong(one)}
            share={weights.shareOf(one)}
            rule={
              one.rule_id === null
                ? undefined
                : (rules.find(({ id }) => id === one.rule_id)?.name ?? String(one.rule_id))
            }
            numbers={numbersText(numbers.data, one.id)}
            sliderMax={isFine ? 100 : 1000}
            isBusy={change.isPending}
            onWeight={(text) => weights.set(one.id, text)}
            onEdit={() => setEditing(one)}
            onToggle={() => handleToggle(one)}
            onRemove={() => setRemoving(one)}
          />
        ))}
      </Box>
      {change.error && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {change.error.message}
        </Alert>
      )}
      <WeightsBar
        weights={weights}
        count={destinations.length}
        said={said}
        isSaving={change.isPending}
        onSave={handleSave}
      />
      {editing && (
        <EditDestinationDialog
          destination={editing}
          onClose={() => setEditing(undefined)}
          onSaved={(reply) => {
            onChanged(reply);
            setEditing(undefined);
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title="Remove destination?"
          text={`"${removing.name || removing.target_name}" gets no more visits from this link. Its past numbers stay.`}
          confirmLabel="Remove"
          onConfirm={() => handleRemove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

type BarProps = {
  weights: Weights;
  /** Of the destinations. */
  count: number;
  said: string | undefined;
  isSaving: boolean;
  onSave: () => void;
};

function WeightsBar({ weights, count, said, isSaving, onSave }: BarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
      <IfMayWrite>
        <Button variant="outlined" size="small" onClick={weights.splitEvenly} disabled={count < 2}>
          Split evenly
        </Button>
      </IfMayWrite>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', flex: '1 1 200px' }}>
        {weights.isUnsaved
          ? 'Shares show the weights as typed. They are not saved yet.'
          : (said ?? 'Weights need no sum: a share is its part of the weight that is live.')}
      </Typography>
      {weights.isUnsaved && (
        <>
          <Button size="small" onClick={weights.reset}>
            Reset
          </Button>
          <Button variant="contained" size="small" disabled={!weights.canSave} loading={isSaving} onClick={onSave}>
            Save weights
          </Button>
        </>
      )}
    </Box>
  );
}
