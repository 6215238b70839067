import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';

/** That work at a time. */
export const MOST_PREVIEW_LINKS = 5;
const PREVIEW_DAYS = 30;
export const ORDERS_OF_PREVIEW = { min: 1, max: 100 } as const;
export const LONGEST_PREVIEW_NAME = 60;

/** A link works to the end of its last day. */
export function lastPreviewDay(today: PlainDate): PlainDate {
  return addDays(today, PREVIEW_DAYS - 1);
}

/** At the field; null: the day is good. */
export function previewDayProblem(day: PlainDate, today: PlainDate): string | null {
  if (day >= today && day <= lastPreviewDay(today)) return null;
  return `Please choose a day within the next ${PREVIEW_DAYS} days`;
}
