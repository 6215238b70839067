/** Whether a meal's own text, allergens and diets agree with each other: what is at odds is not sold. Standard 1.2.3. */
import { type Allergen, allergensNotNamedIn, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { type Diet, dietText } from '#areas/needs/rules/food-needs.ts';
import type { DietaryMeal } from './food-facts.ts';
import { untrueTagMessage, untrueTags } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  allergensNamedIn,
  animalNamedIn,
  doubtfulGrainsIn,
  missingNamesIn,
} from './list-allergens.ts';
import { remembered } from '#areas/needs/rules/food-notes/note-text.ts';

export type AtOdds = {
  field: 'allergens' | 'ingredients' | 'dietaryTags';
  message: string;
};

const NO_MEAT: readonly Diet[] = ['vegetarian', 'vegan', 'pescatarian'];

/** One for each field at odds; none where nothing is declared, which says nothing. A list that nobody gave says nothing either. */
export function mealAtOdds(meal: DietaryMeal): readonly AtOdds[] {
  const { allergens, ingredients, recipeList, dietaryTags } = meal;
  return judged({ allergens, ingredients, recipeList, dietaryTags });
}

const judged = remembered(judge);

function judge(meal: DietaryMeal): readonly AtOdds[] {
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
    ...wrongText(meal),
    ...untrueDiet(meal, named),
  ];
}

/** What the list leaves to guess. */
function wrongText({ allergens, ingredients }: DietaryMeal): AtOdds[] {
  if (allergens === null || ingredients.trim() === '') return [];
  const missing = missingNamesIn(ingredients);
  const guessed = missing.flatMap(({ names }) => names);
  const unnamed = allergensNotNamedIn(ingredients, allergens).filter(
    (allergen) =>
      !guessed.includes(allergen) && !(allergen === 'gluten' && guessed.includes('wheat')),
  );
  const messages = [
    ...(unnamed.length > 0
      ? [
          `You declared ${unnamed.join(', ')}. Name ${them(unnamed)} in the ingredients: ${unnamed.map(exampleOf).join(', ')}.`,
        ]
      : []),
    ...(missing.length > 0
      ? [
          `Write ${missing.map(({ text, names }) => `“${text} (${names.join(', ')})”`).join(', ')}. Food law wants the plain name.`,
        ]
      : []),
    ...doubtfulGrainsIn(ingredients).map(
      ({ text, kind }) => `Which grain is in “${text}”? Write “wheat ${kind}” or “rice ${kind}”.`,
    ),
  ];
  return messages.length > 0 ? [{ field: 'ingredients', message: messages.join(' ') }] : [];
}

const EXAMPLES: Partial<Record<Allergen, string>> = {
  wheat: 'flour (wheat)',
  gluten: 'malt (barley)',
  peanut: 'satay (peanut)',
  milk: 'butter (milk)',
  egg: 'mayonnaise (egg)',
  fish: 'anchovy (fish)',
  crustacean: 'prawn (crustacean)',
  mollusc: 'oyster (mollusc)',
  soy: 'tofu (soy)',
  sesame: 'tahini (sesame)',
  sulphites: 'wine (sulphites)',
  ...Object.fromEntries(TREE_NUTS.map((nut) => [nut, `pesto (${nut})`])),
};

function exampleOf(allergen: Allergen): string {
  return `“${EXAMPLES[allergen] ?? allergen}”`;
}

/** The first diet that the meal's allergens, words or recipe contradict. */
function untrueDiet(meal: DietaryMeal, named: readonly Allergen[]): AtOdds[] {
  const { allergens, ingredients, recipeList, dietaryTags } = meal;
  const field = 'dietaryTags';
  const [declared] = untrueTags(meal);
  if (declared) return [{ field, message: untrueTagMessage(declared) }];
  const [listed] = untrueTags({ ...meal, allergens: [...(allergens ?? []), ...named] });
  if (listed) return [{ field, message: cannotStand(listed.tag, listed.allergen) }];
  for (const tag of dietaryTags?.filter((one) => NO_MEAT.includes(one)) ?? []) {
    const withHoney = tag === 'vegan';
    const animal = animalNamedIn(ingredients, { withHoney });
    if (animal !== null) return [{ field, message: cannotStand(tag, animal) }];
    const cooked = animalNamedIn(recipeList, { withHoney });
    if (cooked !== null)
      return [{ field, message: `“${dietText(tag)}” cannot stand: its recipe names ${cooked}.` }];
  }
  return [];
}

function cannotStand(tag: Diet, word: string): string {
  return `“${dietText(tag)}” cannot stand: the ingredients name ${word}.`;
}

function them(allergens: readonly Allergen[]): string {
  return allergens.length === 1 ? 'it' : 'them';
}
