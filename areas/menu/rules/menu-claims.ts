/** The numbers we advertise ('average $14.99', '30+g protein'), computed from the menu so that they stay true. Spec 2. */
import { formatDollars } from '#platform/rules/money.ts';
import type { MealFacts } from './meal-fields.ts';

/** Average price to the nearest cent, half a cent upwards; null for an empty menu. */
export function averagePriceCents(meals: readonly Pick<MealFacts, 'priceCents'>[]): number | null {
  if (meals.length === 0) return null;
  const totalCents = meals.reduce((sum, meal) => sum + meal.priceCents, 0);
  return Math.round(totalCents / meals.length);
}

/** For an empty menu we say what the sample menu is: spec 2. */
const OF_EMPTY_MENU = { priceCents: 1499, proteinGrams: 30 };

/** The average price of the menu, and the protein that every meal reaches, in whole 5 g. */
export function menuClaims(
  meals: readonly Pick<MealFacts, 'priceCents' | 'proteinGrams'>[],
): string[] {
  const averageCents = averagePriceCents(meals) ?? OF_EMPTY_MENU.priceCents;
  const least = Math.min(
    ...(meals.length > 0 ? meals : [OF_EMPTY_MENU]).map(({ proteinGrams }) => proteinGrams),
  );
  const grams = least < 5 ? Math.floor(least) : Math.floor(least / 5) * 5;
  return [`Average meal price ${formatDollars(averageCents)}`, `${grams}+g protein per meal`];
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

type AdvertisedTier = { fromMeals: number; toMeals: number | null; priceCents: number };

/** The advertised tiers that may be shown, each with what is true of it; nothing on an empty menu contradicts a tier. */
export function claimedTiers<Tier extends AdvertisedTier>(
  tiers: readonly Tier[],
  meals: readonly Pick<MealFacts, 'priceCents'>[],
): (Tier & { claim: PriceClaim | null })[] {
  return tiers.flatMap((tier) => {
    const claim = priceClaimOf(tier.priceCents, meals);
    return claim || meals.length === 0 ? [{ ...tier, claim }] : [];
  });
}
