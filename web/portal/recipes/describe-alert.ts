import type { RecipeAlertReply } from '#contract/kitchen/recipe-alerts.ts';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { allergenText } from '#domain/people/allergen-groups.ts';
import { dietText } from '#domain/people/diets.ts';
import { UNDECLARED } from '#domain/people/food-needs.ts';

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
