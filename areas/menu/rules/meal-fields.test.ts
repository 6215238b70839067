import { describe, expect, test } from 'vitest';
import { aFullMeal } from '#quality/support/a-meal.ts';
import { factsIfLeftOut, fieldsCarriedBy, listMealFields, rowOf } from './meal-fields.ts';
import { checkMeal } from './check-meal.ts';
import { labelledMeal, type MealSnapshot, takeSnapshot } from './meal-snapshot.ts';

describe('the table of meal fields', () => {
  test('calls every field by names of its own', () => {
    const names = listMealFields().map((field) => rowOf(field).names);
    expect(new Set(names.map(({ wire }) => wire)).size).toBe(names.length);
    expect(new Set(names.map(({ label }) => label)).size).toBe(names.length);
  });

  test('holds what its own limits let through', () => {
    expect(checkMeal(aFullMeal())).toEqual([]);
    expect(checkMeal(aFullMeal(factsIfLeftOut()))).toEqual([]);
  });

  test('prints on labels only what orders keep', () => {
    expect(fieldsCarriedBy('snapshot')).toEqual(expect.arrayContaining(fieldsCarriedBy('label')));
  });
});

describe('what an order keeps of a meal', () => {
  const row = { ...aFullMeal(), id: 7, version: 2 };
  const snapshot = takeSnapshot(row);

  test('is enough to price, cook and label it, and nothing else', () => {
    expect(Object.keys(snapshot)).toEqual([...fieldsCarriedBy('snapshot'), 'recipeList']);
    expect(snapshot).toMatchObject({ priceCents: 100, mealType: 'lunch', heatingText: 'Heating.' });
    expect(snapshot).not.toHaveProperty('id');
    expect(snapshot).not.toHaveProperty('description');
  });

  test('goes on labels without the price', () => {
    expect(Object.keys(labelledMeal(snapshot))).toEqual([
      ...fieldsCarriedBy('label'),
      'recipeList',
    ]);
    expect(labelledMeal(snapshot)).not.toHaveProperty('priceCents');
  });

  test('from before a field existed says nothing of it, and labels ask', () => {
    const { sodiumMg: _sodium, allergens: _allergens, storageText: _storage, ...old } = snapshot;
    // As it comes out of the database.
    expect(labelledMeal(old as MealSnapshot)).toMatchObject({
      name: 'Name.',
      sodiumMg: null,
      allergens: null,
      storageText: '',
    });
  });
});
