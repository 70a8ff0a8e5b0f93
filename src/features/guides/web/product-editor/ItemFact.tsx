import { mdiClose, mdiEyeOffOutline, mdiUndo } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import type { Pair } from '../../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { usePlainPaste, useRowsPaste } from '../../../../platform/web/ui/rich-text/use-plain-paste.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

type InheritedProps = {
  label: string;
  ofOffer: string;
  /** What the guide says in its place; '' takes it away, undefined leaves it. */
  own: string | undefined;
  onChange: (own: string | undefined) => void;
};

/** A fact of the offer: kept, said otherwise, or left out in this guide. */
export function InheritedFact({ label, ofOffer, own, onChange }: InheritedProps) {
  const isHidden = own === '';
  const handlePaste = usePlainPaste(false);
  return (
    <Row
      label={
        <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {label}
        </Typography>
      }
      note={
        own === undefined
          ? 'From the offer'
          : isHidden
            ? `Left out here; the offer says “${ofOffer}”`
            : `In place of “${ofOffer}” of the offer`
      }
      value={
        <OutlinedInput
          size="small"
          fullWidth
          value={own ?? ofOffer}
          onChange={(event) => onChange(event.target.value === ofOffer ? undefined : event.target.value)}
          sx={own === undefined ? { color: 'text.secondary' } : { fontWeight: 600 }}
          slotProps={{ input: { 'aria-label': label, onPaste: handlePaste } }}
        />
      }
      action={
        own === undefined ? (
          <Action label={`Leave ${label} out`} icon={mdiEyeOffOutline} onClick={() => onChange('')} />
        ) : (
          <Action label={`Take ${label} from the offer again`} icon={mdiUndo} onClick={() => onChange(undefined)} />
        )
      }
    />
  );
}

type OwnProps = {
  place: number;
  fact: Pair;
  onChange: (fact: Pair) => void;
  onRemove: () => void;
  /** Rows that were pasted into this one while it was blank. @returns those without a place */
  onRows: (facts: Pair[]) => Pair[];
};

/** A fact that only this guide states. */
export function OwnFact({ place, fact, onChange, onRemove, onRows }: OwnProps) {
  // A label that is half typed may be that of another row: it counts when it is done.
  const [label, setLabel] = useState<string>();
  const takeRows = useRowsPaste();
  const isBlank = fact.value === '' && (label ?? fact.key) === '';
  const handlePaste = (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    takeRows(event, isBlank, (facts) => {
      setLabel(undefined);
      return onRows(facts);
    });
  const commit = () => {
    if (label !== undefined) onChange({ ...fact, key: label.trim() });
    setLabel(undefined);
  };
  return (
    <Row
      label={
        <OutlinedInput
          size="small"
          fullWidth
          value={label ?? fact.key}
          placeholder="Label"
          onChange={(event) => setLabel(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
          slotProps={{ input: { 'aria-label': `Label of fact ${place}`, onPaste: handlePaste } }}
        />
      }
      value={
        <OutlinedInput
          size="small"
          fullWidth
          value={fact.value}
          placeholder="Value"
          onChange={(event) => onChange({ ...fact, value: event.target.value })}
          slotProps={{ input: { 'aria-label': fact.key || `Value of fact ${place}`, onPaste: handlePaste } }}
        />
      }
      action={<Action label={`Remove ${fact.key || `fact ${place}`}`} icon={mdiClose} onClick={onRemove} />}
    />
  );
}

type RowProps = { label: ReactNode; value: ReactNode; action: ReactNode; note?: string };

function Row({ label, value, action, note }: RowProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 2fr) minmax(0, 3fr) auto' },
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
        {label}
        {note && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {note}
          </Typography>
        )}
      </Box>
      {value}
      {action}
    </Box>
  );
}

function Action({ label, icon, onClick }: { label: string; icon: string; onClick: () => void }) {
  return (
    <Hint title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        <Icon path={icon} />
      </IconButton>
    </Hint>
  );
}
