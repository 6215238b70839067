/**
 * Whether a meal may be put on a person's plate at one time: the one rule for picking, copying and filling. The server asks
 * the same of the finished order (`food-check.ts`). Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth, type PlainDate, daysBetween } from '#platform/rules/plain-date.ts';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import {
  deliveryDatesOf,
  type DraftModeFacts,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { ENOUGH, leftToPlace, type PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet, FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashNames, namesText, verdictOf } from '#areas/needs/rules/gate/verdict.ts';
import { missedDietsText } from '#areas/needs/rules/unite-people.ts';
import { type MealAssignment, type Person, placeMeal } from '#areas/order-book/rules/people.ts';
import { similarMeals } from '#areas/menu/rules/similar-meals.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { parseAmount } from '#platform/rules/money.ts';

export type MealToPlace = DietaryMeal &
  Pick<MealFacts, 'mealType' | 'availableFrom' | 'availableTo' | 'shelfLifeDays' | 'freezable'> &
  Partial<Pick<MealFacts, 'mayContain'>>;

export type CellOfWeek = Pick<MealAssignment, 'date' | 'mealType'>;

export type MealVerdict =
  | { outcome: 'ok' }
  /** For the other kind, or not on sale that day. */
  | { outcome: 'not offered' }
  /** For this day. */
  | { outcome: 'sold out'; date: PlainDate }
  /** For these allergens and words to avoid. */
  | { outcome: 'clash'; names: string[] }
  | { outcome: 'undeclared'; words: string[] }
  | { outcome: 'will not keep'; eatBy: PlainDate }
  /** May be chosen by hand, once it was read what may be in it. */
  | { outcome: 'traces'; allergens: Allergen[] }
  /** May be chosen by hand. */
  | { outcome: 'not their diet'; diets: Diet[] };

type KeepingFacts = Pick<BusinessFacts, 'keepsFreshDays'>;

/** The gravest reason against it. */
export function mealFor(
  person: Pick<FoodNeeds, 'allergens' | 'avoid' | 'diets'>,
  meal: MealToPlace,
  { date, mealType }: CellOfWeek,
  deliveryDate: PlainDate,
  facts: KeepingFacts,
): MealVerdict {
  if (meal.mealType !== mealType || !isMealAvailableOn(meal, date))
    return { outcome: 'not offered' };
  const verdict = verdictOf(person, meal, { deliveryDate, mealDate: date }, facts);
  switch (verdict.verdict) {
    case 'clash':
      return { outcome: 'clash', names: clashNames(verdict) };
    case 'undeclared':
      return { outcome: 'undeclared', words: verdict.words };
    case 'will_not_keep':
      return { outcome: 'will not keep', eatBy: verdict.eatBy };
    case 'traces':
      return { outcome: 'traces', allergens: verdict.allergens };
    case 'diet':
      return { outcome: 'not their diet', diets: verdict.diets };
    default:
      return { outcome: 'ok' };
  }
}

/** By hand: what is placed automatically must be 'ok'. */
export function mayBeChosen({ outcome }: MealVerdict): boolean {
  return outcome === 'ok' || outcome === 'traces' || outcome === 'not their diet';
}

/** Why not, in a few words: "cashew", "keeps until Fri 4 Dec"; empty for a meal that suits. */
export function verdictText(verdict: MealVerdict): string {
  switch (verdict.outcome) {
    case 'ok':
      return '';
    case 'not offered':
      return 'not on the menu that day';
    case 'sold out':
      return `sold out for ${formatDayAndMonth(verdict.date)}`;
    case 'clash':
      return namesText(verdict.names);
    case 'undeclared':
      return verdict.words.length === 0
        ? 'allergens not declared yet'
        : `may contain ${verdict.words.join(', ')}`;
    case 'will not keep':
      return `keeps until ${formatDayAndMonth(verdict.eatBy)}`;
    case 'traces':
      return `may contain traces of ${namesText(verdict.allergens)}`;
    case 'not their diet':
      return missedDietsText(verdict.diets);
  }
}

/** `people`: everyone as they are by then, while many meals are being placed. */
export type MealRule = (
  person: Person,
  meal: MealToPlace & { id: number },
  cell: CellOfWeek,
  people?: readonly Person[],
) => MealVerdict;

/** The rule for an order as it is now, and for what is left of meals that are running out. */
export function mealRuleFor(
  draft: Parameters<typeof deliveryDatesOf>[0],
  facts: DraftModeFacts & KeepingFacts,
  { first, left = ENOUGH }: { first?: PlainDate | undefined; left?: PortionsOf } = {},
): MealRule {
  const deliveryDateOf = deliveryDatesOf(draft, facts, first);
  return (person, meal, cell, people = draft.people) => {
    const verdict = mealFor(person, meal, cell, deliveryDateOf(cell.date), facts);
    if (!mayBeChosen(verdict)) return verdict;
    return leftToPlace(left, people, { person, mealId: meal.id, cell }) === 0
      ? { outcome: 'sold out', date: cell.date }
      : verdict;
  };
}

