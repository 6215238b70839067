import { describe, expect, test } from 'vitest';
import { allergensNotNamedIn, isAllergen } from '#areas/needs/rules/allergens.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { energyAgrees } from '#areas/menu/rules/meal-plan.ts';
import { checkMeal } from '#areas/menu/rules/check-meal.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { menuClaims } from '#areas/menu/rules/menu-claims.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { sampleMealFacts } from './seed-sample-menu.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

type SampleMeal = (typeof sampleMenu)[number];

const named = sampleMenu.map((meal) => [meal.slug, meal] as const);
const facts = sampleMenu.map(sampleMealFacts);

const SEAFOOD = /\b(barramundi|snapper|salmon|tuna|prawns?|bug)\b/i;
const MEAT =
  /\b(chicken|turkey|duck|beef|veal|lamb|pork|bacon|ham|prosciutto|chorizo|salami|lard|fish|anchov(y|ies)|prawns?|shrimp|oysters?|bug|gelatine)\b/i;
const ANIMAL_RENNET = /(?<!non-animal )\brennet\b/i;

/** All that staff may tag a meal with; of these, only the first four follow from the sample recipes. */
const DIETARY_TAGS = [
  'vegetarian',
  'vegan',
  'gluten free',
  'dairy free',
  'pescatarian',
  'halal',
  'kosher',
  'no pork',
  'no beef',
  'low FODMAP',
];

