/** The recipes that a file brought go again, as far as nobody has changed or ordered what came with them. */
import { and, gte, inArray, isNotNull } from 'drizzle-orm';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { recipeLines } from '#areas/menu/server/tables/recipes.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { undoMeals } from '#areas/recipes/server/import/import-meals.ts';
import { archiveComponent, archiveIngredient } from '#areas/recipes/server/retire.ts';
import { type BookContext, bookWithin, saveInBook } from '#areas/recipes/server/save-in-book.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Made = Readonly<Partial<Record<string, number[]>>>;

/** New meals are archived, first recipes of other meals taken away; then what nothing else is cooked from. */
export async function undoRecipes(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  made: Made,
): Promise<{ undone: number; left: number }> {
  const { meals: ofMeals = [], recipes = [], components = [], ingredients = [] } = made;
  const book = bookWithin(context, tx);
  const archived = await undoMeals(context, tx, staff, { meals: ofMeals });
  const goneMeals = await tx
    .select({ id: meals.id })
    .from(meals)
    .where(and(inArray(meals.id, ofMeals), isNotNull(meals.archivedAt)));
  const going = await findUnused(context, tx, made);
  await removeRecipes(book, staff, [...goneMeals.map(({ id }) => id), ...going]);
  let undone = archived.undone + going.length;
  // What goes into others was stored before them.
  for (const id of components.toReversed()) {
    const isAsItCame = (await loadRecipeBook(tx)).components.get(id)?.version === 1;
    if (isAsItCame && (await isDone(archiveComponent(book, staff, id)))) undone += 1;
  }
  const { ingredients: kept } = await loadRecipeBook(tx);
  for (const id of ingredients)
    if (kept.get(id)?.version === 1) await isDone(archiveIngredient(book, staff, id));
  return { undone, left: ofMeals.length + recipes.length + components.length - undone };
}

/** For these recipes those that are as they came, of meals that nobody waits for. */
async function findUnused(
  context: Context,
  tx: Transaction,
  { recipes: mealIds = [], recipeVersions = [] }: Made,
): Promise<number[]> {
  if (mealIds.length === 0) return [];
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const awaited = await tx
    .selectDistinct({ id: orderItems.mealId })
    .from(orderItems)
    .where(and(inArray(orderItems.mealId, mealIds), gte(orderItems.mealDate, today)));
  const isAwaited = new Set(awaited.map(({ id }) => id));
  const { meals: book } = await loadRecipeBook(tx);
  return mealIds.filter(
    (id, at) => book.get(id)?.version === (recipeVersions[at] ?? 1) && !isAwaited.has(id),
  );
}

async function removeRecipes(
  book: BookContext,
  staff: StaffMember,
  mealIds: readonly number[],
): Promise<void> {
  if (mealIds.length === 0) return;
  await saveInBook(book, staff, [], async (tx, before) => {
    await tx.delete(recipeLines).where(inArray(recipeLines.mealId, [...mealIds]));
    for (const mealId of mealIds)
      await recordChange(tx, book, {
        staff,
        action: 'recipe.remove',
        entityId: mealId,
        before: before.meals.get(mealId),
      });
    return { mealIds: [...mealIds] };
  });
}

/** False: other recipes need it, or it is gone already. */
async function isDone(archiving: Promise<unknown>): Promise<boolean> {
  try {
    await archiving;
    return true;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return false;
    throw error;
  }
}
