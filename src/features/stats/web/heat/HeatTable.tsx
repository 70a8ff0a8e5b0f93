import { visuallyHidden } from '../../../../platform/web/styles/visually-hidden.ts';
import { type KeyboardEvent, useState } from 'react';
import Box from '@mui/material/Box';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { DrillLink } from '../parts/DrillLink.tsx';
import { hourName, HOURS, weekdayName, type HeatCell } from './heat-cells.ts';
import { shadeOf } from './heat-scale.ts';

type Props = {
  caption: string;
  /** Seven rows of 24. */
  rows: readonly (readonly HeatCell[])[];
  /** The exact figure. */
  textOf: (cell: HeatCell) => string;
  /** The same in few letters, as it stands in its cell. */
  shortOf: (cell: HeatCell) => string;
  /** What happened in that hour of the week. */
  linkOf: (cell: HeatCell) => string | undefined;
};

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const clamped = (value: number, most: number): number => Math.max(0, Math.min(most, value));

const tableSx = {
  borderCollapse: 'separate',
  borderSpacing: '1px',
  width: '100%',
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
  '& caption': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& th': { fontWeight: 400, color: colors.inkSoft, p: '2px 4px' },
  '& tbody th': { position: 'sticky', left: 0, zIndex: 1, background: colors.white, textAlign: 'left', pr: 1 },
  '& td': { height: 32, minWidth: 36, p: 0, textAlign: 'center', borderRadius: '3px', cursor: 'default' },
  '& td:focus-visible, & td[aria-selected=true]': { outline: `2px solid ${colors.ink}`, outlineOffset: '-2px' },
} as const;

/** An hour of the week in each cell: one of them can be reached by Tab, the others from there by the arrows. The one that was chosen is told below in full. */
export function HeatTable({ caption, rows, textOf, shortOf, linkOf }: Props) {
  const [at, setAt] = useState<readonly [row: number, column: number]>();
  const [row, column] = at ?? [0, 0];
  const farthest = Math.max(0, ...rows.flat().map(({ value }) => Math.abs(value ?? 0)));
  const chosen = at && rows[row]![column]!;
  const nameOf = (cell: HeatCell): string => `${weekdayName(cell.weekday)}, ${hourName(cell.hour)}: ${textOf(cell)}`;

  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const end = HOURS.length - 1;
    const step = STEPS[event.key];
    const [nextRow, nextColumn] = step
      ? [clamped(row + step[0], rows.length - 1), clamped(column + step[1], end)]
      : [row, event.key === 'Home' ? 0 : event.key === 'End' ? end : undefined];
    if (nextColumn === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('tr')[nextRow + 1]!.querySelectorAll('td')[nextColumn]!.focus();
  };

  return (
    <>
      {/* its cells are positioned against it: what sticks out to the side is scrolled to */}
      <Box sx={{ overflowX: 'auto', position: 'relative', scrollPaddingLeft: 48 }}>
        <Box component="table" role="grid" sx={tableSx} onKeyDown={handleKey}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Box component="span" sx={visuallyHidden}>
                  Weekday
                </Box>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" title={hourName(hour)}>
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, i) => (
              <tr key={cells[0]!.weekday}>
                <th scope="row" aria-label={weekdayName(cells[0]!.weekday)}>
                  {weekdayName(cells[0]!.weekday).slice(0, 3)}
                </th>
                {cells.map((cell, j) => {
                  const { fill, text } = shadeOf(cell.value, farthest);
                  return (
                    <td
                      key={cell.hour}
                      role="gridcell"
                      tabIndex={i === row && j === column ? 0 : -1}
                      aria-label={nameOf(cell)}
                      aria-selected={cell === chosen}
                      title={nameOf(cell)}
                      style={{ backgroundColor: fill, color: text }}
                      onFocus={() => setAt([i, j])}
                    >
                      {shortOf(cell)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Box sx={{ mt: 1, minHeight: 24, fontSize: '0.875rem' }}>
        {chosen ? (
          <DrillLink to={linkOf(chosen)} title="What happened in this hour, day by day">
            {nameOf(chosen)}
          </DrillLink>
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Choose an hour to read its exact figure.
          </Box>
        )}
      </Box>
    </>
  );
}
