/** Which deliveries a plan is asked for. */
import { z } from 'zod';
import { PlainDateText } from '#platform/calls/wire-values.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { LONGEST_PLAN_DAYS } from '#areas/kitchen/rules/plan/cook-days.ts';

/** Which days also count what is not ordered yet: all that are still open, none, or those listed. */
const ForecastChoice = z.union([
  z.literal('on'),
  z.literal('off'),
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2}){0,30}$/)
    .transform((dates) => dates.split(','))
    .pipe(z.array(PlainDateText)),
]);

export const PlanRange = z.strictObject({
  from: PlainDateText,
  to: PlainDateText,
  forecast: ForecastChoice.default('on'),
});

export function isPlanRange({ from, to }: { from: string; to: string }): boolean {
  const days = daysBetween(from, to) + 1;
  return days >= 1 && days <= LONGEST_PLAN_DAYS;
}

export const RANGE_PROBLEM = {
  path: ['to'],
  message: `must be from the first day to ${LONGEST_PLAN_DAYS - 1} days after it`,
};
