/** What a person may not eat, as people read it. Said of the person, never of a meal. Ours. */
import { dietText, type FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

/** Over what everyone at the table can't have. */
export const NEEDS_TITLE = 'Who can’t have what';

/** Under it; the phone number follows. */
export const NEEDS_CHECKED =
  'Checked against each meal’s ingredients. Traces are possible. Call us about anything severe:';

/** What follows a name: " can’t have: peanut. Leave out: capsicum. Vegetarian. “no spice”", or ": nothing noted". */
export function saidOfNeeds({ allergens, avoid, diets, note }: FoodNeeds): string {
  const [firstDiet = '', ...otherDiets] = diets.map(dietText);
  const eaten = [firstDiet.slice(0, 1).toUpperCase() + firstDiet.slice(1), ...otherDiets];
  const without = [
    ...(allergens.length > 0 ? [`can’t have: ${namesText(allergens)}.`] : []),
    ...(avoid.length > 0
      ? [`${allergens.length > 0 ? 'Leave out' : 'leaves out'}: ${avoid.join(', ')}.`]
      : []),
  ];
  const rest = [
    ...(diets.length > 0 ? [`${eaten.join(', ')}.`] : []),
    ...(note.trim() === '' ? [] : [`“${note.trim()}”`]),
  ];
  if (without.length > 0) return ` ${[...without, ...rest].join(' ')}`;
  return `: ${rest.length > 0 ? rest.join(' ') : 'nothing noted'}`;
}

/** "Mia can’t have: peanut.", "Ben: nothing noted". */
export function needsLine({ name, ...needs }: { name: string } & FoodNeeds): string {
  return `${name}${saidOfNeeds(needs)}`;
}
