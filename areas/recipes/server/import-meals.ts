/** Meals from a file: our own template, or what a shop's program exports. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom, mealOnTheWire, mealProblems } from '#areas/menu/calls/meal-facts.ts';
import {
  type MealField,
  type MealWithRecipe,
  rowOf,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import { isMealImageUrl } from '#areas/menu/rules/meal-picture.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { addMeal, changeMeal, checkSentMeal } from '#areas/menu/server/save-meal.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { pictureRequests } from '#areas/menu/server/tables/picture-requests.ts';
import { findUnchangedMeals } from '#areas/menu/server/meal-queries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { followMealChange } from '#areas/orders/server/review-recipe.ts';
import {
  IMPORTED_FIELDS,
  MEAL_COLUMNS,
  MEAL_SHAPES,
  OWN_SHAPE,
} from '#areas/recipes/rules/meal-columns.ts';
import {
  fileCellOf,
  readMeal,
  type ReadMeal,
  type FileMeal,
  readProducts,
} from '#areas/recipes/server/read-meal.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { ImportQuestion } from '#platform/rules/imports.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { Importer, PlanAsked, ImportedRow, Storing } from '#platform/server/importer.ts';

export const SERVICE: ImportQuestion = {
  key: 'service',
  label: 'Meals that say neither lunch nor dinner are',
  type: 'choice',
  choices: [
    { value: 'lunch', label: 'Lunch' },
    { value: 'dinner', label: 'Dinner' },
  ],
};
const PICTURES: ImportQuestion = {
  key: 'pictures',
  label: 'Take the pictures too',
  hint: 'From public addresses, up to 10 MB each. They arrive after the meals.',
  type: 'tick',
};

export const mealImporter: Importer = {
  kind: 'meals',
  columns: MEAL_COLUMNS,
  shapes: MEAL_SHAPES,
  questions: (shape) => (shape === OWN_SHAPE ? [PICTURES] : [SERVICE, PICTURES]),
  plan: planMeals,
  finish: ({ site }) => site.renew(),
  undo: undoMeals,
  async template({ db }) {
    const rows = await db
      .select()
      .from(meals)
      .where(isNull(meals.archivedAt))
      .orderBy(asc(meals.id));
    return [
      IMPORTED_FIELDS.map((field) => wireName(field)),
      ...rows.map((meal) => {
        const wire = mealOnTheWire(meal);
        return IMPORTED_FIELDS.map((field) => fileCellOf(wire[wireName(field)]));
      }),
    ];
  },
};

async function planMeals(context: Context, asked: PlanAsked): Promise<ImportedRow[]> {
  const { tx, rows, has } = asked;
  const known = await tx
    .select()
    .from(meals)
    .where(isNull(meals.archivedAt))
    .orderBy(asc(meals.id))
    .for('no key update');
  const byName = Map.groupBy(known, ({ name }) => personKey(name));
  const requested = await tx
    .select({ mealId: pictureRequests.mealId, url: pictureRequests.url })
    .from(pictureRequests);
  const pictures = new Set(requested.map(({ mealId, url }) => `${mealId} ${url}`));
  const found = readProducts(rows, has);
  const named = Map.groupBy(found, ({ cells }) => personKey(cells['name'] ?? ''));
  const planned = found.map((entry) => {
    const key = personKey(entry.cells['name'] ?? '');
    const there = byName.get(key) ?? [];
    const twice = key === '' ? [] : (named.get(key) ?? []).filter((other) => other !== entry);
    const doubts = [
      ...twice.map(({ row }) => `Row ${row} has the same name.`),
      ...(there.length > 1 ? ['Two of your meals have this name. Rename one first.'] : []),
    ];
    return planOne(context, asked, { entry, meal: there[0] ?? null, doubts, pictures });
  });
  return refuseWithVariants(found, planned);
}

type One = {
  entry: FileMeal;
  /** The meal of this name; null: it is new. */
  meal: MealRow | null;
  doubts: readonly string[];
  /** Meal and address of all that were asked for. */
  pictures: ReadonlySet<string>;
};

function planOne(
  context: Context,
  { has, shape, answers }: PlanAsked,
  { entry, meal, doubts, pictures }: One,
): ImportedRow {
  const read = readMeal(entry.cells, { has, shape, service: answers['service'] ?? '', kept: meal });
  const start = meal ? mealOnTheWire(meal) : { description: '' };
  const request = { ...start, ...read.values } as MealRequest;
  const facts = mealFactsFrom({ ...request, isActive: meal?.isActive ?? false }, meal ?? undefined);
  const problems = [...entry.problems, ...doubts, ...read.problems];
  if (problems.length === 0) problems.push(...whyNotStored(facts, has));
  const { row, others } = entry;
  const base = { row, others, name: facts.name || '(no name)', problems, notes: read.notes };
  if (problems.length > 0) return { ...base, outcome: 'refused' };
  const url = pictureOf(read, { meal, pictures, isAsked: answers['pictures'] === 'yes' });
  const changed = meal ? IMPORTED_FIELDS.filter((field) => isOther(field, meal, facts)) : [];
  const basis = [meal?.id ?? null, meal?.version ?? null, facts, url];
  const notes = [
    ...read.notes,
    ...changesText(changed),
    ...(url === null ? [] : ['With its picture.']),
  ];
  if (!meal) return { ...base, notes, basis, outcome: 'new', store: storeNew(context, facts, url) };
  if (changed.length === 0 && url === null) return { ...base, basis, outcome: 'same' };
  return {
    ...base,
    notes,
    basis,
    outcome: 'changed',
    store: storeChange(context, meal, facts, url),
  };
}

