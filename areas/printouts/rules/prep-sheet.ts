/** The contents of a day's prep sheet, for PDF and CSV alike. Spec 2, Daily Prep. */
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { type WindowFacts, windowsOn } from '#areas/business/rules/offered-windows.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { agreedText } from '#areas/order-book/rules/allergy-band.ts';
import {
  dailyTotals,
  type DailyTotals,
  isSpecial,
  type MealTotal,
  type PackedBag,
} from '#areas/printouts/rules/daily-totals.ts';
import {
  type IngredientRollUp,
  rollUpIngredients,
} from '#areas/printouts/rules/ingredient-roll-up.ts';
import {
  isToCook,
  type KitchenBag,
  type KitchenItem,
} from '#areas/order-book/rules/kitchen-bag.ts';
import {
  agreedToIn,
  tracesFor,
  carefulPortions,
  type CarefulPortions,
  heldIn,
} from '#areas/order-book/rules/special-people.ts';
import { concernIn } from './concerned-meals.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';

export type CookedInWindow = { warm: number; cold: number };

export type CookRow = MealTotal & {
  /** As in the totals: the same windows, in the same sequence. */
  perWindow: (CookedInWindow & { window: DeliveryWindow })[];
  /** "Contains: …", "Allergens: ask us". */
  allergens: string;
  /** For whom some of them are made with care. */
  careful: CarefulPortions[];
};

export type SpecialMeal = {
  personName: string;
  name: string;
  allergens: string;
  /** What this meal contains against the person's allergens, their note or the instructions. */
  holds: string[];
  /** "CONTAINS PEANUT, AGREED: reason, who, date"; null for almost every meal. */
  agreed: string | null;
};

export type SpecialOrder = Omit<PackedBag, 'items'> & {
  /** Only the meals concerned. */
  items: SpecialMeal[];
};

export type PrepSheet = {
  /** For the dates of overrides. */
  timeZone: string;
  totals: DailyTotals;
  /** Read before anything is cooked. */
  specials: SpecialOrder[];
  /** Lunches first, then by name. */
  toCook: CookRow[];
  ingredients: IngredientRollUp;
};

/** From all bags of one day; those of cancelled orders are left out. */
export function prepSheet(
  bags: readonly KitchenBag[],
  facts: Pick<BusinessFacts, 'timeZone'> & WindowFacts,
): PrepSheet {
  const { timeZone } = facts;
  const [someBag] = bags;
  const totals = dailyTotals(bags, someBag ? windowsOn(facts, someBag.date) : []);
  const items = totals.packingList.filter(isToCook).flatMap((bag) => bag.items);
  return {
    timeZone,
    totals,
    specials: totals.packingList.filter(isSpecial).map((bag) => {
      const held = heldIn(bag);
      const concerned = bag.items.filter(concernIn(bag, held)).map((item) => ({
        personName: item.personName,
        name: item.meal.name,
        allergens: allergenStatement(item.meal.allergens),
        holds: held(item),
        agreed: item.override && agreedText(item.override, { timeZone }),
      }));
      return { ...bag, items: concerned };
    }),
    toCook: totals.byMeal.map((meal) => cookRow(meal, totals, items)),
    ingredients: rollUpIngredients(items.map(({ meal }) => meal)),
  };
}

function cookRow(
  meal: MealTotal,
  { windows, packingList }: DailyTotals,
  items: readonly KitchenItem[],
): CookRow {
  const perWindow = windows.map(({ window, byMeal }) => {
    const total = byMeal.find(({ mealId }) => mealId === meal.mealId);
    return { window, warm: total?.warm ?? 0, cold: total?.cold ?? 0 };
  });
  return {
    ...meal,
    perWindow,
    allergens: statementOf(items.filter(({ mealId }) => mealId === meal.mealId)),
    careful: carefulPortions(
      meal.mealId,
      packingList.map((bag) => ({
        ...bag,
        items: bag.items.map((item) => ({
          ...item,
          agreedTo: agreedToIn(item, bag.people),
          traces: tracesFor(item, bag.people),
        })),
      })),
    ),
  };
}

/**
 * Servings sold before a meal was changed may declare other allergens than later ones: then the sheet names all of
 * them.
 */
function statementOf(servings: readonly KitchenItem[]): string {
  const declared = servings.map(({ meal }) => meal.allergens);
  if (declared.includes(null)) return allergenStatement(null);
  return allergenStatement(declared.flatMap((allergens) => allergens ?? []));
}
