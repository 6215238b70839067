/** Meals that somebody has to put right. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { ingredients } from '#areas/menu/server/tables/ingredients.ts';
import { supplierPacks, suppliers } from '#areas/menu/server/tables/suppliers.ts';
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

/** Products whose label nobody has compared with what their ingredient contains. */
export async function listUnreadPacks(db: Context['db']): Promise<FoundList> {
  const packs = await db
    .select({
      id: supplierPacks.id,
      ingredient: ingredients.name,
      name: supplierPacks.name,
      supplier: suppliers.name,
    })
    .from(supplierPacks)
    .innerJoin(ingredients, eq(ingredients.id, supplierPacks.ingredientId))
    .innerJoin(suppliers, eq(suppliers.id, supplierPacks.supplierId))
    .where(
      and(
        eq(supplierPacks.isLabelRead, false),
        isNull(ingredients.archivedAt),
        isNull(suppliers.archivedAt),
      ),
    )
    .orderBy(asc(ingredients.name), asc(supplierPacks.id));
  return foundList(
    packs.map(({ id, ingredient, name, supplier }) => ({
      id,
      label: [ingredient, name, supplier].filter((part) => part !== '').join(', '),
      date: null,
      orderId: null,
    })),
  );
}
