/** How long a meal keeps, and what to do with one planned for later. Food Standards Code 1.2.5; ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { formatFreshness } from '#areas/business/rules/service-text.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';

export const FREEZE_ADVICE = 'Freeze on arrival';

export function shouldFreeze(
  meal: { deliveryDate: PlainDate; mealDate: PlainDate },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): boolean {
  return daysBetween(meal.deliveryDate, meal.mealDate) > facts.keepsFreshDays;
}

export type KeptMeal = {
  deliveryDate: PlainDate;
  mealDate: PlainDate;
  /** Null: shelf life not entered yet. */
  shelfLifeDays: number | null;
  /** Null: not known whether it can be frozen. */
  freezable: boolean | null;
};

export type StorageAdvice = {
  /** The last day to eat the meal without freezing it; null: not known. */
  useBy: PlainDate | null;
  /** `freeze` only for meals known to survive it. `eat-sooner`: planned for later than it keeps. */
  plan: 'as-planned' | 'freeze' | 'eat-sooner';
};

export function storageAdvice(
  meal: KeptMeal,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): StorageAdvice {
  const { deliveryDate, mealDate, shelfLifeDays, freezable } = meal;
  const useBy = shelfLifeDays === null ? null : addDays(deliveryDate, shelfLifeDays);
  const outlivesUseBy = useBy !== null && mealDate > useBy;
  if (!outlivesUseBy && !shouldFreeze(meal, facts)) return { useBy, plan: 'as-planned' };
  if (freezable === true) return { useBy, plan: 'freeze' };
  return { useBy, plan: outlivesUseBy || useBy === null ? 'eat-sooner' : 'as-planned' };
}

/** What to do on arrival with a meal of an order; null for one that is eaten fresh. */
export function adviceFor(
  item: Pick<KeptMeal, 'deliveryDate' | 'mealDate'> & {
    meal: Pick<KeptMeal, 'shelfLifeDays' | 'freezable'>;
  },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): string | null {
  const { meal, deliveryDate, mealDate } = item;
  return formatAdvice(storageAdvice({ ...meal, deliveryDate, mealDate }, facts));
}

/** What to do on arrival, as printed in the wizard, the email and on the label; null for a meal eaten fresh. */
export function formatAdvice({ plan, useBy }: StorageAdvice): string | null {
  if (plan === 'as-planned') return null;
  if (plan === 'freeze') return FREEZE_ADVICE;
  return useBy === null ? 'Ask us how long it keeps' : `Eat by ${formatDayAndMonth(useBy)}`;
}

/** "Keeps 3 days in the fridge after delivery. You can freeze it on the day it arrives." */
export function keepingText(
  { shelfLifeDays, freezable }: Pick<MealFacts, 'shelfLifeDays' | 'freezable'>,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): string {
  const days =
    shelfLifeDays === null
      ? formatFreshness(facts)
      : `${shelfLifeDays} ${shelfLifeDays === 1 ? 'day' : 'days'}`;
  return `Keeps ${days} in the fridge after delivery. ${freezingText(freezable)}`;
}

function freezingText(freezable: boolean | null): string {
  if (freezable === null) return 'Ask us before you freeze it.';
  return freezable ? 'You can freeze it on the day it arrives.' : 'Do not freeze it.';
}

/** Where goods are put away, which is how a shopping list is sorted. */
export const STORE_AREAS = ['produce', 'meat', 'fish', 'dairy', 'dry', 'freezer'] as const;

export type StoreArea = (typeof STORE_AREAS)[number];

export const STORE_AREA_NAMES: Record<StoreArea, string> = {
  produce: 'Fruit and vegetables',
  meat: 'Meat',
  fish: 'Fish',
  dairy: 'Dairy and eggs',
  dry: 'Dry store',
  freezer: 'Freezer',
};

/** `day` goods end at their date; `store` goods stay until counted; of `none` nothing is known. */
export const STOCK_RULES = ['day', 'store', 'none'] as const;
export type StockRule = (typeof STOCK_RULES)[number];

export function stockRuleOf(ingredient: {
  stockRule: StockRule | null;
  storeArea: StoreArea;
}): StockRule {
  const { stockRule, storeArea } = ingredient;
  return stockRule ?? (storeArea === 'dry' || storeArea === 'freezer' ? 'store' : 'day');
}
