/** What goes into a meal: of one that is there, or of a new one that declares what its recipe says. */
import { sql } from 'drizzle-orm';
import type {
  MealByRecipeReply,
  MealByRecipeSent,
  MealRecipeSent,
  RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { type MealRequest, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { wireName } from '#areas/menu/rules/meal-fields.ts';
import { BASIS } from '#areas/menu/rules/recipe-limits.ts';
import { deriveMeal, type DerivedMeal } from '#areas/menu/rules/derive-meal.ts';
import { type BookLine, recipeList, recipeTraces } from '#areas/menu/rules/recipe-book.ts';
import { listTakeOver, NOTHING_DECLARED, type TakenField } from '#areas/menu/rules/take-over.ts';
import { addMeal, checkSentMeal } from '#areas/menu/server/save-meal.ts';
import { getMealForChange } from '#areas/menu/server/meal-queries.ts';
import { mealRecipes } from '#areas/menu/server/tables/recipes.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { assertDefined, InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { refuseStale, type BookContext, saveInBook } from './save-in-book.ts';
import { checkLines, storeLines } from '#areas/recipes/server/save-component.ts';

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile` or `allergens_differ`. */
export async function saveMealRecipe(
  context: BookContext,
  staff: StaffMember,
  mealId: number,
  { settle, version, lines: sentLines, ...sent }: MealRecipeSent,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const meal = await getMealForChange(tx, mealId);
    const before = book.meals.get(mealId) ?? null;
    await refuseStale(tx, { entity: 'recipe', id: mealId }, before ?? { version: null }, version);
    refuseBasis(sent);
    const lines = checkLines(sentLines, book);
    const declared = settle.find((each) => each.mealId === mealId)?.allergens ?? meal.allergens;
    const { unexplained } = deriveMeal(
      { ...sent, lines },
      { ...meal, allergens: declared },
      sent.allergenReasons,
      book,
      { includesGst: false },
    );
    if (unexplained.length > 0) {
      throw new InvalidRequest(
        Object.fromEntries(
          unexplained.map((allergen) => [
            `allergenReasons.${allergen}`,
            `No ingredient brings ${allergen}. Say why the meal declares it.`,
          ]),
        ),
      );
    }
    await storeRecipe(tx, context, staff, { mealId, before, sent, lines });
    return { mealIds: [mealId] };
  });
}

/**
 * A new meal off the menu, with its recipe: it declares what that says, and `figures` where it cannot. Allergens that
 * nobody can know, of labels that nobody has read, are not declared. Throws InvalidRequest.
 */
export async function createMealByRecipe(
  context: BookContext,
  staff: StaffMember,
  { name, mealType, price, figures, lines: sentLines, ...sent }: MealByRecipeSent,
): Promise<MealByRecipeReply> {
  let meal: StaffMealReply | undefined;
  const book = await saveInBook(context, staff, [], async (tx, stored) => {
    refuseBasis(sent);
    const lines = checkLines(sentLines, stored);
    const derived = deriveMeal(
      { ...sent, lines },
      { ...NOTHING_DECLARED, priceCents: 0 },
      {},
      stored,
      {
        includesGst: false,
      },
    );
    const request = { ...knownOf(figures), ...declaredBy(derived), name, mealType, price };
    refuseUnknown(derived, request);
    const facts = await checkSentMeal(tx, {
      ...(request as MealRequest),
      description: '',
      isActive: false,
    });
    const traces = recipeTraces(lines, stored);
    meal = await addMeal(tx, context, staff, 'meal.create', {
      ...facts,
      // As every save of the book keeps them.
      recipeList: recipeList(lines, stored),
      mayContain: traces.length > 0 ? traces : null,
    });
    const recipe = { ...sent, steps: '', allergenReasons: {} };
    await storeRecipe(tx, context, staff, { mealId: meal.id, before: null, sent: recipe, lines });
    return { mealIds: [meal.id] };
  });
  context.site.renew();
  return { meal: assertDefined(meal, 'the new meal'), book };
}

/** On the wire: what is not known is left out. */
function declaredBy(derived: DerivedMeal): Partial<MealRequest> {
  const rows = listTakeOver(NOTHING_DECLARED, derived, {});
  return Object.fromEntries(
    rows.flatMap((row) => ('next' in row ? [[wireName(row.field), row.next]] : [])),
  ) as Partial<MealRequest>;
}

function knownOf(figures: MealByRecipeSent['figures']): Partial<MealRequest> {
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
}

/** Every meal has these. */
const ASKED_FOR = [
  'calories',
  'proteinGrams',
  'carbsGrams',
  'fatGrams',
] as const satisfies TakenField[];

function refuseUnknown(derived: DerivedMeal, request: Partial<MealRequest>): void {
  const missing = ASKED_FOR.filter((field) => request[wireName(field)] === undefined);
  if (missing.length === 0) return;
  throw new InvalidRequest(
    Object.fromEntries(
      missing.map((field) => {
        const names = derived.nutrition.unknown[field]?.join(', ') ?? '';
        return [`figures.${wireName(field)}`, `Not known of ${names}. Enter it for one portion.`];
      }),
    ),
  );
}

function refuseBasis({ basis }: { basis: number }): void {
  if (basis < BASIS.min || basis > BASIS.max)
    throw new InvalidRequest({ basis: `Enter ${BASIS.min} to ${BASIS.max} portions.` });
}

type RecipeToStore = {
  mealId: number;
  /** Null: its first. */
  before: object | null;
  sent: Pick<
    typeof mealRecipes.$inferInsert,
    'basis' | 'packagingCents' | 'steps' | 'allergenReasons'
  >;
  lines: readonly BookLine[];
};

async function storeRecipe(
  tx: Transaction,
  context: BookContext,
  staff: StaffMember,
  { mealId, before, sent, lines }: RecipeToStore,
): Promise<void> {
  await tx
    .insert(mealRecipes)
    .values({ mealId, ...sent })
    .onConflictDoUpdate({
      target: mealRecipes.mealId,
      set: { ...sent, version: sql`${mealRecipes.version} + 1` },
    });
  await storeLines(tx, { mealId }, lines);
  await recordChange(tx, context, {
    staff,
    action: before ? 'recipe.update' : 'recipe.create',
    entityId: mealId,
    before,
    after: { mealId, ...sent, lines },
  });
}
