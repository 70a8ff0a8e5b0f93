import { TZDate } from '@date-fns/tz';
import { formatDateTime } from './date-time.ts';

const TYPED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

/** An instant as a date and time input shows it in a zone; '' for none. */
export const toLocal = (iso: string | null | undefined, zone: string): string =>
  iso ? formatDateTime(iso, zone).replace(' ', 'T') : '';

/** What a date and time input holds, as an instant; null when blank. What is no date goes on as typed: the contract refuses it. */
export function fromLocal(text: string, zone: string): string | null {
  const match = TYPED.exec(text);
  if (!match) return text || null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  return new Date(new TZDate(year, month - 1, day, hour, minute, zone).getTime()).toISOString();
}
