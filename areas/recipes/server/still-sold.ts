import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { MenuWeekReply, SavedMenuReply } from '#areas/menu/calls/menu-weeks.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { mealDays } from '#areas/order-book/server/tables/meal-days.ts';
import type { SiteMeal } from '#areas/menu/server/site-port.ts';

type Saved = { before: MenuWeekReply | undefined; after: MenuWeekReply };

/** Meals that were on sale, are not any more on a day of this menu, and that customers have paid for on that day. */
export async function listStillSold(
  tx: Transaction,
  { before, after }: Saved,
  mealsById: ReadonlyMap<number, SiteMeal>,
): Promise<SavedMenuReply['stillSold']> {
  if (after.state !== 'ready') return [];
  const sold = await tx
    .select({ mealId: mealDays.mealId, date: mealDays.date, sold: mealDays.booked })
    .from(mealDays)
    .where(
      and(
        inArray(mealDays.date, weekFrom(after.weekStart)),
        eq(mealDays.scope, 'day'),
        gt(mealDays.booked, 0),
      ),
    )
    .orderBy(asc(mealDays.date), asc(mealDays.mealId));
  return sold
    .filter(({ mealId, date }) => wasOn(before, mealId, date) && !isOn(after, mealId, date))
    .map((each) => ({ ...each, name: mealsById.get(each.mealId)?.name ?? `meal ${each.mealId}` }));
}

/** Without a ready menu, everything was. */
function wasOn(menu: MenuWeekReply | undefined, mealId: number, date: string): boolean {
  return menu?.state !== 'ready' || isOn(menu, mealId, date);
}

function isOn({ entries }: MenuWeekReply, mealId: number, date: string): boolean {
  return entries.some((entry) => entry.mealId === mealId && entry.days.includes(date));
}
