import { assert, constantFrom, double, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFullMeal } from '#quality/support/a-meal.ts';
import { MEAL_FIELDS, type MealFacts, factsIfLeftOut, fieldsOfType } from './meal-fields.ts';
import { checkMeal } from './check-meal.ts';

const A_MEAL = aFullMeal({
  calories: 455,
  proteinGrams: 35,
  carbsGrams: 45,
  fatGrams: 15,
  saturatedFatGrams: 3.4,
  sugarsGrams: 6.1,
  servingGrams: 400,
  freezable: null,
  availableFrom: '2026-01-01',
  availableTo: '2026-12-31',
});

const messagesFor = (changes: Partial<MealFacts>) =>
  checkMeal({ ...A_MEAL, ...changes }).map(({ field, message }) => `${field}: ${message}`);

describe('a valid meal', () => {
  test.each<[string, Partial<MealFacts>]>([
    ['has every fact', {}],
    ['has only what the menu needs', { ...factsIfLeftOut(), description: '' }],
    ['is sold on one day only', { availableFrom: '2026-02-28', availableTo: '2026-02-28' }],
    ['has no last day', { availableTo: null }],
    ['has only saturated fat', { fatGrams: 15, saturatedFatGrams: 15 }],
    ['has only sugars as carbs', { carbsGrams: 45, sugarsGrams: 45 }],
    ['is nothing but macros', { servingGrams: 95 }],
    ['is ready to eat', { prepMinutes: 0 }],
  ])('%s', (_what, changes) => {
    expect(messagesFor(changes)).toEqual([]);
  });
});

describe('a meal is refused', () => {
  test.each<[string, Partial<MealFacts>, string]>([
    ['without a name', { name: '  ' }, 'name: Name is missing.'],
    [
      'with an endless name',
      { name: 'x'.repeat(81) },
      'name: Name must be 80 characters or fewer.',
    ],
    [
      'without energy',
      { calories: 0 },
      'calories: Calories must be a whole number from 1 to 2000 Cal.',
    ],
    [
      'with half a gram of protein',
      { proteinGrams: 30.5 },
      'proteinGrams: Protein must be a whole number from 0 to 200 g.',
    ],
    [
      'with a value that is not a number',
      { carbsGrams: Number.NaN },
      'carbsGrams: Carbs must be a whole number from 0 to 300 g.',
    ],
    [
      'with two decimals',
      { sugarsGrams: 6.15 },
      'sugarsGrams: Sugars must be a number with at most one decimal from 0 to 300 g.',
    ],
    ['when it is free', { priceCents: 0 }, 'priceCents: Price must be from $1.00 to $100.00.'],
    [
      'when it may be frozen and its storage text says no',
      { freezable: true, storageText: 'Keep cold. Not suitable for freezing.' },
      'freezable: The storage text says that this meal must not be frozen.',
    ],
    [
      'when it keeps too long',
      { shelfLifeDays: 6 },
      'shelfLifeDays: Shelf life must be a whole number from 1 to 5 days.',
    ],
    [
      'with more saturated fat than fat',
      { saturatedFatGrams: 15.1 },
      'saturatedFatGrams: Saturated fat cannot be more than the fat it is part of.',
    ],
    [
      'with more sugars than carbs',
      { sugarsGrams: 45.1 },
      'sugarsGrams: Sugars cannot be more than the carbs they are part of.',
    ],
    [
      'when it weighs less than its macros',
      { servingGrams: 94 },
      'servingGrams: Serving size cannot be less than its protein, carbs and fat together.',
    ],
    [
      'from a day that does not exist',
      { availableFrom: '2026-02-30' },
      'availableFrom: Available from must be a real date.',
    ],
    [
      'until before it starts',
      { availableTo: '2025-12-31' },
      'availableTo: Available to cannot be before available from.',
    ],
  ])('%s', (_why, changes, message) => {
    expect(messagesFor(changes)).toEqual([message]);
  });

  test('with one problem a field, all fields at once', () => {
    const changes = { name: '', calories: -1, saturatedFatGrams: 999 };
    expect(checkMeal({ ...A_MEAL, ...changes }).map((problem) => problem.field)).toEqual([
      'name',
      'calories',
      'saturatedFatGrams',
    ]);
  });
});

const numbers = fieldsOfType('number', 'price');
const complaintsAbout = (field: string, value: number | string) =>
  checkMeal({ ...A_MEAL, [field]: value }).filter(
    (problem) => problem.field === field && problem.message.includes(' from '),
  );

describe('every limit', () => {
  test.each(numbers)('of %s includes its ends and nothing beyond', (field) => {
    const { value } = MEAL_FIELDS[field];
    const step = value.type === 'number' && value.decimals === 1 ? 0.1 : 1;
    expect(complaintsAbout(field, value.min)).toEqual([]);
    expect(complaintsAbout(field, value.max)).toEqual([]);
    expect(complaintsAbout(field, value.min - step)).toHaveLength(1);
    expect(complaintsAbout(field, value.max + step)).toHaveLength(1);
  });

  test('lets every tenth of a gram through', () => {
    assert(
      property(
        constantFrom('saturatedFatGrams', 'sugarsGrams'),
        integer({ min: 0, max: 2000 }),
        (field, tenths) => {
          expect(complaintsAbout(field, tenths / 10)).toEqual([]);
        },
      ),
    );
  });

  test('names its field in the message, whatever the number', () => {
    assert(
      property(constantFrom(...numbers), double(), (field, value) => {
        for (const problem of complaintsAbout(field, value)) {
          expect(problem.message.startsWith(MEAL_FIELDS[field].names.label)).toBe(true);
        }
      }),
    );
  });

  test.each(fieldsOfType('text'))('of %s counts characters', (field) => {
    const { names, value } = MEAL_FIELDS[field];
    expect(checkMeal({ ...A_MEAL, [field]: 'x'.repeat(value.maxLength) })).toEqual([]);
    expect(checkMeal({ ...A_MEAL, [field]: 'x'.repeat(value.maxLength + 1) })).toEqual([
      { field, message: `${names.label} must be ${value.maxLength} characters or fewer.` },
    ]);
  });
});
