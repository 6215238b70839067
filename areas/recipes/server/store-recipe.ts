/** One recipe of a file becomes one of the cookbook, by the cookbook's own saves: what they refuse is refused. */
import { NO_NUTRIENTS } from '#areas/menu/rules/nutrition.ts';
import { isDeepStrictEqual } from 'node:util';
import { isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import { INPUT_UNITS, toBase } from '#areas/menu/rules/units.ts';
import {
  loadRecipeBook,
  mealsUsing,
  type StoredBook,
  type StoredComponent,
  type StoredMealRecipe,
} from '#areas/menu/server/load-recipe-book.ts';
import { getMealForChange, undeclaredIn } from '#areas/menu/server/meal-queries.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { changeMeal } from '#areas/menu/server/save-meal.ts';
import * as calls from '#areas/recipes/calls/recipe-book.ts';
import { type FileLine, type FileRecipe, findFood } from '#areas/recipes/rules/read-recipes.ts';
import { foodKey } from '#areas/recipes/rules/read-lines.ts';
import { listConcerned } from '#areas/orders/server/review-recipe.ts';
import { storeNew } from '#areas/recipes/server/import-meals.ts';
import { readMeal } from '#areas/recipes/server/read-meal.ts';
import {
  checkLines,
  createComponent,
  updateComponent,
} from '#areas/recipes/server/save-component.ts';
import { bookWithin } from '#areas/recipes/server/save-in-book.ts';
import { createIngredient } from '#areas/recipes/server/save-ingredient.ts';
import { saveMealRecipe } from '#areas/recipes/server/save-meal-recipe.ts';
import { searchKey } from '#platform/rules/search-key.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { assertDefined, Conflict, InvalidRequest } from '#platform/server/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { ImportedRow, PlanAsked, Storing } from '#platform/server/importer.ts';

/** All that the recipes of one file share. */
export type Import = {
  context: Context;
  storing: Storing;
  asked: Pick<PlanAsked, 'has' | 'answers'>;
  recipes: readonly FileRecipe[];
};

/** What a recipe is about; `kept` null: it has none yet. */
type Target =
  | { of: 'meal'; mealId: number | null; kept: StoredMealRecipe | null; portions: number }
  | { of: 'component'; kept: StoredComponent | null; pot: calls.ComponentSent['pot'] };

/** Throws ServiceError for what the cookbook refuses. */
export async function storeRecipe(
  all: Import,
  recipe: FileRecipe,
): Promise<Pick<ImportedRow, 'outcome' | 'notes'>> {
  const { tx } = all.storing;
  const stored = await loadRecipeBook(tx);
  const target = await targetOf(tx, recipe, stored);
  const { kept } = target;
  const { lines, fresh } = await linesOf(all, recipe, stored, target);
  const steps = stepsOf(all.asked, recipe, kept?.steps ?? '');
  const isAsBefore =
    kept !== null &&
    fresh.length === 0 &&
    kept.steps === steps &&
    isDeepStrictEqual(checkLines(lines, stored), kept.lines) &&
    makesAsMuch(target);
  if (isAsBefore) return { outcome: 'same', notes: [] };
  const goes = { lines, steps };
  const saved = await (target.of === 'meal'
    ? storeMeal(all, recipe.name, target, goes)
    : storeComponent(all, recipe.name, target, goes));
  const notes = [
    ...(fresh.length > 0 ? [`New and not declared: ${fresh.join(', ')}.`] : []),
    ...saved,
  ];
  return { outcome: kept ? 'changed' : 'new', notes };
}

/** Throws InvalidRequest. */
async function targetOf(tx: Transaction, recipe: FileRecipe, stored: StoredBook): Promise<Target> {
  const { makes, name } = recipe;
  const isNamed = (one: { name: string; archivedAt: Date | null }) =>
    one.archivedAt === null && searchKey(one.name) === searchKey(name);
  const [meal, second] = (await tx.select().from(meals).where(isNull(meals.archivedAt))).filter(
    isNamed,
  );
  const component = [...stored.components.values()].find(isNamed) ?? null;
  if (makes?.of === 'component') {
    const { amount, unit } = makes;
    return { of: 'component', kept: component, pot: { amount, unit } };
  }
  if (!makes && component) {
    if (meal)
      refuse('A meal and a component have this name. Say in Makes which: portions, or 5 kg.');
    const pot = { amount: String(component.potQty), unit: component.baseUnit };
    return { of: 'component', kept: component, pot };
  }
  if (second) refuse('Two of your meals have this name. Rename one first.');
  const kept = (meal && stored.meals.get(meal.id)) ?? null;
  const portions = makes?.portions ?? kept?.basis;
  if (portions === undefined)
    refuse('Say what it makes: portions, such as 10, or an amount, such as 5 kg.');
  return { of: 'meal', mealId: meal?.id ?? null, kept, portions };
}

function refuse(problem: string): never {
  throw new InvalidRequest({ recipe: problem });
}

function makesAsMuch(target: Target): boolean {
  if (target.of === 'meal') return target.portions === target.kept?.basis;
  if (!target.kept) return false;
  const { baseUnit, potQty, gramsPerLitre } = target.kept;
  const weights = { gramsPerLitre, gramsPer100Pieces: null };
  const found = toBase(target.pot.amount, target.pot.unit, baseUnit, weights);
  return 'qty' in found && found.qty === potQty;
}

/** As the file says; as they are where it says no other: blank lines are none of its own. */
function stepsOf({ has }: Import['asked'], { steps }: FileRecipe, kept: string): string {
  const said = steps.join('\n');
  return !has.has('step') || said === plainSteps(kept).join('\n') ? kept : said;
}

/** One a row. */
export function plainSteps(steps: string): string[] {
  return steps
    .split('\n')
    .map((step) => step.trim())
    .filter((step) => step !== '');
}

type Food = { ingredientId: number } | { componentId: number };

/** `fresh`: what was not known yet, and is made undeclared. */
async function linesOf(
  all: Import,
  recipe: FileRecipe,
  stored: StoredBook,
  { of, kept }: Target,
): Promise<{ lines: calls.LineSent[]; fresh: string[] }> {
  const known = listFoods(stored).filter(
    ({ food }) => of === 'meal' || !('componentId' in food) || food.componentId !== kept?.id,
  );
  const left = [...(kept?.lines ?? [])];
  const made = new Map<string, Food>();
  const lines: calls.LineSent[] = [];
  for (const [at, { name, amount, unit }] of recipe.lines.entries()) {
    const { foods, prep } = findFood(name, known) ?? { foods: [], prep: '' };
    const used = foods.filter(({ food }) => kept?.lines.some((line) => isSameFood(line, food)));
    const [one, other] = foods.length > 1 ? used : foods;
    if (foods.length > 1 && (!one || other))
      throw new InvalidRequest({
        [`lines.${at}`]: 'Two in your cookbook have this name. Rename one.',
      });
    const food = one?.food ?? made.get(name) ?? (await makeIngredient(all, name));
    if (!one) made.set(name, food);
    const counted = (one?.baseUnit ?? 'piece') === 'piece' ? 'piece' : null;
    const inUnit = unit ?? counted;
    if (inUnit === null) throw new InvalidRequest({ [`lines.${at}`]: 'Unit is missing.' });
    // How it is cut and what is lost are in no column: a line that stays keeps them.
    const before = left.findIndex((line) => isSameFood(line, food));
    const [was] = before === -1 ? [] : left.splice(before, 1);
    lines.push({
      ...food,
      amount,
      unit: inUnit,
      lossBp: was?.lossBp ?? null,
      prep: prep || (was?.prep ?? ''),
    });
  }
  return { lines, fresh: [...made.keys()] };
}

function listFoods({ ingredients, components }: StoredBook) {
  return [
    ...[...ingredients.values()].map((row) => ({ ...row, food: { ingredientId: row.id } })),
    ...[...components.values()].map((row) => ({ ...row, food: { componentId: row.id } })),
  ].filter(({ archivedAt }) => archivedAt === null);
}

function isSameFood(line: BookLine, food: Food): boolean {
  return 'ingredientId' in line
    ? 'ingredientId' in food && food.ingredientId === line.ingredientId
    : 'componentId' in food && food.componentId === line.componentId;
}

/** Nobody has read its pack. */
async function makeIngredient({ context, storing, recipes }: Import, name: string): Promise<Food> {
  const isIt = (line: FileLine) => foodKey(line.name) === foodKey(name);
  const bases = recipes
    .flatMap(({ lines }) => lines.filter(isIt))
    .map(({ unit }) => INPUT_UNITS[unit ?? 'piece'].base);
  // Weighed where any recipe of the file weighs it: what a spoon of it weighs can be entered later.
  const baseUnit = bases.includes('g') ? 'g' : bases[0];
  const sent = { name, baseUnit, storeArea: 'dry', contains: null, ...NO_NUTRIENTS };
  const body = checkedBy(calls.createIngredient.body, sent);
  const { id } = await createIngredient(bookWithin(context, storing.tx), storing.staff, body);
  storing.made('ingredients', id);
  return { ingredientId: id };
}

/** As the call for one of them checks it. Throws InvalidRequest. */
function checkedBy<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(sent);
  if (!error) return data as z.output<Schema>;
  throw new InvalidRequest(
    Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])),
  );
}

