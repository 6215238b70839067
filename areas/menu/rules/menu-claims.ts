/**
 * The numbers we advertise ('average $14.99', '30+g protein'), computed from the menu so that they stay true. Spec 2.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDollars } from '#platform/rules/money.ts';
import type { MealFacts } from './meal-fields.ts';

/** Average price to the nearest cent, half a cent upwards; null for an empty menu. */
export function averagePriceCents(meals: readonly Pick<MealFacts, 'priceCents'>[]): number | null {
  if (meals.length === 0) return null;
  const totalCents = meals.reduce((sum, meal) => sum + meal.priceCents, 0);
  return Math.round(totalCents / meals.length);
}

/** The protein that every meal reaches; null for an empty menu. */
export function minimumProteinGrams(
  meals: readonly Pick<MealFacts, 'proteinGrams'>[],
): number | null {
  if (meals.length === 0) return null;
  return Math.min(...meals.map((meal) => meal.proteinGrams));
}

/** What we advertise of the whole menu, as far as it is true. Nothing on an empty menu contradicts it. Spec 2. */
export function menuClaims(
  meals: readonly Pick<MealFacts, 'priceCents' | 'proteinGrams'>[],
  business: Pick<BusinessFacts, 'advertisedAverageMealCents' | 'advertisedProteinGrams'>,
): string[] {
  const { advertisedAverageMealCents: averageCents, advertisedProteinGrams: grams } = business;
  const isAverage = (averagePriceCents(meals) ?? averageCents) === averageCents;
  const isReached = (minimumProteinGrams(meals) ?? grams) >= grams;
  return [
    ...(isAverage ? [`Average meal price ${formatDollars(averageCents)}`] : []),
    ...(isReached ? [`${grams}+g protein per meal`] : []),
  ];
}

/** What a price on the landing page can truthfully be called while every meal is charged at its own price. */
export type PriceClaim = 'at most' | 'on average' | 'from';

/** The strongest claim that is true of the menu; null if none is, and the price must not be shown. */
export function priceClaimOf(
  advertisedCents: number,
  meals: readonly Pick<MealFacts, 'priceCents'>[],
): PriceClaim | null {
  const prices = meals.map((meal) => meal.priceCents);
  const averageCents = averagePriceCents(meals);
  if (averageCents === null) return null;
  if (advertisedCents >= Math.max(...prices)) return 'at most';
  if (advertisedCents >= averageCents) return 'on average';
  return advertisedCents >= Math.min(...prices) ? 'from' : null;
}
