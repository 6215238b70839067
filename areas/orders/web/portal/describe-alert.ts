import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import { namesText, UNDECLARED } from '#areas/needs/rules/gate/verdict.ts';

/** "all tree nuts; vegetarian": what the person told us. */
export function describeNeeds({ allergens, avoid, diets }: RecipeAlertReply): string {
  const without = namesText([...allergens, ...avoid]);
  return [...(without === '' ? [] : [without]), ...diets.map(dietText)].join('; ');
}

/** Why they are listed, one sentence each. */
export function describeReasons(alert: RecipeAlertReply): string[] {
  const { kind, clash, eatBy, words, dietsLost } = alert;
  return [
    ...(clash.length > 0 ? [describeClash(clash)] : []),
    ...(eatBy === null ? [] : [`It keeps only until ${formatDayAndMonth(eatBy)}.`]),
    ...(words.length > 0 ? [describeWords(kind, words.join(', '))] : []),
    ...(dietsLost.length > 0 ? [`It no longer fits: ${dietsLost.map(dietText).join(', ')}.`] : []),
  ];
}

function describeWords(kind: RecipeAlertReply['kind'], words: string): string {
  return kind === 'stop'
    ? `They wrote of ${words}, and nobody has answered it. Ask them, and answer it in the order.`
    : `They wrote of: ${words}.`;
}

function describeClash(clash: readonly string[]): string {
  const named = namesText(clash);
  if (!clash.includes(UNDECLARED)) return `It contains ${named}.`;
  return named === ''
    ? 'Nobody knows which allergens it contains.'
    : `Nobody knows whether it contains ${named}.`;
}

/** "Thu 3 Dec dinner, delivered Thu 3 Dec, 4pm-6pm". */
export function describePortions({ portions, deliveryDate, timeSlot }: RecipeAlertReply): string {
  const eaten = portions.map(
    ({ mealDate, mealType }) => `${formatDayAndMonth(mealDate)} ${mealType}`,
  );
  return `${eaten.join(', ')}; delivered ${formatDayAndMonth(deliveryDate)}, ${windowLabel(timeSlot)}`;
}
