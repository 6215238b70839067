/** The diets that a meal's page names, each once: what follows from another is left out. Ours. */
import { type Diet, DIETS } from '#areas/needs/rules/food-needs.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';

/** Left out of the list when the first is in it. */
const FOLLOWS: readonly (readonly [Diet, Diet])[] = [
  ['vegan', 'vegetarian'],
  ['vegetarian', 'pescatarian'],
  ['vegan', 'pescatarian'],
  ['vegan', 'dairy free'],
];
/** What almost every meal fits says nothing of one. */
const NOT_NAMED: readonly Diet[] = ['no pork', 'no beef'];

export function shownDiets(meal: DietaryMeal): Diet[] {
  const fitting = DIETS.filter((diet) => !NOT_NAMED.includes(diet) && fitsDiet(meal, diet));
  return fitting.filter(
    (diet) => !FOLLOWS.some(([from, to]) => to === diet && fitting.includes(from)),
  );
}
