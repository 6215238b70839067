import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { MenuWeekReply, NextMenu } from '#areas/menu/calls/menu-weeks.ts';
import { type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import { bitsToDays, type MenuWeek, isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  menuEntries,
  type MenuWeekRow,
  menuWeeks,
  type MealRow,
} from '#areas/menu/server/tables/meals.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { OrderingWeek } from '#areas/business/rules/ordering-week.ts';

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

/** The ready menu of the week after the one on sale, to be looked at. Null: there is none, or nothing of it is on. */
export function nextMenuOf(
  menus: readonly MenuWeek[],
  meals: readonly MealRow[],
  week: OrderingWeek,
): NextMenu | null {
  const weekStart = addDays(week.weekStart, DAYS_IN_WEEK);
  const menu = menus.find((each) => each.weekStart === weekStart && each.state === 'ready');
  if (!menu) return null;
  const byId = new Map(meals.map((meal) => [meal.id, meal]));
  const shown = menu.entries.flatMap(({ mealId, days }) => {
    const meal = byId.get(mealId);
    if (!meal?.isActive) return [];
    const on = days.filter((day) => isMealAvailableOn(meal, day));
    const { name, slug, mealType, calories, proteinGrams, priceCents } = meal;
    const facts = { name, slug, mealType, calories, protein: proteinGrams };
    return on.length === 0 ? [] : [{ ...facts, price: formatAmount(priceCents), days: on }];
  });
  if (shown.length === 0) return null;
  return {
    weekStart,
    weekEnd: addDays(weekStart, DAYS_IN_WEEK - 1),
    opensAt: new Date(menu.publishAt).toISOString(),
    meals: [
      ...shown.filter(({ mealType }) => mealType === 'lunch'),
      ...shown.filter(({ mealType }) => mealType !== 'lunch'),
    ],
  };
}
