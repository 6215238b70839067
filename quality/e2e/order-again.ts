/** An order of three dinners on three days, and the statement that takes the second of them off the menu. */
import type { APIRequestContext } from '@playwright/test';
import { type SQL, sql } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { anItem, day } from '#quality/support/an-order.ts';

export async function mealsOnTheirDays(request: APIRequestContext): Promise<{
  orderItems: PreparedItem[];
  people: NonNullable<PreparedOrder['people']>;
  gone: SQL;
  goneName: string;
}> {
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const [first, second, third] = menu.filter(
    ({ mealType, freezable }) => mealType === 'dinner' && freezable,
  );
  if (!first || !second || !third) throw new Error('the menu has too few dinners that freeze');
  return {
    orderItems: [first, second, third].map((meal, at) =>
      anItem(meal, { mealDate: day(at), personName: 'Ben' }),
    ),
    people: [{ name: 'Ben', calorieTarget: 1800 }],
    gone: sql`update meals set is_active = false where id = ${second.id}`,
    goneName: second.name,
  };
}
