import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { MenuWeekReply } from '#areas/menu/calls/menu-weeks.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { bitsToDays, type MenuWeek } from '#areas/menu/rules/menu-week.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { menuEntries, type MenuWeekRow, menuWeeks } from '#areas/menu/server/tables/menu-weeks.ts';

/** The menus that customers order from, or will: of weeks that start on this day or later. */
export async function listReadyMenus(
  db: Database | Transaction,
  from: PlainDate,
): Promise<MenuWeek[]> {
  const rows = await db
    .select()
    .from(menuWeeks)
    .where(and(gte(menuWeeks.weekStart, from), eq(menuWeeks.state, 'ready')));
  return withEntries(db, rows);
}

/** With drafts, by week. */
export async function listMenuWeeks(
  db: Database | Transaction,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<MenuWeekReply[]> {
  const rows = await db
    .select()
    .from(menuWeeks)
    .where(and(gte(menuWeeks.weekStart, from), lte(menuWeeks.weekStart, to)))
    .orderBy(asc(menuWeeks.weekStart));
  const weeks = await withEntries(db, rows);
  return weeks.map((week, index) => toReply(week, rows[index] as MenuWeekRow));
}

/** Undefined: the week has no menu. */
export async function findMenuWeek(
  db: Database | Transaction,
  weekStart: PlainDate,
): Promise<MenuWeekReply | undefined> {
  const [week] = await listMenuWeeks(db, { from: weekStart, to: weekStart });
  return week;
}

function toReply(
  { weekStart, state, publishAt, entries }: MenuWeek,
  { version, savedAt, savedBy }: MenuWeekRow,
): MenuWeekReply {
  return {
    weekStart,
    state,
    publishAt: new Date(publishAt).toISOString(),
    entries: entries.map(({ mealId, days }) => ({ mealId, days: [...days] })),
    version,
    savedAt: savedAt.toISOString(),
    savedBy,
  };
}

async function withEntries(
  db: Database | Transaction,
  rows: readonly MenuWeekRow[],
): Promise<MenuWeek[]> {
  if (rows.length === 0) return [];
  const entries = await db
    .select()
    .from(menuEntries)
    .where(
      inArray(
        menuEntries.weekStart,
        rows.map(({ weekStart }) => weekStart),
      ),
    )
    .orderBy(asc(menuEntries.weekStart), asc(menuEntries.position), asc(menuEntries.mealId));
  return rows.map(({ weekStart, state, publishAt }) => ({
    weekStart,
    state,
    publishAt: publishAt.getTime(),
    entries: entries
      .filter((entry) => entry.weekStart === weekStart)
      .map(({ mealId, days }) => ({ mealId, days: bitsToDays(weekStart, days) })),
  }));
}