type Goes = { lines: calls.LineSent[]; steps: string };

async function storeComponent(
  all: Import,
  name: string,
  { kept, pot }: Target & { of: 'component' },
  goes: Goes,
): Promise<string[]> {
  const { context, storing } = all;
  const book = bookWithin(context, storing.tx);
  if (kept) {
    const {
      id,
      baseUnit: _unit,
      potQty: _qty,
      archivedAt: _gone,
      createdAt: _at,
      ...fields
    } = kept;
    const body = checkedBy(calls.updateComponent.body, { ...fields, pot, ...goes });
    const notes = await undeclare(all, { componentId: id }, (now) => ({
      ...now,
      components: new Map(now.components).set(id, { ...kept, lines: checkLines(goes.lines, now) }),
    }));
    await updateComponent(book, storing.staff, id, body);
    return notes;
  }
  const { base: baseUnit } = INPUT_UNITS[pot.unit];
  const sent = { name, baseUnit, pot, keepsDays: 0, ...goes };
  const body = checkedBy(calls.createComponent.body, sent);
  const { components } = await createComponent(book, storing.staff, body);
  const made = components.find((one) => one.name === body.name.trim());
  storing.made('components', assertDefined(made, 'the new component').id);
  return ['Cooked on the day of its delivery, until you say how long it keeps.'];
}

