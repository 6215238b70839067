/** The contents of a day's prep sheet, for PDF and CSV alike. Spec 2, Daily Prep. */
import { type DeliveryWindow, DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { dailyTotals, type DailyTotals, type MealTotal } from '#domain/kitchen/daily-totals.ts';
import { matcherOf } from '#domain/kitchen/matched-ingredients.ts';
import { type IngredientRollUp, rollUpIngredients } from '#domain/kitchen/ingredient-roll-up.ts';
import { type KitchenBag, type KitchenItem, namesOf } from '#domain/kitchen/kitchen-bag.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';

export type CookedInWindow = { warm: number; cold: number };

export type CookRow = MealTotal & {
  perWindow: Record<DeliveryWindow, CookedInWindow>;
  /** "Contains: …", "Allergens: ask us". */
  allergens: string;
};

export type SpecialMeal = {
  personName: string;
  name: string;
  allergens: string;
  /** What the instructions mention and this meal contains. */
  holds: string[];
};

export type SpecialOrder = Omit<KitchenBag, 'items'> & {
  /** What the instructions say about food. */
  specialWords: string[];
  /** Whom they name with it. */
  specialPeople: string[];
  items: SpecialMeal[];
};

export type PrepSheet = {
  totals: DailyTotals;
  /** Read before anything is cooked. */
  specials: SpecialOrder[];
  /** Lunches first, then by name. */
  toCook: CookRow[];
  ingredients: IngredientRollUp;
};

/** From all bags of one day; those of cancelled orders are left out. */
export function prepSheet(bags: readonly KitchenBag[]): PrepSheet {
  const totals = dailyTotals(bags);
  const items = totals.packingList.flatMap((bag) => bag.items);
  return {
    totals,
    specials: totals.packingList
      .filter((bag) => bag.specialWords.length > 0)
      .map((bag) => {
        const matched = matcherOf(bag.specialInstructions, namesOf(bag));
        return { ...bag, items: bag.items.map((item) => specialMeal(item, matched(item.meal))) };
      }),
    toCook: totals.byMeal.map((meal) => cookRow(meal, totals, items)),
    ingredients: rollUpIngredients(items.map(({ meal }) => meal)),
  };
}

function specialMeal(item: KitchenItem, holds: string[]): SpecialMeal {
  return {
    personName: item.personName,
    name: item.meal.name,
    allergens: allergenStatement(item.meal.allergens),
    holds,
  };
}

function cookRow(
  meal: MealTotal,
  { windows }: DailyTotals,
  items: readonly KitchenItem[],
): CookRow {
  const inWindow = (window: DeliveryWindow): CookedInWindow => {
    const total = windows
      .find((one) => one.window === window)
      ?.byMeal.find(({ mealId }) => mealId === meal.mealId);
    return { warm: total?.warm ?? 0, cold: total?.cold ?? 0 };
  };
  const [noon, evening] = DELIVERY_WINDOWS;
  return {
    ...meal,
    perWindow: { [noon]: inWindow(noon), [evening]: inWindow(evening) },
    allergens: statementOf(items.filter(({ mealId }) => mealId === meal.mealId)),
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