function isOther(field: MealField, meal: MealRow, facts: MealWithRecipe): boolean {
  return !isDeepStrictEqual(meal[field], facts[field]);
}

function changesText(changed: readonly MealField[]): string[] {
  if (changed.length === 0) return [];
  return [`Changes ${changed.map((field) => rowOf(field).names.label.toLowerCase()).join(', ')}.`];
}

/** What a file declares is checked against the ingredients, although a meal off the menu might stay at odds. */
function whyNotStored(facts: MealWithRecipe, has: ReadonlySet<string>): string[] {
  const problems = Object.values(mealProblems(facts));
  const declares = (['allergens', 'mayContain', 'dietaryTags'] as const).some((key) =>
    has.has(key),
  );
  if (problems.length > 0 || !declares) return problems;
  return mealAtOdds(facts).map(({ message }) => message);
}

type PictureAsked = Pick<One, 'meal' | 'pictures'> & { isAsked: boolean };

/** Only for a meal without one, and only once. */
function pictureOf(
  { picture }: ReadMeal,
  { meal, pictures, isAsked }: PictureAsked,
): string | null {
  if (
    !isAsked ||
    picture === '' ||
    !/^https?:/.test(picture) ||
    !isMealImageUrl(picture.replace(/^http:/, 'https:'))
  )
    return null;
  if (meal && (meal.imageUrl !== null || pictures.has(`${meal.id} ${picture}`))) return null;
  return picture;
}

/** All variants of a product, or none: their rows only make sense together. */
function refuseWithVariants(
  found: readonly FileMeal[],
  planned: readonly ImportedRow[],
): ImportedRow[] {
  const refused = new Set(
    found.flatMap(({ product }, at) => (planned[at]?.outcome === 'refused' ? [product] : [])),
  );
  return planned.map(({ store, ...row }, at) => {
    const isDrawnIn = row.outcome !== 'refused' && refused.has(found[at]?.product ?? -1);
    if (!isDrawnIn) return store ? { ...row, store } : row;
    return { ...row, outcome: 'refused', problems: ['Another variant of it is refused.'] };
  });
}

/** Off the menu, whatever it says. */
export function storeNew(context: Context, facts: MealWithRecipe, url: string | null) {
  return async ({ tx, staff, origin, made }: Storing) => {
    const checked = await checkSentMeal(tx, mealOnTheWire(facts) as MealRequest);
    const { id } = await addMeal(tx, context, staff, 'meal.import', {
      ...checked,
      isActive: false,
      origin,
    });
    made('meals', id);
    await requestPicture(tx, context, id, url);
  };
}

function storeChange(context: Context, before: MealRow, facts: MealWithRecipe, url: string | null) {
  return async ({ tx, staff }: Storing) => {
    const { business } = await context.site.current();
    if (IMPORTED_FIELDS.some((field) => isOther(field, before, facts))) {
      const action = 'meal.update';
      const { version } = await changeMeal(tx, context, staff, before, { action, values: facts });
      const by = { staff, facts: business, cooked: 'also' } as const;
      await followMealChange(context, tx, by, { before, after: { ...before, ...facts, version } });
    }
    await requestPicture(tx, context, before.id, url);
  };
}

async function requestPicture(
  tx: Transaction,
  { clock }: Context,
  mealId: number,
  url: string | null,
): Promise<void> {
  if (url === null) return;
  await tx.insert(pictureRequests).values({ mealId, url, createdAt: new Date(clock()) });
}

export async function undoMeals(
  context: Context,
  tx: Transaction,
  staff: Storing['staff'],
  ids: Readonly<Partial<Record<string, number[]>>>,
): Promise<{ undone: number; left: number }> {
  const made = ids['meals'] ?? [];
  if (made.length === 0) return { undone: 0, left: 0 };
  const rows = await tx
    .select()
    .from(meals)
    .where(and(inArray(meals.id, made), isNull(meals.archivedAt)))
    .orderBy(asc(meals.id))
    .for('no key update');
  const unchanged = await findUnchangedMeals(tx, made);
  const ordered = await tx
    .selectDistinct({ id: orderItems.mealId })
    .from(orderItems)
    .where(inArray(orderItems.mealId, made));
  const isOrdered = new Set(ordered.map(({ id }) => id));
  const going = rows.filter(({ id }) => unchanged.has(id) && !isOrdered.has(id));
  const archivedAt = new Date(context.clock());
  for (const meal of going)
    await changeMeal(tx, context, staff, meal, { action: 'meal.archive', values: { archivedAt } });
  return { undone: going.length, left: rows.length - going.length };
}
