/** Recipes from a file. What it brings is undeclared until someone reads the packs. */
import { archiveFood } from '#areas/recipes/server/retire.ts';
import { isNull, TransactionRollbackError, and, gte, inArray, isNotNull } from 'drizzle-orm';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { type FileRecipe, readRecipes, RECIPE_COLUMNS } from '#areas/recipes/rules/read-recipes.ts';
import { foodKey } from '#areas/recipes/rules/read-lines.ts';
import { SERVICE, undoMeals } from './import-meals.ts';
import { type Import, plainSteps, storeRecipe } from './store-recipe.ts';
import {
  lockBook,
  type BookContext,
  bookWithin,
  saveInBook,
  byName,
} from '#areas/recipes/server/save-in-book.ts';
import { searchKey } from '#platform/rules/search-key.ts';
import {
  assertDefined,
  InvalidRequest,
  ServiceError,
  Conflict,
  NotFound,
} from '#platform/server/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CsvCell } from '#platform/server/drawing/csv.ts';
import type { ImportedRow, Importer, PlanAsked, Storing } from '#platform/server/importer.ts';
import { recipeLines } from '#areas/menu/server/tables/recipes.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export const recipeImporter: Importer = {
  kind: 'recipes',
  counted: ['recipes', 'components', 'meals'],
  columns: RECIPE_COLUMNS,
  shapes: [],
  questions: () => [
    {
      key: 'price',
      label: 'Price of new meals',
      hint: 'For recipes of portions whose meal is not here yet: it arrives off the menu, its allergens not declared. Empty: such recipes are left out.',
      type: 'text',
      longest: 10,
    },
    SERVICE,
  ],
  plan: planRecipes,
  finish: ({ site }) => site.renew(),
  undo: undoRecipes,
  template: writeRecipes,
};

async function planRecipes(context: Context, asked: PlanAsked): Promise<ImportedRow[]> {
  const { tx, staff, rows, has, answers } = asked;
  await lockBook(tx);
  const { components } = await loadRecipeBook(tx);
  const there = new Set([...components.values()].map(({ name }) => foodKey(name)));
  const recipes = readRecipes(rows);
  const outcomes = new Map<FileRecipe, Pick<ImportedRow, 'outcome' | 'problems' | 'notes'>>();
  await undone(tx, async (rehearsal) => {
    const storing = { tx: rehearsal, staff, origin: 'import:0', made: () => {} };
    const all = { context, storing, asked, recipes };
    const attempt = async (recipe: FileRecipe, way: readonly FileRecipe[]): Promise<void> => {
      if (outcomes.has(recipe)) return;
      const problems = [...recipe.problems, ...sameAs(recipe, recipes)];
      for (const needed of neededFor(recipe, recipes)) {
        if (way.includes(needed))
          problems.push(`${needed.name} would need itself: ${namesOf([...way, recipe, needed])}.`);
        else await attempt(needed, [...way, recipe]);
        const isMissing =
          outcomes.get(needed)?.outcome === 'refused' && !there.has(foodKey(needed.name));
        if (isMissing) problems.push(`It needs ${needed.name}, which is to fix.`);
      }
      outcomes.set(recipe, await tryOut(all, recipe, problems));
    };
    for (const recipe of recipes) await attempt(recipe, []);
  });
  const stored = new Set<FileRecipe>();
  const store = async (recipe: FileRecipe, storing: Storing): Promise<void> => {
    if (stored.has(recipe)) return;
    stored.add(recipe);
    for (const needed of neededFor(recipe, recipes)) await store(needed, storing);
    await storeRecipe({ context, storing, asked, recipes }, recipe);
  };
  return recipes.map((recipe): ImportedRow => {
    const outcome = assertDefined(outcomes.get(recipe), 'the outcome of a recipe');
    const isStored = outcome.outcome === 'new' || outcome.outcome === 'changed';
    return {
      ...outcome,
      row: recipe.row,
      others: recipe.others,
      name: recipe.name || '(no name)',
      basis: [recipe, [...has], answers],
      ...(isStored && { store: (storing: Storing) => store(recipe, storing) }),
    };
  });
}

