import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

/** "all tree nuts; vegetarian": what the person told us. */
export function describeNeeds({ allergens, avoid, diets }: RecipeAlertReply): string {
  const without = namesText([...allergens, ...avoid]);
  return [...(without === '' ? [] : [without]), ...diets.map(dietText)].join('; ');
}

/** Why they are listed, one sentence each. */
export function describeReasons({ why, words, dietsLost }: RecipeAlertReply): string[] {
  return [
    ...(why === null ? [] : [why]),
    ...(words.length > 0 ? [`They wrote of: ${words.join(', ')}.`] : []),
    ...(dietsLost.length > 0 ? [`It no longer fits: ${dietsLost.map(dietText).join(', ')}.`] : []),
  ];
}

/** "Thu 3 Dec dinner, delivered Thu 3 Dec, 4pm-6pm". */
export function describePortions({ portions, deliveryDate, timeSlot }: RecipeAlertReply): string {
  const eaten = portions.map(
    ({ mealDate, mealType }) => `${formatDayAndMonth(mealDate)} ${mealType}`,
  );
  return `${eaten.join(', ')}; delivered ${formatDayAndMonth(deliveryDate)}, ${windowLabel(timeSlot)}`;
}
