import { mdiArrowDown, mdiArrowUp, mdiDragVertical } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import { moveElement } from '../../../move-element.ts';
import { colors } from '../../../styles/tokens.ts';
import { visuallyHidden } from '../../../styles/visually-hidden.ts';
import { useRowLift } from '../../../use-row-lift.ts';
import { Icon } from '../../Icon.tsx';
import type { ColumnOption } from './column-choice.ts';

type Props = {
  /** Those that are shown, the fixed ones first. */
  columns: readonly ColumnOption[];
  onChange: (names: string[]) => void;
};

/** The columns that are shown, put in order by a handle, by keys, or step by step. */
export function ColumnOrder({ columns, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const fixed = columns.filter(({ isFixed }) => isFixed);
  const movable = columns.filter(({ isFixed }) => !isFixed);
  const count = movable.length;
  const place = (index: number) => `${fixed.length + index + 1} of ${columns.length}`;
  const move = (from: number, to: number) => {
    setSaid(`${movable[from]!.label} is now number ${place(to)}.`);
    onChange([...fixed, ...moveElement(movable, from, to)].map(({ name }) => name));
  };
  const { lift, handlePropsOf, placeOf } = useRowLift({
    list,
    count,
    onLift: (from) =>
      setSaid(
        `${movable[from]!.label} is lifted, number ${place(from)}. Arrows move it, Space puts it down, Escape leaves it.`,
      ),
    onOver: (_from, to) => setSaid(`Number ${place(to)}.`),
    onDrop: move,
    onLeave: (from) => setSaid(`${movable[from]!.label} stays number ${place(from)}.`),
  });

  return (
    <>
      {fixed.map(({ name, label }) => (
        <Box key={name} sx={{ ...row, color: 'text.secondary', pl: 1 }}>
          {label} (always first)
        </Box>
      ))}
      <Box
        component="ol"
        ref={list}
        aria-label="Order of the columns"
        // Escape leaves the row that is held, and not the whole choice
        onKeyDown={(event) => event.key === 'Escape' && lift && event.stopPropagation()}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column' }}
      >
        {movable.map(({ name, label }, index) => (
          <Box
            component="li"
            key={name}
            style={{ order: placeOf(index) }}
            sx={{
              ...row,
              ...(lift?.from === index && {
                backgroundColor: colors.brandTint,
                outline: `2px solid ${colors.brandText}`,
              }),
            }}
          >
            <IconButton
              {...handlePropsOf(index)}
              size="small"
              aria-label={`Reorder ${label}`}
              disabled={count === 1}
              sx={{ cursor: lift?.from === index ? 'grabbing' : 'grab', touchAction: 'none' }}
            >
              <Icon path={mdiDragVertical} />
            </IconButton>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{label}</Box>
            <Step
              label={`Move ${label} up`}
              icon={mdiArrowUp}
              isEnd={index === 0}
              onStep={() => move(index, index - 1)}
            />
            <Step
              label={`Move ${label} down`}
              icon={mdiArrowDown}
              isEnd={index === count - 1}
              onStep={() => move(index, index + 1)}
            />
          </Box>
        ))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  );
}

const row = { display: 'flex', alignItems: 'center', minHeight: 36, fontSize: '0.875rem' } as const;

type StepProps = { label: string; icon: string; isEnd: boolean; onStep: () => void };

/** At the end it keeps the focus of whoever pressed it there. */
const Step = ({ label, icon, isEnd, onStep }: StepProps) => (
  <IconButton
    size="small"
    aria-label={label}
    aria-disabled={isEnd}
    onClick={() => !isEnd && onStep()}
    sx={{ opacity: isEnd ? 0.3 : 1 }}
  >
    <Icon path={icon} />
  </IconButton>
);
