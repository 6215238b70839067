/**
 * From a meal on the wire to the facts that the rules use, and back. For server and form alike.
 */
import type { WireValue } from '#areas/menu/calls/meal-schemas.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import { unprintedIn } from '#areas/needs/rules/gate/food-facts.ts';
import { tidyName } from '#platform/rules/customer-name.ts';
import {
  type MealFacts,
  type MealField,
  type MealWithRecipe,
  type FieldOfType,
  factsIfLeftOut,
  listMealFields,
  type OptionalFacts,
  rowOf,
  type WireName,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import { checkMeal } from '#areas/menu/rules/check-meal.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';

type MealOnTheWire = { [F in MealField as WireName<F>]: WireValue<F> } & Pick<
  MealWithRecipe,
  'recipeList'
>;

const WIRE_NAMES = listMealFields().map((field) => [field, wireName(field)] as const);
const BLANK = Object.fromEntries(WIRE_NAMES.map(([, name]) => [name, null])) as Record<
  WireName,
  WireValue<MealField>
>;

/** The facts of a meal on the wire. Optional fields that it leaves out stay as in `kept`, and its recipe's list. */
export function mealFactsFrom(
  sent: MealRequest,
  kept: OptionalFacts = factsIfLeftOut(),
): MealWithRecipe {
  const before: Partial<MealFacts> = kept;
  const facts = WIRE_NAMES.map(([field, name]) => {
    const value = sent[name];
    // Null is a value here, "not known any more", so only undefined counts as left out.
    return [field, value === undefined ? before[field] : factOf(field, value)];
  });
  return { ...Object.fromEntries(facts), recipeList: kept.recipeList } as MealWithRecipe;
}

function factOf(field: MealField, sent: WireValue<MealField>): MealFacts[MealField] {
  if (Array.isArray(sent)) return inOrderOfTheTable(field, sent);
  if (typeof sent !== 'string') return sent;
  if (field === 'name') return tidyName(sent);
  // Anything that is not an amount is refused as out of range.
  if (field === 'priceCents') return parseAmount(sent.trim()) ?? Number.NaN;
  return sent.trim();
}

/** Each entry once. */
function inOrderOfTheTable(field: MealField, sent: readonly string[]): MealFacts[MealField] {
  const { value } = rowOf(field);
  const known = value.type === 'list' ? value.of : [];
  return known.filter((entry) => sent.includes(entry)) as MealFacts[FieldOfType<'list'>];
}

/** A meal as requests and replies have it, in the order of the table; of its recipe only names that are not printed. */
export function mealOnTheWire(facts: MealWithRecipe): MealOnTheWire {
  // Lists of orders are full of meals: filling a copy is several times faster than adding field after field.
  const meal: Record<string, unknown> = { ...BLANK };
  for (const [field, name] of WIRE_NAMES) meal[name] = facts[field];
  meal.price = formatAmount(facts.priceCents);
  meal.recipeList = unprintedIn(facts);
  return meal as MealOnTheWire;
}

/** Wire field -> its problem; empty when the meal can be saved. */
export function mealProblems(facts: MealWithRecipe): Partial<Record<WireName, string>> {
  return Object.fromEntries(
    checkMeal(facts).map(({ field, message }) => [wireName(field), message]),
  );
}
