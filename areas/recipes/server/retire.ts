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
import { type BaseUnit, convert, type Weights } from '#areas/menu/rules/units.ts';
import { refuseCircle } from '#areas/recipes/server/save-component.ts';

type Kind = 'ingredient' | 'component';

/** Throws NotFound, and Conflict `in_use` with the recipes. */
export async function archiveFood(
  context: BookContext,
  staff: StaffMember,
  kind: Kind,
  id: number,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, [], async (tx, book) => {
    const food = foodsOf(book, kind).find((each) => each.id === id);
    if (!food || food.archivedAt) throw new NotFound(`This ${kind}`);
    await refuseInUse(tx, book, food.name, (line) => idIn(line, kind) === id);
    await hideFood(tx, context, staff, { kind, id });
    return {};
  });
}

/** In the caller's transaction, with what took its place if anything did. */
export async function hideFood(
  tx: Transaction,
  context: BookContext,
  staff: StaffMember,
  { kind, id, replacedBy }: { kind: Kind; id: number; replacedBy?: string },
): Promise<void> {
  const table = kind === 'ingredient' ? ingredients : componentTable;
  const [hidden] = await tx
    .update(table)
    .set({ archivedAt: new Date(context.clock()) })
    .where(eq(table.id, id))
    .returning({ name: table.name });
  await recordChange(tx, context, {
    staff,
    action: replacedBy === undefined ? `${kind}.archive` : `${kind}.replace`,
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

function idIn(line: BookLine, kind: Kind): number | null {
  if ('ingredientId' in line) return kind === 'ingredient' ? line.ingredientId : null;
  return kind === 'component' ? line.componentId : null;
}

type Food = Weights & { id: number; name: string; baseUnit: BaseUnit; archivedAt: Date | null };

function foodsOf(book: StoredBook, kind: Kind): Food[] {
  return kind === 'ingredient'
    ? [...book.ingredients.values()]
    : [...book.components.values()].map((each) => ({ ...each, gramsPer100Pieces: null }));
}

/**
 * Each recipe gets a new version, and the allergens of all their meals are derived again. Throws NotFound, InvalidRequest,
 * and Conflict `allergens_differ`; also `circle` when the other component, or what it is made of, needs the old one.
 */
export async function replaceFood(
  context: BookContext,
  staff: StaffMember,
  kind: Kind,
  id: number,
  { byId, settle }: { byId: number; settle: readonly Settlement[] },
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const used = foodsOf(book, kind).filter(({ archivedAt }) => archivedAt === null);
    const [old, by] = [id, byId].map((which) => used.find((food) => food.id === which));
    if (!old) throw new NotFound(`This ${kind}`);
    if (!by || byId === id) throw new InvalidRequest({ byId: `Choose another ${kind}.` });
    if (kind === 'component') refuseNewCircles(book, id, byId);
    const touched = await replaceLines(tx, kind, old, by);
    await hideFood(tx, context, staff, { kind, id, replacedBy: by.name });
    return touched;
  });
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

async function replaceLines(tx: Transaction, kind: Kind, old: Food, by: Food): Promise<Touched> {
  const column = kind === 'ingredient' ? 'ingredientId' : 'usesComponentId';
  const lines = await tx.select().from(recipeLines).where(eq(recipeLines[column], old.id));
  for (const { id, qty } of lines)
    await tx
      .update(recipeLines)
      .set({ [column]: by.id, qty: asMuchOf(qty, old, by) })
      .where(eq(recipeLines.id, id));
  const componentIds = distinct(lines.map(({ componentId }) => componentId));
  const mealIds = distinct(lines.map(({ mealId }) => mealId));
  for (const componentId of componentIds) await nextVersion(tx, { componentId });
  for (const mealId of mealIds) await nextVersion(tx, { mealId });
  return { componentIds, mealIds };
}

/** By weight, unless both are counted alike. */
function asMuchOf(qty: number, old: Food, by: Food): number {
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
