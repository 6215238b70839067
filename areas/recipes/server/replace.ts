/** Another ingredient or component in the place of one, in every recipe at once. */
import { eq } from 'drizzle-orm';
import type { RecipeBookReply, Settlement } from '#areas/recipes/calls/recipe-book.ts';
import { convert, type Weights } from '#areas/menu/rules/units.ts';
import type { BookLine } from '#areas/menu/rules/recipe/recipe-book.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { recipeLines } from '#areas/menu/server/tables/recipes.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { hideComponent, hideIngredient } from '#areas/recipes/server/retire.ts';
import {
  type BookContext,
  nextVersion,
  saveInBook,
  type Touched,
} from '#areas/recipes/server/save-in-book.ts';
import { refuseCircle } from '#areas/recipes/server/save-component.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

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
