/** Whether a meal's own text, allergens and diets agree with each other: what is at odds is not sold. Standard 1.2.3. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { type Diet, dietText } from '#areas/needs/rules/diets.ts';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';
import { untrueTagMessage, untrueTags } from '#areas/needs/rules/gate/fits-diet.ts';
import { allergensNamedIn, animalNamedIn } from '#areas/needs/rules/gate/list-allergens.ts';

export type AtOdds = {
  field: 'allergens' | 'dietaryTags';
  message: string;
};

const NO_MEAT: readonly Diet[] = ['vegetarian', 'vegan', 'pescatarian'];

/**
 * One for each field at odds; none where nothing is declared, which says nothing. That the list does not name in plain
 * words what is declared is a warning: see `allergensNotNamedIn`.
 */
export function mealAtOdds(meal: DietaryMeal): AtOdds[] {
  const { allergens, ingredients } = meal;
  const named = allergensNamedIn(ingredients);
  const undeclared = allergens === null ? [] : named.filter((one) => !allergens.includes(one));
  return [
    ...(undeclared.length > 0
      ? [
          {
            field: 'allergens' as const,
            message: `The ingredients name ${undeclared.join(', ')}. Tick ${them(undeclared)}, or change the text.`,
          },
        ]
      : []),
    ...untrueDiet(meal, named),
  ];
}

/** The first diet that the meal's allergens or words contradict. */
function untrueDiet(meal: DietaryMeal, named: readonly Allergen[]): AtOdds[] {
  const { allergens, ingredients, dietaryTags } = meal;
  const field = 'dietaryTags';
  const [declared] = untrueTags(meal);
  if (declared) return [{ field, message: untrueTagMessage(declared) }];
  const [listed] = untrueTags({ ...meal, allergens: [...(allergens ?? []), ...named] });
  if (listed) return [{ field, message: cannotStand(listed.tag, listed.allergen) }];
  for (const tag of dietaryTags?.filter((one) => NO_MEAT.includes(one)) ?? []) {
    const animal = animalNamedIn(ingredients, { withHoney: tag === 'vegan' });
    if (animal !== null) return [{ field, message: cannotStand(tag, animal) }];
  }
  return [];
}

function cannotStand(tag: Diet, word: string): string {
  return `“${dietText(tag)}” cannot stand: the ingredients name ${word}.`;
}

function them(allergens: readonly Allergen[]): string {
  return allergens.length === 1 ? 'it' : 'them';
}
