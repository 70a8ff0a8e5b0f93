import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { colors } from '../../../styles/tokens.ts';

const LEAST = 48;
const MOST = 900;
const STEP = 16;

type Props = {
  /** The column's. */
  label: string;
  /** In px; undefined while it is as wide as it needs. */
  width: number | undefined;
  onChange: (width: number | undefined, isLasting: boolean) => void;
};

/** The right edge of a column's head: dragged, or moved with the arrows. Two presses, or Delete, make it as wide as it needs. */
export function ColumnEdge({ label, width, onChange }: Props) {
  const edge = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<{ x: number; width: number }>();
  const [measured, setMeasured] = useState(LEAST);
  const now = () => edge.current?.parentElement?.getBoundingClientRect().width ?? LEAST;
  const fit = (to: number) => Math.round(Math.min(MOST, Math.max(LEAST, to)));

  const handleKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: now() - STEP, ArrowRight: now() + STEP, Home: LEAST }[event.key];
    if (to !== undefined) onChange(fit(to), true);
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(undefined, true);
    else return;
    event.preventDefault();
  };
  const widthAt = ({ clientX }: PointerEvent) => held && fit(held.width + clientX - held.x);

  return (
    <Box
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width ?? measured}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      data-print="none"
      onFocus={() => setMeasured(Math.round(now()))}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => onChange(undefined, true)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ x: event.clientX, width: now() });
      }}
      onPointerMove={(event) => held && event.clientX !== held.x && onChange(widthAt(event), false)}
      onPointerUp={(event) => {
        if (held && event.clientX !== held.x) onChange(widthAt(event), true);
        setHeld(undefined);
      }}
      onPointerCancel={() => setHeld(undefined)}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        right: 0,
        width: 9,
        cursor: 'col-resize',
        touchAction: 'none',
        '&:hover, &:focus-visible': { borderRight: `3px solid ${colors.brandText}` },
        ...(held && { borderRight: `3px solid ${colors.brandText}` }),
      }}
    />
  );
}
