import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import { UNDECLARED } from '#areas/needs/rules/food-needs.ts';

/** "all tree nuts; vegetarian": what the person told us. */
export function describeNeeds({ allergens, diets }: RecipeAlertReply): string {
  const parts = [
    ...(allergens.length > 0 ? [allergenText(allergens)] : []),
    ...diets.map(dietText),
  ];
  return parts.join('; ');
}

/** Why they are listed, one sentence each. */
export function describeReasons(alert: RecipeAlertReply): string[] {
  const { clash, eatBy, words, dietsLost } = alert;
  const named = clash.filter((allergen) => allergen !== UNDECLARED);
  return [
    ...(named.length > 0 ? [`It contains ${allergenText(named)}.`] : []),
    ...(clash.length > named.length ? ['Nobody knows which allergens it contains.'] : []),
    ...(eatBy === null ? [] : [`It keeps only until ${formatDayAndMonth(eatBy)}.`]),
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
