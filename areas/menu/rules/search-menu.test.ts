import { assert, constantFrom, property, array, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleMealFacts } from '#areas/menu/server/seed-sample-menu.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { aFullMeal } from '#quality/support/a-meal.ts';
import examples from '#areas/menu/rules/search-examples.json' with { type: 'json' };
import { filterMeals } from '#areas/menu/rules/filter-meals.ts';
import { NO_FILTER } from '#areas/menu/rules/menu-filter.ts';
import type { MealToSearch } from '#areas/menu/rules/match-search.ts';
import { saysOf } from '#areas/menu/rules/search-menu.ts';

const PHONE = '(07) 5550 0164';
const MENU = sampleMenu.map((meal) => ({
  ...aFullMeal({ ...sampleMealFacts(meal), recipeList: '' }),
  slug: meal.slug,
}));
/** As the menu page asks. */
function askOf(menu: readonly MealToSearch[], text: string) {
  const { shown, leftOut, search } = filterMeals(menu, { ...NO_FILTER, search: text });
  const says = saysOf(menu, { written: text, search }, PHONE);
  const slugs = shown.map((meal) => ('slug' in meal ? String(meal.slug) : meal.name));
  return {
    slugs,
    leftOut,
    search,
    texts: says.map((one) => one.text),
    about: says.map((one) => one.about),
  };
}
const ask = (text: string) => askOf(MENU, text);

describe('on the sample menu', () => {
  test.each(examples)('“$search” finds what it should', ({ search, first, finds, never, says }) => {
    const { slugs, about } = ask(search);
    const unwanted = Array.isArray(never)
      ? never
      : MENU.map(({ slug }) => slug).filter((slug) => !finds.includes(slug));
    expect(finds.filter((slug) => !slugs.slice(0, first).includes(slug))).toEqual([]);
    expect(unwanted.filter((slug) => slugs.includes(slug))).toEqual([]);
    expect(about).toEqual(says === undefined ? [] : [says]);
  });
});

test('above the results stands only what is true', () => {
  expect(ask('coeliac').texts).toEqual([
    `23 of 36 meals have no wheat, rye, barley or oats in the recipe. All are cooked in one kitchen that uses them. Coeliac? Call us first: ${PHONE}.`,
  ]);
  expect(ask('dairy free').texts).toEqual([
    '24 meals don’t declare milk. If a trace could harm someone, call us.',
  ]);
  expect(ask('nut-free, spicy').texts).toEqual([
    '29 meals don’t declare tree nuts or peanut. If a trace could harm someone, call us.',
    '14 meals have chilli in the recipe, the most noticeable first.',
  ]);
  expect(ask('mild').texts).toEqual(['22 have none.']);
  expect(ask('mild curry').texts).toEqual(['All 4 have chilli.']);
  expect(ask('kids').texts).toEqual([
    'We have no children’s menu. These have no chilli; a serving is an adult’s.',
  ]);
  expect(ask('kosher').texts).toEqual([`We don’t label meals as kosher. Ask us: ${PHONE}.`]);
  expect(ask('keto').texts).toEqual(['We make no such claim. Least carbohydrate first.']);
  expect(ask('cheap').texts).toEqual(['Lowest price first.']);
  expect(ask('sushi').texts).toEqual(['No meal is or has “sushi”.']);
});

test('a tag that the kitchen set counts as what it says', () => {
  const halal = aFullMeal({ name: 'Lamb', dietaryTags: ['halal'] });
  expect(askOf([halal], 'halal')).toMatchObject({ slugs: ['Lamb'], texts: [] });
});

describe('a misspelled word', () => {
  test.each([
    ['chiken', 'chicken'],
    ['chikn', 'chicken'],
    ['hcicken', 'chicken'],
    ['lentls', 'lentils'],
    ['bolognaise', 'bolognese'],
    ['vegatarian', 'vegetarian'],
  ])('“%s” is read as “%s”, and said', (written, read) => {
    expect(ask(written).search.respelled).toEqual([{ written, read }]);
  });

  test.each(['burger', 'sushi', 'chickpeas', 'xyz', '“chiken”', 'quinoa', 'plant based'])(
    '%s stays as written',
    (written) => expect(ask(written).search.respelled).toEqual([]),
  );
});

