import { mdiDelete, mdiDragVertical, mdiPause, mdiPencil, mdiPlay } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ComponentProps, useRef, useState } from 'react';
import { moveElement } from '../../../../platform/web/move-element.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { IfMayWrite } from '../../../../platform/web/session/IfMayWrite.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import { useRowLift } from '../../../../platform/web/use-row-lift.ts';
import type { Rule } from '../../rule-contract.ts';
import { visuallyHidden } from '../../../../platform/web/styles/visually-hidden.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

type Props = {
  rules: readonly Rule[];
  isBusy: boolean;
  onReorder: (ids: number[]) => void;
  onEdit: (rule: Rule) => void;
  onToggle: (rule: Rule) => void;
  onRemove: (rule: Rule) => void;
};

/** The rules in the order in which they are asked; a handle moves one by mouse, finger or keys. */
export function RuleList({ rules, isBusy, onReorder, onEdit, onToggle, onRemove }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const ids = rules.map((rule) => rule.id);
  const { lift, handlePropsOf, placeOf } = useRowLift({
    list,
    count: rules.length,
    onLift: (from) =>
      setSaid(
        `${rules[from]!.name} is lifted, number ${from + 1}. Arrows move it, Space puts it down, Escape leaves it.`,
      ),
    onOver: (_from, to) => setSaid(`Number ${to + 1} of ${rules.length}.`),
    onDrop: (from, to) => {
      setSaid(`${rules[from]!.name} is now number ${to + 1} of ${rules.length}.`);
      onReorder(moveElement(ids, from, to));
    },
    onLeave: (from) => setSaid(`${rules[from]!.name} stays number ${from + 1}.`),
  });

  return (
    <>
      <Box
        component="ol"
        ref={list}
        aria-label="Rules in their order"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column' }}
      >
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            place={placeOf(index)}
            isLifted={lift?.from === index}
            handle={{ ...handlePropsOf(index), disabled: rules.length < 2 || isBusy }}
            isBusy={isBusy}
            onEdit={() => onEdit(rule)}
            onToggle={() => onToggle(rule)}
            onRemove={() => onRemove(rule)}
          />
        ))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  );
}

type RowProps = {
  rule: Rule;
  /** Where it is shown, from 0; another place than its own while a row is held. */
  place: number;
  isLifted: boolean;
  handle: ComponentProps<typeof IconButton>;
  isBusy: boolean;
  onEdit: () => void;
  onToggle: () => void;
  onRemove: () => void;
};

function RuleRow({ rule, place, isLifted, handle, isBusy, onEdit, onToggle, onRemove }: RowProps) {
  return (
    <Box
      component="li"
      style={{ order: place }}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        ...(isLifted && {
          backgroundColor: colors.brandTint,
          outline: `2px solid ${colors.brandText}`,
        }),
      }}
    >
      <IfMayWrite>
        <IconButton
          {...handle}
          size="small"
          aria-label={`Reorder ${rule.name}`}
          sx={{ cursor: 'grab', touchAction: 'none', alignSelf: 'flex-start' }}
        >
          <Icon path={mdiDragVertical} />
        </IconButton>
      </IfMayWrite>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          {place + 1}. {rule.name}{' '}
          {!rule.is_running && <StatusChip status={rule.is_enabled ? 'not now' : 'off'} tone="calm" />}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {rule.words.length === 0 ? 'Everybody' : rule.words.join(' and ')}
        </Typography>
        <Typography variant="body2" sx={{ color: rule.destinations_count === 0 ? 'warning.main' : 'text.secondary' }}>
          {rule.destinations_count === 0
            ? 'No destination: its visitors go to the fallback'
            : `${rule.destinations_count} destination${rule.destinations_count === 1 ? '' : 's'}`}
        </Typography>
      </Box>
      <IfMayWrite>
        <Box sx={{ display: 'flex', flexShrink: 0, ml: 'auto' }} role="group" aria-label={`Actions for ${rule.name}`}>
          <Action
            label={rule.is_enabled ? 'Switch off' : 'Switch on'}
            icon={rule.is_enabled ? mdiPause : mdiPlay}
            name={rule.name}
            isBusy={isBusy}
            onClick={onToggle}
          />
          <Action label="Edit" icon={mdiPencil} name={rule.name} isBusy={isBusy} onClick={onEdit} />
          <Action label="Remove" icon={mdiDelete} name={rule.name} isBusy={isBusy} onClick={onRemove} />
        </Box>
      </IfMayWrite>
    </Box>
  );
}

type ActionProps = { label: string; icon: string; name: string; isBusy: boolean; onClick: () => void };

function Action({ label, icon, name, isBusy, onClick }: ActionProps) {
  return (
    <Hint title={label}>
      <span>
        <IconButton size="small" disabled={isBusy} aria-label={`${label} ${name}`} onClick={onClick}>
          <Icon path={icon} />
        </IconButton>
      </span>
    </Hint>
  );
}