const NO_RECIPE: Omit<StoredMealRecipe, 'basis' | 'steps'> = {
  mealId: 0,
  version: 1,
  packagingCents: 0,
  allergenReasons: {},
  handsMinutes: null,
  restMinutes: null,
  cookMinutes: null,
  chillMinutes: null,
  createdAt: new Date(0),
  lines: [],
};

async function storeMeal(
  all: Import,
  name: string,
  { mealId, kept, portions }: Target & { of: 'meal' },
  goes: Goes,
): Promise<string[]> {
  const { context, storing } = all;
  const isNew = mealId === null;
  const id = mealId ?? (await makeMeal(all, name));
  const { createdAt, version, mealId: _meal, lines: _lines, ...fields } = kept ?? NO_RECIPE;
  const sent = { ...fields, basis: portions, ...goes };
  const notes = await undeclare(all, { mealId: id }, (now) => {
    const known = { mealId: id, createdAt, version };
    const then = { ...sent, ...known, lines: checkLines(goes.lines, now) };
    return { ...now, meals: new Map(now.meals).set(id, then) };
  });
  const book = bookWithin(context, storing.tx);
  const body = checkedBy(calls.saveMealRecipe.body, { ...sent, version: kept ? version : null });
  const saved = await saveMealRecipe(book, storing.staff, id, body);
  if (!isNew && !kept) {
    storing.made('recipes', id);
    // One that was taken away before goes on counting.
    const recipe = saved.meals.find((one) => one.mealId === id);
    storing.made('recipeVersions', assertDefined(recipe, 'the new recipe').version);
  }
  return [...(isNew ? ['With a new meal, off the menu.'] : []), ...notes];
}

/** As a file of meals brings it: off the menu, nothing declared. */
async function makeMeal({ context, storing, asked }: Import, name: string): Promise<number> {
  const { price = '', service = '' } = asked.answers;
  if (price.trim() === '')
    refuse(
      'No meal has this name. Import your meals first, or say at the columns what new ones cost.',
    );
  const about = { has: new Set(['name', 'price']), shape: null, service, kept: null };
  const { values, problems } = readMeal({ name, price }, about);
  const [problem] = problems;
  if (problem !== undefined) refuse(problem);
  const facts = mealFactsFrom({ description: '', isActive: false, ...values } as MealRequest);
  const made: number[] = [];
  await storeNew(context, facts, null)({ ...storing, made: (_what, id) => void made.push(id) });
  const id = assertDefined(made[0], 'the new meal');
  storing.made('meals', id);
  return id;
}

/**
 * Meals off the menu no longer declare their allergens once what goes into them has a pack that nobody has read. One on the menu,
 * or in orders, keeps its recipe: throws Conflict `allergens_differ`.
 */
async function undeclare(
  { context, storing: { tx, staff } }: Import,
  of: { componentId: number } | { mealId: number },
  change: (now: StoredBook) => StoredBook,
): Promise<string[]> {
  const now = await loadRecipeBook(tx);
  const then = change(now);
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const ids = 'mealId' in of ? [of.mealId] : mealsUsing(then, { componentIds: [of.componentId] });
  const notes: string[] = [];
  for (const id of ids) {
    const meal = await getMealForChange(tx, id, { orArchived: true });
    const found = undeclaredIn(then, meal);
    if (!found?.unchecked.length || isDeepStrictEqual(found, undeclaredIn(now, meal))) continue;
    const why = `nobody has read the pack of ${found.unchecked.join(', ')}`;
    if (meal.isActive || (await listConcerned(tx, id, today)).length > 0)
      throw new Conflict(
        'allergens_differ',
        `${meal.name} declares its allergens, and ${why}. Switch it off first, or read the pack.`,
      );
    const values = { allergens: null };
    await changeMeal(tx, context, staff, meal, { action: 'meal.update', values });
    notes.push(`${meal.name} no longer declares its allergens: ${why}.`);
  }
  return notes;
}
