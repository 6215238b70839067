import type { TodayReply, TodayRowReply } from '#areas/office/calls/today.ts';
import { toInstantText } from '#platform/rules/instant-text.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { canWait, countByPage, type TodayRow } from '#areas/order-book/rules/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { describeDay } from '#areas/office/server/describe-day.ts';
import { describeWeek } from '#areas/office/server/describe-week.ts';
import { listRows } from '#areas/office/server/list-rows.ts';
import { findWaits } from '#areas/office/server/put-off.ts';

/** What `staff` may decide, and how a day goes: today unless `day` says another. */
export async function describeToday(
  context: Context,
  staff: StaffMember,
  day?: PlainDate,
): Promise<TodayReply> {
  const { business } = await context.site.current();
  const at = context.clock();
  const now = wallTimeAt(at, business.timeZone);
  const [all, week, dayReply] = await Promise.all([
    listRows(context, staff),
    describeWeek(context, staff),
    describeDay(context, day ?? now.date, now),
  ]);
  const waits = await findWaits(context, all, at);
  const rows = all.filter(({ key }) => !waits.has(key));
  const describe = (row: TodayRow) => toRowReply(row, manyOf(context, row));
  return {
    at: toInstantText(at),
    rows: rows.map(describe),
    count: rows.length,
    byPage: countByPage(rows),
    waiting: all.flatMap((row) => {
      const wait = waits.get(row.key);
      if (!wait) return [];
      const { until, note, by } = wait;
      return [{ ...describe(row), until: toInstantText(until), note, by }];
    }),
    week,
    day: dayReply,
  };
}

function manyOf({ today }: Pick<Context, 'today'>, { kind }: TodayRow): string {
  return today.find(({ kinds }) => kind in kinds)?.kinds[kind]?.many ?? '';
}

function toRowReply(row: TodayRow, many: string): TodayRowReply {
  const { key, kind, level, title, detail, measured, page, link, action, version } = row;
  return {
    key,
    kind,
    many,
    level,
    title,
    detail: [...detail, ...(measured === undefined ? [] : [measured])].join(' · '),
    about: row.about ?? 1,
    since: instantText(row.since),
    dueAt: instantText(row.dueAt),
    page,
    action: { label: action, opens: link },
    canWait: canWait(level),
    ...(version !== undefined && { version }),
  };
}

function instantText(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : toInstantText(instant);
}
