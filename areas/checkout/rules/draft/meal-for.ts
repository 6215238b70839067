/**
 * Whether a meal may be put on a person's plate at one time: the one rule for picking, copying and filling. The server asks
 * the same of the finished order (`food-check.ts`). Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import { deliveryDatesOf, type DraftModeFacts } from '#areas/order-book/rules/order-draft.ts';
import { ENOUGH, leftToPlace, type PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet, FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashNames, namesText, verdictOf } from '#areas/needs/rules/gate/verdict.ts';
import { missedDietsText } from '#areas/needs/rules/unite-people.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

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
