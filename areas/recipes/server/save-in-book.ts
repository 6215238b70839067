/** The one way in which ingredients, components and recipes change: one save at a time, with what meals declare. */
import { isDeepStrictEqual } from 'node:util';
import { eq, sql, and } from 'drizzle-orm';
import type {
  AllergensDifferReply,
  RecipeBookReply,
  Settlement,
  IngredientReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { mealProblems } from '#areas/menu/calls/meal-facts.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { deriveMeal, mayBeSettled } from '#areas/menu/rules/derive-meal.ts';
import { recipeList, recipeTraces } from '#areas/menu/rules/recipe-book.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { untrueTags } from '#areas/needs/rules/gate/fits-diet.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { components, mealRecipes, recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { changeMeal, recordVersions } from '#areas/menu/server/save-meal.ts';
import { getMealForChange, undeclaredIn } from '#areas/menu/server/meal-queries.ts';
import {
  loadRecipeBook,
  mealsUsing,
  type StoredBook,
  type StoredIngredient,
} from '#areas/menu/server/load-recipe-book.ts';
import { listConcerned, reviewRecipe } from '#areas/orders/server/review-recipe.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { listChanges } from '#platform/server/audit/audit.ts';

export type BookContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Saves as parts of a transaction that changes more: its caller lets the menu be read again. */
export function bookWithin(context: BookContext, tx: Transaction): BookContext {
  // A transaction begins others as the database does: as parts of itself.
  const db = tx as unknown as Context['db'];
  return { ...context, db, site: { ...context.site, renew: () => {} } };
}

/** What a save changed. Their recipes get a new version; the allergens of every meal that needs them are looked at. */
export type Touched = {
  ingredientIds?: number[];
  componentIds?: number[];
  mealIds?: number[];
};

/** Any number: what matters is that it is the same for every save. */
const ONE_SAVE_AT_A_TIME = 7_301_944;

/**
 * Runs `work`, keeps new versions, and lets meals declare what `settle` says. Throws Conflict `allergens_differ` when a
 * meal would then declare less than it contains; nothing is stored.
 */
export async function saveInBook(
  context: BookContext,
  staff: StaffMember,
  settle: readonly Settlement[],
  work: (tx: Transaction, book: StoredBook) => Promise<Touched>,
): Promise<RecipeBookReply> {
  const { business } = await context.site.current();
  let hasChanged = false;
  const reply = await context.db.transaction(async (tx) => {
    await lockBook(tx);
    const before = await loadRecipeBook(tx);
    const worked = await work(tx, before);
    const changed = await loadRecipeBook(tx);
    const concerned = concernedMeals(changed, worked, settle);
    const touched = await storeReasons(tx, worked, settle);
    const book = touched === worked ? changed : await loadRecipeBook(tx);
    await recordVersions(tx, book, ownersOf(touched, book), {
      at: context.clock(),
      by: staff.email,
    });
    const meals: MealRow[] = [];
    for (const id of concerned) {
      const meal = await getMealForChange(tx, id, { orArchived: true });
      const followed = await followRecipe(context, tx, { staff, business, book, settle }, meal);
      if (followed !== meal) hasChanged = true;
      meals.push(followed);
    }
    await refuseUndeclared(context, tx, business, { before, book, meals });
    return toBookReply(book, business);
  });
  if (hasChanged) context.site.renew();
  return reply;
}

/** Two saves at once could close a circle together, or declare by a recipe that the other one changes. */
export async function lockBook(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ONE_SAVE_AT_A_TIME})`);
}

/** Counts a recipe's version up. Its lines may have changed, or what it says of itself. */
export async function nextVersion(
  tx: Transaction,
  owner: { componentId: number } | { mealId: number },
): Promise<void> {
  await ('componentId' in owner
    ? tx
        .update(components)
        .set({ version: sql`${components.version} + 1` })
        .where(eq(components.id, owner.componentId))
    : tx
        .update(mealRecipes)
        .set({ version: sql`${mealRecipes.version} + 1` })
        .where(eq(mealRecipes.mealId, owner.mealId)));
}

/** Stores the reasons that were settled with the recipes of their meals. The same when there are none. */
async function storeReasons(
  tx: Transaction,
  touched: Touched,
  settle: readonly Settlement[],
): Promise<Touched> {
  const mealIds = new Set(touched.mealIds);
  let isSame = true;
  for (const { mealId, reasons = {} } of settle) {
    const given = Object.entries(reasons).filter(([, reason]) => reason.trim() !== '');
    if (given.length === 0) continue;
    if (given.some(([allergen]) => !mayBeSettled(allergen as Allergen))) {
      throw new InvalidRequest({ settle: 'Only sulphites can be left out with a reason.' });
    }
    const added = JSON.stringify(Object.fromEntries(given));
    await tx
      .update(mealRecipes)
      .set({ allergenReasons: sql`${mealRecipes.allergenReasons} || ${added}::jsonb` })
      .where(eq(mealRecipes.mealId, mealId));
    // A meal whose recipe was saved itself has its new version already.
    if (!mealIds.has(mealId)) await nextVersion(tx, { mealId });
    mealIds.add(mealId);
    isSame = false;
  }
  return isSame ? touched : { ...touched, mealIds: [...mealIds] };
}

/** A meal whose recipe was taken away has none to keep. */
function ownersOf({ componentIds = [], mealIds = [] }: Touched, book: StoredBook) {
  return [
    ...componentIds.map((componentId) => ({ componentId })),
    ...mealIds.filter((mealId) => book.meals.has(mealId)).map((mealId) => ({ mealId })),
  ];
}

/** In the sequence in which meals are locked. */
function concernedMeals(
  book: StoredBook,
  touched: Touched,
  settle: readonly Settlement[],
): number[] {
  const all = [...mealsUsing(book, touched), ...(touched.mealIds ?? [])];
  const stranger = settle.find(({ mealId }) => !all.includes(mealId));
  if (stranger) throw new InvalidRequest({ settle: 'This save does not concern that meal.' });
  return [...new Set(all)].toSorted((a, b) => a - b);
}

type BookSave = {
  staff: StaffMember;
  business: BusinessFacts;
  /** As it is now. */
  book: StoredBook;
  settle: readonly Settlement[];
};

/** The meal knows what its recipe names now and declares what was agreed; anyone who is to get it is looked after. */
async function followRecipe(
  context: BookContext,
  tx: Transaction,
  { staff, business, book, settle }: BookSave,
  before: MealRow,
): Promise<MealRow> {
  const at = settle.findIndex(({ mealId }) => mealId === before.id);
  const settlement = settle[at];
  const lines = book.meals.get(before.id)?.lines ?? [];
  const values = {
    recipeList: recipeList(lines, book),
    mayContain: withTraces(before.mayContain, recipeTraces(lines, book)),
    ...(settlement && declaredBy(settlement, before)),
  };
  const after = { ...before, ...values };
  if (isDeepStrictEqual(after, before)) return before;
  if (settlement) refuseProblems(after, `settle.${at}`);
  else refuseAtOdds(before, after);
  const { version } = await changeMeal(tx, context, staff, before, {
    action: 'meal.update',
    values,
  });
  const saved = { ...after, version };
  const by = { staff, facts: business, cooked: 'also' } as const;
  await reviewRecipe(context, tx, by, { before, after: saved });
  return saved;
}

function declaredBy({ allergens: sent, ingredients }: Settlement, before: MealRow) {
  const allergens = ALLERGENS.filter((allergen) => sent.includes(allergen));
  const untrue = untrueTags({ ...before, allergens }).map(({ tag }) => tag);
  return {
    allergens,
    ...(ingredients !== undefined && { ingredients: ingredients.trim() }),
    ...(untrue.length > 0 && {
      dietaryTags: before.dietaryTags?.filter((tag) => !untrue.includes(tag)) ?? null,
    }),
  };
}

function refuseProblems(meal: MealRow, prefix: string): void {
  const problems = Object.entries(mealProblems(meal));
  if (problems.length === 0) return;
  throw new InvalidRequest(
    Object.fromEntries(problems.map(([field, message]) => [`${prefix}.${field}`, message])),
  );
}

/** A recipe cannot take a meal off the menu without a word: “vegan” with honey in it is put right first. */
function refuseAtOdds(before: MealRow, after: MealRow): void {
  if (!after.isActive || after.archivedAt) return;
  const known = mealAtOdds(before).map(({ message }) => message);
  const found = mealAtOdds(after).find(({ message }) => !known.includes(message));
  if (found) throw new InvalidRequest({ settle: `${after.name}: ${found.message}` });
}

async function refuseUndeclared(
  context: BookContext,
  tx: Transaction,
  business: BusinessFacts,
  { before, book, meals }: { before: StoredBook; book: StoredBook; meals: readonly MealRow[] },
): Promise<void> {
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const differing: AllergensDifferReply['meals'] = [];
  for (const meal of meals) {
    const found = undeclaredIn(book, meal);
    // What was wrong before this save, and is no worse, must not stop it.
    if (!found || isDeepStrictEqual(found, undeclaredIn(before, meal))) continue;
    const awaited = await listConcerned(tx, meal.id, today);
    differing.push({
      mealId: meal.id,
      name: meal.name,
      ...found,
      allergens: ALLERGENS.filter(
        (allergen) => found.missing.includes(allergen) || meal.allergens?.includes(allergen),
      ),
      ingredients: meal.ingredients,
      proposedIngredients: proposedFor(meal, book),
      people: new Set(awaited.map(({ personId }) => personId)).size,
    });
  }
  const [first] = differing;
  if (first) throw new Conflict('allergens_differ', differText(first), { meals: differing });
}

function proposedFor(meal: MealRow, book: StoredBook): string {
  const recipe = book.meals.get(meal.id);
  return recipe
    ? deriveMeal(recipe, meal, recipe.allergenReasons, book, { includesGst: false }).ingredientList
    : '';
}

function differText({ name, missing, unchecked }: AllergensDifferReply['meals'][number]): string {
  if (missing.length > 0) return `${name} does not declare ${missing.join(', ')}.`;
  return `${name} declares its allergens, and nobody has read the pack of ${unchecked.join(', ')}.`;
}

/** What staff said of traces stays: anyone who takes one off does it in the meal. */
function withTraces(known: Allergen[] | null, found: readonly Allergen[]): Allergen[] | null {
  const isNew = found.some((allergen) => !known?.includes(allergen));
  return isNew
    ? ALLERGENS.filter((one) => found.includes(one) || (known?.includes(one) ?? false))
    : known;
}

/** What is in use of the book, by name. */
export function toBookReply(book: StoredBook, business: BusinessFacts): RecipeBookReply {
  return {
    ingredients: [...book.ingredients.values()]
      .filter(isKept)
      .toSorted(byName)
      .map(toIngredientReply),
    components: [...book.components.values()].filter(isKept).toSorted(byName),
    meals: [...book.meals.values()],
    includesGst: business.gstRegistered,
  };
}

export function toIngredientReply(ingredient: StoredIngredient): IngredientReply {
  return { ...ingredient, checkedAt: ingredient.checkedAt?.toISOString() ?? null };
}

function isKept({ archivedAt }: { archivedAt: Date | null }): boolean {
  return archivedAt === null;
}

export function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en-AU');
}

type Of = { entity: 'ingredient' | 'component' | 'recipe' | 'supplier'; id: number };

/** Throws the Conflict that says who changed it since `seen`, and what, unless it still has that version. */
export async function refuseStale(
  tx: Transaction,
  of: Of,
  current: { version: number | null },
  seen: number | null,
): Promise<void> {
  if (seen === current.version) return;
  const { changes } = await listChanges(tx, {
    entity: of.entity,
    entityId: String(of.id),
    limit: 1,
  });
  const by = changes[0]?.staffEmail ?? 'Someone';
  const what = await changedFields(tx, of, current, seen);
  const words = what.length > 0 ? ` (${what.join(', ')})` : '';
  throw new Conflict(
    'changed_meanwhile',
    `${by} changed this since you opened it${words}. Look at the new version, then make your change again.`,
    { changedBy: changes[0]?.staffEmail ?? null, changedFields: what, version: current.version },
  );
}

async function changedFields(
  tx: Transaction,
  { entity, id }: Of,
  current: object,
  seen: number | null,
): Promise<string[]> {
  if (entity === 'ingredient' || entity === 'supplier' || seen === null) return [];
  const owner = entity === 'component' ? recipeVersions.componentId : recipeVersions.mealId;
  const [kept] = await tx
    .select({ body: recipeVersions.body })
    .from(recipeVersions)
    .where(and(eq(owner, id), eq(recipeVersions.version, seen)));
  // Kept as JSON, so that dates are texts there.
  const now = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  const then = (kept?.body ?? now) as Record<string, unknown>;
  return Object.keys(now).filter(
    (field) => field !== 'version' && !isDeepStrictEqual(now[field], then[field]),
  );
}

/** Throws Conflict `unlikely_figures` with `fields`, unless someone said that they looked. */
export function refuseUnlikely(fields: Record<string, string>, checked: boolean): void {
  const [first] = Object.values(fields);
  if (first === undefined || checked) return;
  throw new Conflict('unlikely_figures', first, { fields });
}