describe('what is to be left out', () => {
  test.each([
    ['no nuts or dairy', ['almond', 'peanut', 'milk']],
    ['dairy and gluten free', ['milk', 'wheat', 'gluten']],
    ['wheat free', ['wheat', 'gluten']],
    ['soy milk free', ['soy', 'milk']],
    ['allergic to sesame', ['sesame']],
    ['egg allergy', ['egg']],
    ['gluten-free', ['gluten', 'wheat']],
    ['glutne free', ['gluten', 'wheat']],
    ['shellfish free', ['crustacean', 'mollusc']],
  ])('“%s” is an allergen for good', (text, allergens) => {
    expect(ask(text).search.without).toEqual(expect.arrayContaining(allergens));
  });

  test('a food that the law does not list is left out by the recipe', () => {
    expect(ask('no onion').search).toMatchObject({ avoid: ['onion'], without: [] });
    const onions = MENU.filter(({ ingredients }) => /onion|shallot/i.test(ingredients));
    expect(
      ask('no onion').slugs.filter((slug) => onions.some((meal) => meal.slug === slug)),
    ).toEqual([]);
  });

  test('a meal that declares nothing is left out too', () => {
    const secret = aFullMeal({ name: 'Secret Stew', allergens: null });
    const { slugs, leftOut } = askOf([secret], 'no egg');
    expect([slugs, leftOut.map(({ meal }) => meal.name)]).toEqual([[], ['Secret Stew']]);
  });
});

const around = array(
  constantFrom(
    'chicken',
    'soy',
    'no',
    'free',
    'and',
    'milk',
    'egg',
    'curry',
    'plant',
    'based',
    'low',
    'coconut',
    'without',
    'spicy',
    'tree',
  ),
  { maxLength: 3 },
).map((words) => words.join(' '));
const NEEDS = [
  ['gluten free', 'gluten'],
  ['no dairy', 'milk'],
  ['nut free', 'cashew'],
  ['without egg', 'egg'],
  ['sesame allergy', 'sesame'],
  ['coeliac', 'wheat'],
] as const;

describe('whatever else is asked', () => {
  test('no word beside a need takes it away', () => {
    assert(
      property(around, constantFrom(...NEEDS), around, (before, [need, allergen], after) => {
        const { slugs, search } = ask(`${before} ${need} ${after}`);
        expect(search.without).toContain(allergen);
        const declaring = MENU.filter(({ allergens }) => allergens?.includes(allergen));
        expect(declaring.filter(({ slug }) => slugs.includes(slug))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('case, accents, hyphens and spaces change nothing', () => {
    for (const { search } of examples) {
      const same = ask(search).slugs;
      expect(ask(search.toUpperCase()).slugs).toEqual(same);
      expect(ask(`  ${search.replaceAll(' ', '   ')} `).slugs).toEqual(same);
      expect(ask(search.replaceAll(/[aeiou]/g, (vowel) => `${vowel}\u0301`)).slugs).toEqual(same);
      if (!search.startsWith('under') && knowsTogether(search)) {
        expect([search, ask(search.replaceAll(' ', '-')).slugs]).toEqual([search, same]);
      }
    }
  });

  test('any text is read, and finds meals of the menu', () => {
    assert(
      property(string(), (text) => {
        const { slugs, search } = ask(text);
        expect(slugs.every((slug) => MENU.some((meal) => meal.slug === slug))).toBe(true);
        expect(search.without.every((allergen) => ALLERGENS.includes(allergen))).toBe(true);
      }),
    );
  });
});

/** What is one thing, and not two beside each other. */
function knowsTogether(search: string): boolean {
  return ask(search).search.parts.length === 1;
}
