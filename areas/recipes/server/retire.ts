/** Taking ingredients and components off the list. */
import { eq } from 'drizzle-orm';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import type { BookLine } from '#areas/menu/rules/recipe/recipe-book.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { ingredients, components } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { type BookContext, saveInBook } from '#areas/recipes/server/save-in-book.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** Throws NotFound, and Conflict `in_use` with the recipes. */
export async function archiveIngredient(
  context: BookContext,
  staff: StaffMember,
  id: number,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, [], async (tx, book) => {
    const ingredient = book.ingredients.get(id);
    if (!ingredient || ingredient.archivedAt) throw new NotFound('This ingredient');
    await refuseInUse(tx, book, ingredient.name, (line) => usesIngredient(line, id));
    await hideIngredient(tx, context, staff, id);
    return {};
  });
}

/** Throws NotFound, and Conflict `in_use` with the recipes. */
export async function archiveComponent(
  context: BookContext,
  staff: StaffMember,
  id: number,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, [], async (tx, book) => {
    const component = book.components.get(id);
    if (!component || component.archivedAt) throw new NotFound('This component');
    await refuseInUse(
      tx,
      book,
      component.name,
      (line) => 'componentId' in line && line.componentId === id,
    );
    await hideComponent(tx, context, staff, id);
    return {};
  });
}

/** In the caller's transaction, with what took its place if anything did. */
export async function hideIngredient(
  tx: Transaction,
  context: BookContext,
  staff: StaffMember,
  id: number,
  replacedBy?: string,
): Promise<void> {
  const [hidden] = await tx
    .update(ingredients)
    .set({ archivedAt: new Date(context.clock()) })
    .where(eq(ingredients.id, id))
    .returning({ name: ingredients.name });
  await recordChange(tx, context, {
    staff,
    action: replacedBy === undefined ? 'ingredient.archive' : 'ingredient.replace',
    entityId: id,
    before: hidden,
    after: replacedBy === undefined ? null : { replacedBy },
  });
}

/** As `hideIngredient`. */
export async function hideComponent(
  tx: Transaction,
  context: BookContext,
  staff: StaffMember,
  id: number,
  replacedBy?: string,
): Promise<void> {
  const [hidden] = await tx
    .update(components)
    .set({ archivedAt: new Date(context.clock()) })
    .where(eq(components.id, id))
    .returning({ name: components.name });
  await recordChange(tx, context, {
    staff,
    action: replacedBy === undefined ? 'component.archive' : 'component.replace',
    entityId: id,
    before: hidden,
    after: replacedBy === undefined ? null : { replacedBy },
  });
}

async function refuseInUse(
  tx: Transaction,
  book: StoredBook,
  name: string,
  isUsedBy: (line: BookLine) => boolean,
): Promise<void> {
  const inComponents = [...book.components.values()].filter(
    ({ archivedAt, lines }) => !archivedAt && lines.some(isUsedBy),
  );
  const mealIds = [...book.meals.values()]
    .filter(({ lines }) => lines.some(isUsedBy))
    .map(({ mealId }) => mealId);
  if (inComponents.length + mealIds.length === 0) return;
  const mealNames = await tx.select({ id: meals.id, name: meals.name }).from(meals);
  const recipes = [
    ...inComponents.map(({ id, name: of }) => ({ componentId: id, name: of })),
    ...mealNames
      .filter(({ id }) => mealIds.includes(id))
      .map(({ id, name: of }) => ({ mealId: id, name: of })),
  ];
  throw new Conflict(
    'in_use',
    `${name} is in ${recipes.length === 1 ? 'a recipe' : `${recipes.length} recipes`}: ${recipes
      .slice(0, 3)
      .map((recipe) => recipe.name)
      .join(', ')}${recipes.length > 3 ? ' and others' : ''}. Replace it there first.`,
    { recipes },
  );
}

function usesIngredient(line: BookLine, id: number): boolean {
  return 'ingredientId' in line && line.ingredientId === id;
}
