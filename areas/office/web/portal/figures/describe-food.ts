import type { MealFood } from '#areas/office/calls/food-figures.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { addForecasts, type ForecastSum } from '#areas/office/rules/forecast-accuracy.ts';

/** "$4.37"; what is not known is never $0.00. */
export function dollarsIfKnown(amount: string | null): string {
  return amount === null ? 'Not known' : amountInDollars(amount);
}

/** "62.5%". */
export function tenthsText(tenths: number | null): string {
  return tenths === null ? 'Not known' : `${(tenths / 10).toFixed(1)}%`;
}

/** Why the cost of a meal is not known; null: it is. */
export function whyUnknown({ costOfOne, hasRecipe, unpriced }: MealFood): string | null {
  if (costOfOne !== null) return null;
  if (!hasRecipe) return 'No recipe';
  return `No price: ${unpriced.join(', ')}`;
}

/** "4 too many", "3 too few", "as many". */
export function forecastDifferenceText({ forecast, actual }: ForecastSum): string {
  if (forecast === actual) return 'as many';
  return forecast > actual ? `${forecast - actual} too many` : `${actual - forecast} too few`;
}

type Summed = ForecastSum & { key: string };

/** One line for each meal, or for each week. */
export function sumBy<Row extends ForecastSum>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Summed[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, group]) => ({ key, ...addForecasts(group) }));
}
