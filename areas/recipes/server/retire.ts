/** Taking ingredients and components off the list. */
import { eq } from 'drizzle-orm';
import type { RecipeBookReply, Settlement } from '#areas/recipes/calls/recipe-book.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  ingredients,
  components as componentTable,
  recipeLines,
} from '#areas/menu/server/tables/recipes.ts';
import { Conflict, NotFound, InvalidRequest } from '#platform/server/errors.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import {
  type BookContext,
  saveInBook,
  nextVersion,
  type Touched,
} from '#areas/recipes/server/save-in-book.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { convert, type Weights } from '#areas/menu/rules/units.ts';
import { refuseCircle } from '#areas/recipes/server/save-component.ts';

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
    .update(componentTable)
    .set({ archivedAt: new Date(context.clock()) })
    .where(eq(componentTable.id, id))
    .returning({ name: componentTable.name });
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

// Another ingredient or component in the place of one, in every recipe at once.

type Replacement = { byId: number; settle: readonly Settlement[] };

/**
 * Each recipe gets a new version, and the allergens of all their meals are derived again. Throws NotFound,
 * InvalidRequest, and Conflict `allergens_differ`.
 */
export async function replaceIngredient(
  context: BookContext,
  staff: StaffMember,
  id: number,
  { byId, settle }: Replacement,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const [old, by] = pair(book.ingredients, { id, byId, what: 'ingredient' });
    const touched = await replaceLines(tx, { ingredientId: id }, { old, by });
    await hideIngredient(tx, context, staff, id, by.name);
    return touched;
  });
}

/** As for ingredients; also Conflict `circle` when the other one, or what it is made of, needs the old one. */
export async function replaceComponent(
  context: BookContext,
  staff: StaffMember,
  id: number,
  { byId, settle }: Replacement,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const [old, by] = pair(book.components, { id, byId, what: 'component' });
    refuseNewCircles(book, id, byId);
    const touched = await replaceLines(
      tx,
      { usesComponentId: id },
      { old: { ...old, gramsPer100Pieces: null }, by: { ...by, gramsPer100Pieces: null } },
    );
    await hideComponent(tx, context, staff, id, by.name);
    return touched;
  });
}

type Kept = { name: string; archivedAt: Date | null };

function pair<Row extends Kept>(
  all: ReadonlyMap<number, Row>,
  { id, byId, what }: { id: number; byId: number; what: string },
): [old: Row, by: Row] {
  const [old, by] = [all.get(id), all.get(byId)];
  if (!old || old.archivedAt) throw new NotFound(`This ${what}`);
  if (!by || by.archivedAt || byId === id) {
    throw new InvalidRequest({ byId: `Choose another ${what}.` });
  }
  return [old, by];
}

/** For components, as they would be. */
function refuseNewCircles(book: StoredBook, id: number, byId: number): void {
  const replaced = (line: BookLine): BookLine =>
    'componentId' in line && line.componentId === id ? { ...line, componentId: byId } : line;
  const components = new Map(
    [...book.components].map(([key, each]) => [
      key,
      each.archivedAt ? each : { ...each, lines: each.lines.map(replaced) },
    ]),
  );
  for (const component of components.values()) {
    if (component.archivedAt === null && component.id !== id) {
      refuseCircle({ ...book, components }, component, component.lines);
    }
  }
}

type Measured = Weights & { name: string; baseUnit: 'g' | 'ml' | 'piece' };

async function replaceLines(
  tx: Transaction,
  from: { ingredientId: number } | { usesComponentId: number },
  { old, by }: { old: Measured & { id: number }; by: Measured & { id: number } },
): Promise<Touched> {
  const lines = await tx
    .select()
    .from(recipeLines)
    .where(
      'ingredientId' in from
        ? eq(recipeLines.ingredientId, from.ingredientId)
        : eq(recipeLines.usesComponentId, from.usesComponentId),
    );
  for (const line of lines) {
    await tx
      .update(recipeLines)
      .set({
        ...('ingredientId' in from ? { ingredientId: by.id } : { usesComponentId: by.id }),
        qty: asMuchOf(line.qty, old, by),
      })
      .where(eq(recipeLines.id, line.id));
  }
  const componentIds = distinct(lines.map(({ componentId }) => componentId));
  const mealIds = distinct(lines.map(({ mealId }) => mealId));
  for (const componentId of componentIds) await nextVersion(tx, { componentId });
  for (const mealId of mealIds) await nextVersion(tx, { mealId });
  return { componentIds, mealIds };
}

/** By weight, unless both are counted alike. */
function asMuchOf(qty: number, old: Measured, by: Measured): number {
  if (old.baseUnit === by.baseUnit) return qty;
  const grams = convert(qty, old.baseUnit, 'g', old);
  const other = grams === null ? null : convert(grams, 'g', by.baseUnit, by);
  if (other === null || Math.round(other) < 1) {
    throw new InvalidRequest({ byId: `Weigh ${old.name} and ${by.name} first.` });
  }
  return Math.round(other);
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