// One meal for everyone: only where it suits; anyone who is left out is named. Ours.

/** A meal that someone did not get, and why. */
type MissedMeal = {
  personIndex: number;
  cell: CellOfWeek;
  mealId: number;
  verdict: MealVerdict;
};

export type ShareMenu = {
  rule: MealRule;
  find: (mealId: number) => (MealToPlace & { id: number }) | undefined;
};

export function othersWhoMayHave(
  people: readonly Person[],
  fromIndex: number,
  meal: CellOfWeek & { mealId: number },
  menu: ShareMenu,
): { others: number[]; missed: MissedMeal[] } {
  const { mealId, date, mealType } = meal;
  const cell = { date, mealType };
  const others: number[] = [];
  const missed: MissedMeal[] = [];
  const placed = people.map((person, index) =>
    index === fromIndex ? placeMeal(person, cell, mealId) : person,
  );
  for (const [personIndex, person] of people.entries()) {
    if (personIndex === fromIndex) continue;
    const verdict = verdictOn(person, mealId, cell, menu, placed);
    if (verdict.outcome === 'ok') {
      others.push(personIndex);
      placed[personIndex] = placeMeal(person, cell, mealId);
    } else missed.push({ personIndex, cell, mealId, verdict });
  }
  return { others, missed };
}

function verdictOn(
  person: Person,
  mealId: number,
  cell: CellOfWeek,
  { rule, find }: ShareMenu,
  people: readonly Person[],
): MealVerdict {
  const meal = find(mealId);
  return meal ? rule(person, meal, cell, people) : { outcome: 'not offered' };
}

/** "Not Grandma Elizabeth: fish." */
export function missedText(
  people: readonly Pick<Person, 'name'>[],
  { personIndex, verdict }: Pick<MissedMeal, 'personIndex' | 'verdict'>,
): string {
  return `Not ${people[personIndex]?.name ?? ''}: ${verdictText(verdict)}.`;
}

/** So near each other the same meal is one too many. */
export const REPEAT_DAYS = 2;

type MealForSale = MealToPlace & { id: number; calories: number };

type Kitchen<Meal> = {
  meals: readonly Meal[];
  portionsLeft: PortionsOf;
  facts: DraftModeFacts & Pick<BusinessFacts, 'keepsFreshDays'>;
};

/**
 * What could be placed instead of a meal that could not: suiting the person in every way, not within two days of the same,
 * nearest in calories; first the meal itself, where it can be had by now.
 */
export function mealsInstead<Meal extends MealForSale>(
  draft: OrderDraft,
  person: Person,
  missing: MealAssignment & { calories: number },
  { meals, portionsLeft, facts }: Kitchen<Meal>,
  count: number,
): Meal[] {
  const { date, mealType, mealId, calories } = missing;
  const rule = mealRuleFor(draft, facts, { first: date, left: portionsLeft });
  const fitting = meals.filter((meal) => rule(person, meal, { date, mealType }).outcome === 'ok');
  const isRepeat = ({ id }: Meal) =>
    person.mealAssignments.some(
      (meal) => meal.mealId === id && Math.abs(daysBetween(meal.date, date)) <= REPEAT_DAYS,
    );
  const itself = fitting.filter(({ id }) => id === mealId);
  const others = fitting.filter((meal) => !isRepeat(meal));
  const similar = similarMeals({ id: mealId, mealType, calories }, others, count);
  return [...itself, ...similar].slice(0, count);
}

type PricedMeal = MealForSale & { price: string; ingredients: string };

/**
 * What is placed unasked in place of a meal: of its main ingredient where there is one, then nearest in calories, and never
 * dearer. Null: nothing that suits.
 */
export function nearestInstead<Meal extends PricedMeal>(
  draft: OrderDraft,
  person: Person,
  missing: MealAssignment & Pick<PricedMeal, 'calories' | 'price' | 'ingredients'>,
  kitchen: Kitchen<Meal>,
): Meal | null {
  const mostCents = parseAmount(missing.price) ?? 0;
  const fitting = mealsInstead(draft, person, missing, kitchen, kitchen.meals.length).filter(
    ({ price }) => (parseAmount(price) ?? Infinity) <= mostCents,
  );
  const main = mainIngredient(missing.ingredients);
  const alike = main && fitting.find(({ ingredients }) => mainIngredient(ingredients) === main);
  return alike ?? fitting[0] ?? null;
}
