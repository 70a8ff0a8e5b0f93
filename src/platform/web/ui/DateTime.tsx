import { useState } from 'react';
import { formatDateTime } from '../date-time.ts';
import { Hint } from './Hint.tsx';
import { useTimeZone } from './time-zone.ts';

type Props = {
  /** UTC, ISO 8601; null where it never happened. */
  value: string | null;
  /** The word for null. */
  never?: string;
};

/** `yyyy-MM-dd HH:mm` in the site's zone, with "3 hours ago" on hover. */
export function DateTime({ value, never = 'Never' }: Props) {
  const zone = useTimeZone();
  if (value === null) return <span>{never}</span>;
  return (
    <Hint title={<Ago value={value} zone={zone} />}>
      <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
        {formatDateTime(value, zone)}
      </time>
    </Hint>
  );
}

function Ago({ value, zone }: { value: string; zone: string }) {
  // Mounted when the tip opens, so this is the moment of reading.
  const [nowMs] = useState(() => Date.now());
  return `${relativeTime(value, nowMs)} (${zone})`;
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 hours ago", "in 2 days", "now". */
export function relativeTime(iso: string, nowMs: number): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const [unit, size] =
    STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return words.format(Math.trunc(seconds / size), unit);
}
