/** What a meal brought in and what its food and packaging cost. Labour is not in it. Ours. */
import type { Cents } from '#platform/rules/money.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import type { PortionCost } from '#areas/menu/rules/recipe/cost.ts';

type SoldMeal = { portions: number; priceCents: Cents };

type MealMargin = {
  /** What was charged, without GST. */
  revenueCents: Cents;
  /** Null: not known, because something in it has no price or it has no recipe. Never 0 for that. */
  costCents: Cents | null;
  marginCents: Cents | null;
  /** Of the revenue, in tenths of a percent. */
  marginTenths: number | null;
};

/** `cost` of one portion as recipe and packs are today, rounded to the cent; null: the meal has no recipe. */
export function mealMargin(
  { portions, priceCents }: SoldMeal,
  cost: PortionCost | null,
  { includesGst }: { includesGst: boolean },
): MealMargin {
  const revenueCents = includesGst ? half((priceCents * 10) / 11) : priceCents;
  if (cost === null || cost.costCents === null)
    return { revenueCents, costCents: null, marginCents: null, marginTenths: null };
  const costCents = cost.costCents * portions;
  const marginCents = revenueCents - costCents;
  return {
    revenueCents,
    costCents,
    marginCents,
    marginTenths: revenueCents === 0 ? null : half((marginCents / revenueCents) * 1000),
  };
}
