/** What a person may not eat, as people read it. Said of the person, never of a meal. Ours. */
import { dietText } from '#areas/needs/rules/diets.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

/** "no tree nuts, peanut, capsicum; vegetarian; note: hates mushrooms". Empty without any need. */
export function foodNeedsText({ allergens, avoid, diets, note }: FoodNeeds): string {
  const without = namesText([...allergens, ...avoid]);
  const cannot = without === '' ? [] : [`no ${without.replace(/^all /, '')}`];
  const said = note === '' ? [] : [`note: ${note}`];
  return [...cannot, ...diets.map(dietText), ...said].join('; ');
}

/** "can’t have: peanut. Leave out: capsicum. Vegetarian. “no spice”", after a name. Empty without any need. */
export function needsSentence({ allergens, avoid, diets, note }: FoodNeeds): string {
  const [firstDiet = '', ...otherDiets] = diets.map(dietText);
  const eaten = [firstDiet.slice(0, 1).toUpperCase() + firstDiet.slice(1), ...otherDiets];
  return [
    ...(allergens.length > 0 ? [`can’t have: ${namesText(allergens)}.`] : []),
    ...(avoid.length > 0
      ? [`${allergens.length > 0 ? 'Leave out' : 'leaves out'}: ${avoid.join(', ')}.`]
      : []),
    ...(diets.length > 0 ? [`${eaten.join(', ')}.`] : []),
    ...(note === '' ? [] : [`“${note}”`]),
  ].join(' ');
}
