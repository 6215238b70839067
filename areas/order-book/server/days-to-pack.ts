import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';

export type DaysToPack = { today: PlainDate; tomorrow: PlainDate };

/** Bags are packed on their day and the day before. */
export async function daysToPack(context: Pick<Context, 'clock' | 'site'>): Promise<DaysToPack> {
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(context.clock(), business.timeZone);
  return { today, tomorrow: addDays(today, 1) };
}
