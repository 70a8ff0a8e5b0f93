import type { Feed, FeedRun } from '../../feed-contract.ts';

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const HOUR_CHOICES = [
  { value: '24', label: 'Once a day' },
  { value: '12', label: 'Every 12 hours' },
  { value: '6', label: 'Every 6 hours' },
  { value: '3', label: 'Every 3 hours' },
  { value: '1', label: 'Every hour' },
] as const;

/** When a file is fetched, in words. */
export function rhythmOf({ every_hours: every, at_hour: at }: Feed): string {
  if (every === 24) return `Daily at ${hourText(at)}`;
  return every === 1 ? 'Every hour' : `Every ${every} hours, from ${hourText(at)}`;
}

/** How a fetch went, in a word, and how good that is. */
export function statusOf(run: FeedRun): { word: string; tone: 'good' | 'calm' | 'bad' } {
  if (run.undone_at !== null) return { word: 'taken_back', tone: 'calm' };
  if (run.status === 'written') return { word: 'written', tone: 'good' };
  return run.status === 'failed' ? { word: 'failed', tone: 'bad' } : { word: 'unchanged', tone: 'calm' };
}
