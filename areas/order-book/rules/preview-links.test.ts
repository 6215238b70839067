import { expect, test } from 'vitest';
import { lastPreviewDay, previewDayProblem } from './preview-links.ts';

test('a preview link ends within 30 days, on today at the earliest', () => {
  const today = '2026-12-10';
  expect(lastPreviewDay(today)).toBe('2027-01-08');
  for (const day of [today, '2026-12-31', '2027-01-08']) {
    expect(previewDayProblem(day, today), day).toBeNull();
  }
  for (const day of ['2026-12-09', '2027-01-09', '2028-01-01']) {
    expect(previewDayProblem(day, today), day).toBe('Please choose a day within the next 30 days');
  }
});
