import { useDrawingArea, useXScale } from '@mui/x-charts/hooks';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { Annotation } from '../../annotation-contract.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

type Props = { notes: readonly Annotation[] };

const IN_TOOLTIP = 6;

/** Marks above a chart on the days on which something was changed. The list below the chart says the same to those who do not point. */
export function ChartNotes({ notes }: Props) {
  const x = useXScale<'band'>();
  const area = useDrawingArea();
  const middle = (x.bandwidth?.() ?? 0) / 2;
  return (
    <g aria-hidden data-chart-notes>
      {[...Map.groupBy(notes, (note) => note.day)].map(([day, some]) => {
        const left = x(day);
        if (left === undefined) return null;
        const at = left + middle;
        return (
          <Hint key={day} title={<NotesOfDay day={day} notes={some} />} enterDelay={0} placement="top" arrow>
            <g>
              <path
                d={`M${at} ${area.top}V${area.top + area.height}`}
                stroke={colors.lineStrong}
                strokeDasharray="2 4"
                pointerEvents="none"
              />
              <path d={`M${at} ${area.top - 12}l5 6l-5 6l-5 -6z`} fill={colors.warning} />
              <rect x={at - 9} y={area.top - 16} width="18" height="20" fill="transparent" />
            </g>
          </Hint>
        );
      })}
    </g>
  );
}

function NotesOfDay({ day, notes }: { day: string; notes: readonly Annotation[] }) {
  return (
    <>
      <b>{day}</b>
      {notes.slice(0, IN_TOOLTIP).map((note) => (
        <div key={note.id}>
          {note.subject}: {note.text}
        </div>
      ))}
      {notes.length > IN_TOOLTIP && <div>and {notes.length - IN_TOOLTIP} more, in the list below</div>}
    </>
  );
}