/** Foods in the ingredients, and the allergens they bring. */
const ALLERGENS_BY_FOOD: readonly [RegExp, readonly Allergen[]][] = [
  [
    /\b(wheat|semolina|couscous|freekeh|soba|linguine|pappardelle|sourdough|bread)\b/i,
    ['wheat', 'gluten'],
  ],
  [/\bcrumbs?\b/i, ['wheat', 'gluten']],
  [/\bsoy sauce\b/i, ['soy', 'wheat', 'gluten']],
  [/\b(barley|rye|oats|malt)\b/i, ['gluten']],
  [/\b(soy|soybeans?|tofu|tempeh|edamame|miso|gochujang|teriyaki)\b/i, ['soy']],
  [/\b(sesame|tahini)\b/i, ['sesame']],
  [/(?<!coconut )\bmilk\b/i, ['milk']],
  [/(?<!coconut )\bcream\b/i, ['milk']],
  [
    /\b(yoghurt|tzatziki|butter|cheese|cheddar|feta|ricotta|mozzarella|parmesan|paneer)\b/i,
    ['milk'],
  ],
  [/\b(eggs?|frittata)\b/i, ['egg']],
  [/\bmayonnaise\b/i, ['egg']],
  [/\b(fish|fish sauce|nuoc cham|anchov(y|ies)|barramundi|snapper|salmon|tuna)\b/i, ['fish']],
  [/\b(crustacean|prawns?|shrimp|bugs?|crabs?)\b/i, ['crustacean']],
  [/\bpreservative \[2(20|21|22|23|24|25|28)\b/i, ['sulphites']],
  [/\b(prawns|sulphites|wine|cider|dried apricots|Dijon|wholegrain mustard)\b/i, ['sulphites']],
  [/\b(mollusc|oysters?|squid|mussels?|scallops?)\b/i, ['mollusc']],
  [/\bpeanuts?\b/i, ['peanut']],
  [/\balmonds?\b/i, ['almond']],
  [/\bcashews?\b/i, ['cashew']],
  [/\bmacadamias?\b/i, ['macadamia']],
  [/\bwalnuts?\b/i, ['walnut']],
  [/\b(hazelnuts?|praline)\b/i, ['hazelnut']],
  [/\b(pine nuts?|pesto)\b/i, ['pine nut']],
  [/\b(pistachios?|dukkah)\b/i, ['pistachio']],
  [/\bpecans?\b/i, ['pecan']],
  [/\bBrazil nuts?\b/i, ['Brazil nut']],
  [/\blupins?\b/i, ['lupin']],
];

describe('the sample menu', () => {
  test('has at least twelve lunches and twelve dinners', () => {
    for (const mealType of MEAL_TYPES) {
      expect(facts.filter((meal) => meal.mealType === mealType).length).toBeGreaterThanOrEqual(12);
    }
  });

  test('has light and hearty lunches and dinners for the smallest and the largest plan', () => {
    for (const mealType of MEAL_TYPES) {
      const calories = facts
        .filter((meal) => meal.mealType === mealType)
        .map((meal) => meal.calories);
      expect(calories.filter((each) => each <= 390).length).toBeGreaterThanOrEqual(3);
      expect(calories.filter((each) => each >= 530).length).toBeGreaterThanOrEqual(1);
    }
  });

  test('names every meal once', () => {
    expect(new Set(sampleMenu.map((meal) => meal.slug)).size).toBe(sampleMenu.length);
    expect(new Set(sampleMenu.map((meal) => meal.name)).size).toBe(sampleMenu.length);
  });

  test('costs $14.99 on average, and every meal has 30 g of protein: the words of the home page', () => {
    expect(facts.reduce((sum, meal) => sum + meal.priceCents, 0)).toBe(facts.length * 1499);
    expect(menuClaims(facts)).toEqual(['Average meal price $14.99', '30+g protein per meal']);
  });

  test('feeds vegetarians and vegans at lunch and at dinner', () => {
    for (const mealType of MEAL_TYPES) {
      for (const tag of ['vegetarian', 'vegan']) {
        expect(
          sampleMenu.some((meal) => meal.mealType === mealType && trueTags(meal).includes(tag)),
        ).toBe(true);
      }
    }
  });
});

describe.each(named)('%s', (slug, meal) => {
  const meals = sampleMealFacts(meal);

  test('is a valid meal with a slug, a name and two sentences', () => {
    expect(checkMeal(meals)).toEqual([]);
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(meal.description.match(/\.(\s|$)/g)).toHaveLength(2);
    expect(formatAmount(meals.priceCents)).toBe(meal.price);
    expect(meals.priceCents).toBeGreaterThanOrEqual(1249);
    expect(meals.priceCents).toBeLessThanOrEqual(1799);
  });

  test('has plausible, consistent numbers', () => {
    expect(energyAgrees(meal.calories, meals)).toBe(true);
    expect(meal.calories).toBeGreaterThanOrEqual(320);
    expect(meal.calories).toBeLessThanOrEqual(650);
    expect(meal.sodium).toBeGreaterThanOrEqual(350);
    expect(meal.sodium).toBeLessThanOrEqual(900);
    expect(meal.servingGrams).toBeGreaterThanOrEqual(320);
    expect(meal.servingGrams).toBeLessThanOrEqual(480);
  });

  test('lists ingredients by weight, the characterising ones with their share', () => {
    const shares = [...meal.ingredients.matchAll(/\((\d+(?:\.\d)?)%\)/g)].map((match) =>
      Number(match[1]),
    );
    expect(shares.length).toBeGreaterThanOrEqual(2);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(100);
    expect(bracketsClose(meal.ingredients)).toBe(true);
  });

  test('declares exactly the allergens that its ingredients bring', () => {
    expect(meal.allergens.every(isAllergen)).toBe(true);
    expect(new Set(meal.allergens).size).toBe(meal.allergens.length);
    expect(meal.allergens.toSorted()).toEqual(allergensBroughtBy(meal.ingredients));
    expect(allergensNotNamedIn(meal.ingredients, meals.allergens ?? [])).toEqual([]);
  });

  test('mentions no food that its allergens contradict', () => {
    expect(meal.allergens).toEqual(
      expect.arrayContaining(allergensBroughtBy(`${meal.name}. ${meal.description}`)),
    );
  });

  test('has every true dietary tag, and no other', () => {
    expect(DIETARY_TAGS).toEqual(expect.arrayContaining(meal.dietaryTags));
    expect(meal.dietaryTags.toSorted()).toEqual(trueTags(meal).toSorted());
  });

  test('says how to keep it and how to heat it safely', () => {
    expect(meal.shelfLifeDays).toBe(SEAFOOD.test(meal.ingredients) ? 2 : 3);
    expect(meal.storage).toContain('5 °C or below');
    expect(meal.storage).toContain('use-by date');
    expect(meal.storage).toContain(`${meal.freezable ? 'Suitable' : 'Not suitable'} for freezing`);
    expect(meal.heating).toMatch(/until steaming hot|Do not heat/);
    expect(meal.prepTime).toBeGreaterThanOrEqual(3);
    expect(meal.prepTime).toBeLessThanOrEqual(12);
  });

  test('describes the plate picture', () => {
    const { base, main, sides, garnish, sauce, vessel } = meal.plate;
    for (const words of [base, main, ...sides, garnish, sauce]) expect(words).toMatch(/^\S.*\S$/);
    expect(sides.length).toBeGreaterThan(0);
    expect(['dinner plate', 'shallow bowl', 'deep bowl']).toContain(vessel);
  });
});

function allergensBroughtBy(text: string): Allergen[] {
  const brought = ALLERGENS_BY_FOOD.filter(([food]) => food.test(text)).flatMap(
    ([, allergens]) => allergens,
  );
  return [...new Set(brought)].toSorted();
}

function trueTags(meal: SampleMeal): string[] {
  const contains = (...allergens: Allergen[]) =>
    allergens.some((allergen) => meal.allergens.includes(allergen));
  const isVegetarian = !MEAT.test(meal.ingredients) && !ANIMAL_RENNET.test(meal.ingredients);
  const isVegan = isVegetarian && !contains('milk', 'egg') && !/\bhoney\b/i.test(meal.ingredients);
  return [
    ...(isVegetarian ? ['vegetarian'] : []),
    ...(isVegan ? ['vegan'] : []),
    ...(contains('wheat', 'gluten') ? [] : ['gluten free']),
    ...(contains('milk') ? [] : ['dairy free']),
  ];
}

/** Round brackets contain a compound food's ingredients; square ones, the ingredients of those. */
function bracketsClose(text: string): boolean {
  const open: string[] = [];
  for (const character of text.replace(/[^()[\]]/g, '')) {
    if (character === '(' || character === '[') open.push(character);
    else if (open.pop() !== (character === ')' ? '(' : '[')) return false;
  }
  return open.length === 0;
}
