import { expect, test } from 'vitest';
import { toConversions, toReport } from './drill.ts';

const filters = { days: '7', date_from: '', device: 'mobile', compare: 'previous', status: 'published' };

test('the conversions behind a number keep the days and readers of the screen, and not its other filters', () => {
  expect(toConversions(filters, { listicle_id: 3, status: 'approved' })).toBe(
    '/admin/conversion-stats?days=7&device=mobile&listicle_id=3&status=approved',
  );
});

test('the lines behind a number are a report', () => {
  expect(toReport({}, { review_id: 2 }, ['day'], ['views', 'clicks'])).toBe(
    '/admin/stats/reports?review_id=2&dimensions=day&metrics=views%2Cclicks',
  );
});
