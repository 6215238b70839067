import { expect, test } from 'vitest';
import { MealReply, MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom, mealOnTheWire } from '#areas/menu/calls/meal-facts.ts';
import {
  type MealFacts,
  factsIfLeftOut,
  isRequired,
  listMealFields,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import { aFullMeal, aMealRequest } from '#quality/support/a-meal.ts';

const FULL = aFullMeal();
const OURS = { id: 7, slug: 'name' };

test('a meal that goes over the wire and back is the same meal', () => {
  const sent = MealRequest.parse(mealOnTheWire(FULL));
  expect(mealFactsFrom(sent)).toEqual(FULL);
  const reply = { ...OURS, ...mealOnTheWire(FULL) };
  expect(MealReply.parse(reply)).toEqual(reply);
});

test.each(listMealFields().map((field) => [field, wireName(field)] as const))(
  '%s is on the wire as %s, as the table has it',
  (field, name) => {
    const { [name]: _leftOut, ...others } = mealOnTheWire(FULL);
    expect(MealRequest.safeParse(others).success).toBe(!isRequired(field));
    const leftOut: Partial<MealFacts> = factsIfLeftOut();
    const isNullable = leftOut[field] === null;
    expect(MealRequest.safeParse({ ...others, [name]: null }).success).toBe(isNullable);
    expect(MealReply.safeParse({ ...OURS, ...others, [name]: null }).success).toBe(isNullable);
    expect(MealReply.safeParse({ ...OURS, ...others }).success).toBe(false);
  },
);

test('what is left out stays as it was, or is what the table says of a new meal', () => {
  const sent = MealRequest.parse(aMealRequest());
  expect(mealFactsFrom(sent)).toMatchObject({ ...factsIfLeftOut(), name: 'Butter Chicken' });
  expect(mealFactsFrom(sent, FULL)).toMatchObject({
    name: 'Butter Chicken',
    storageText: FULL.storageText,
    allergens: FULL.allergens,
    // Null was sent.
    imageUrl: null,
  });
});
