/** Meals that somebody has to put right. */
import type { Context } from '#platform/server/context.ts';
import { listMealsAtOdds } from '#areas/menu/server/meals-at-odds.ts';
import { type FoundList, foundList } from '#areas/office/server/found-list.ts';

/** Switched on, and not on the menu. */
export async function listContradictions({ db }: Pick<Context, 'db'>): Promise<FoundList> {
  const found = await listMealsAtOdds(db);
  return foundList(
    found.map(({ id, name, why }) => ({ id, label: `${name}: ${why}`, date: null, orderId: null })),
  );
}

/** On the menu as “Allergens: ask us”, and offered to nobody with needs. */
export async function listUndeclaredMeals({ site }: Pick<Context, 'site'>): Promise<FoundList> {
  const { mealsById } = await site.current();
  return foundList(
    [...mealsById.values()]
      .filter(({ isActive, allergens }) => isActive && allergens === null)
      .map(({ id, name }) => ({ id, label: name, date: null, orderId: null })),
  );
}
