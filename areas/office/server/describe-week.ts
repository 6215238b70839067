import type { WeekCloseReply } from '#areas/office/calls/today.ts';
import {
  ANNOUNCED_BEFORE_MS,
  describeWeekClose,
  WAIVABLE_ROWS,
  WEEK_ROW_RIGHTS,
  WEEK_ROWS,
} from '#areas/office/rules/week-close.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { cutoffOf, orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import { mayDo, type StaffMember } from '#platform/server/staff-member.ts';
import { readWeek } from '#areas/office/server/read-week.ts';

/** The rows that `staff` may see; null: no week closes, or the role sees none of its rows. */
export async function describeWeek(
  context: Context,
  staff: StaffMember,
): Promise<WeekCloseReply | null> {
  const { business } = await context.site.current();
  const now = context.clock();
  const onSale = orderingWeekAt(now, business);
  const isAnnounced = now >= onSale.cutoff - ANNOUNCED_BEFORE_MS;
  const weekStart = isAnnounced ? onSale.weekStart : addDays(onSale.weekStart, -7);
  const endsAt = instantOf({ date: addDays(weekStart, 7), minuteOfDay: 0 }, business.timeZone);
  const seen = WEEK_ROWS.filter((row) => mayDo(staff, WEEK_ROW_RIGHTS[row]));
  if (now >= endsAt || seen.length === 0) return null;
  const facts = await readWeek(context, {
    weekStart,
    cutoff: cutoffOf(weekStart, business),
    endsAt,
    onSale: onSale.weekStart,
    seen,
  });
  const week = describeWeekClose(facts, now, seen);
  if (week === null) return null;
  const waivable: readonly string[] = WAIVABLE_ROWS;
  return {
    weekStart,
    ...week,
    rows: week.rows.map((row) => ({
      ...row,
      mayWaive: waivable.includes(row.row) && mayDo(staff, 'editSlots'),
    })),
  };
}