/** Runs `work` and takes it back. */
async function undone(tx: Transaction, work: (part: Transaction) => Promise<void>): Promise<void> {
  try {
    await tx.transaction(async (part) => {
      await work(part);
      part.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}

const namesOf = (recipes: readonly FileRecipe[]) => recipes.map(({ name }) => name).join(' > ');

/** Twice in one file: which one is meant? A meal and a component may have one name. */
function sameAs(recipe: FileRecipe, recipes: readonly FileRecipe[]): string[] {
  const isSame = (other: FileRecipe) =>
    other !== recipe &&
    searchKey(other.name) === searchKey(recipe.name) &&
    (other.makes?.of === recipe.makes?.of || !other.makes || !recipe.makes);
  if (recipe.name === '') return [];
  return recipes.filter(isSame).map(({ row }) => `Row ${row} has the same recipe.`);
}

/** Those of the file that are cooked for it. */
function neededFor(recipe: FileRecipe, recipes: readonly FileRecipe[]): FileRecipe[] {
  const names = new Set(recipe.lines.map(({ name }) => foodKey(name)));
  return recipes.filter(
    (other) =>
      other !== recipe && other.makes?.of === 'component' && names.has(foodKey(other.name)),
  );
}

/** What would become of it, by storing it for a moment: so every rule of the cookbook is asked. */
async function tryOut(
  all: Import,
  recipe: FileRecipe,
  problems: readonly string[],
): Promise<Pick<ImportedRow, 'outcome' | 'problems' | 'notes'>> {
  if (problems.length > 0) return { outcome: 'refused', problems, notes: [] };
  try {
    return await all.storing.tx.transaction(async (tx) => {
      const storing = { ...all.storing, tx };
      const result = await storeRecipe({ ...all, storing }, recipe);
      return { ...result, problems: [] };
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { outcome: 'refused', problems: problemsOf(error, recipe), notes: [] };
  }
}

function problemsOf(error: ServiceError, { lines }: FileRecipe): string[] {
  const fields = error instanceof InvalidRequest ? error.details['fields'] : undefined;
  if (!fields) return [error.message];
  return Object.entries(fields as Record<string, string>).map(([field, message]) => {
    const line = lines[Number(/^lines\.(\d+)/.exec(field)?.[1])];
    if (line) return `Row ${line.row}, ${line.name}: ${message}`;
    return field === 'pot' || field === 'basis' ? `Makes: ${message}` : message;
  });
}

/** Components first, then meals, each by name. Recipe and what it makes stand in every row, so that the table can be sorted. */
async function writeRecipes({ db }: Context): Promise<CsvCell[][]> {
  const { ingredients, components, meals: recipes } = await loadRecipeBook(db);
  const current = await db.select().from(meals).where(isNull(meals.archivedAt));
  const nameOf = (line: BookLine) =>
    'ingredientId' in line ? ingredients.get(line.ingredientId) : components.get(line.componentId);
  const rowsOf = (
    name: string,
    makes: string,
    { lines, steps }: { lines: readonly BookLine[]; steps: string },
  ) => {
    const all = plainSteps(steps);
    return Array.from({ length: Math.max(lines.length, all.length) }, (_, at): CsvCell[] => {
      const line = lines[at];
      const used = line && nameOf(line);
      const goes = line && used ? [used.name, line.qty, used.baseUnit] : ['', '', ''];
      return [name, makes, ...goes, all[at] ?? ''];
    });
  };
  return [
    RECIPE_COLUMNS.map(({ label }) => label),
    ...[...components.values()]
      .filter(({ archivedAt }) => archivedAt === null)
      .toSorted(byName)
      .flatMap((one) => rowsOf(one.name, `${one.potQty} ${one.baseUnit}`, one)),
    ...current.toSorted(byName).flatMap(({ id, name }) => {
      const recipe = recipes.get(id);
      return recipe ? rowsOf(name, `${recipe.basis} portions`, recipe) : [];
    }),
  ];
}

type Made = Readonly<Partial<Record<string, number[]>>>;

/** New meals are archived, first recipes of other meals taken away; then what nothing else is cooked from. */
async function undoRecipes(
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
  let undoneCount = archived.undone + going.length;
  // What goes into others was stored before them.
  for (const id of components.toReversed()) {
    const isAsItCame = (await loadRecipeBook(tx)).components.get(id)?.version === 1;
    if (isAsItCame && (await isDone(archiveFood(book, staff, 'component', id)))) undoneCount += 1;
  }
  const { ingredients: kept } = await loadRecipeBook(tx);
  for (const id of ingredients)
    if (kept.get(id)?.version === 1) await isDone(archiveFood(book, staff, 'ingredient', id));
  return {
    undone: undoneCount,
    left: ofMeals.length + recipes.length + components.length - undoneCount,
  };
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
