/** When something was done, and by whom, as it stands on paper. */
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

export type WrittenTime = { day: string; time: string; measuredBy: string };

/** What is missing of it, by field. */
export function missingOfWritten({ day, time, measuredBy }: WrittenTime): FieldErrors {
  return {
    ...(!isPlainDate(day) && { day: 'Choose the day' }),
    ...(time === '' && { at: 'Enter the time' }),
    ...(measuredBy.trim() === '' && { measuredBy: 'Enter who it was' }),
  };
}

/** `day` and `time` are the kitchen's own. */
export function sentOfWritten({ day, time, measuredBy }: WrittenTime, timeZone: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = instantOf({ date: day, minuteOfDay: hour * 60 + minute }, timeZone);
  return { at: new Date(at).toISOString(), measuredBy: measuredBy.trim() };
}
