import { listMealFields, rowOf } from '#areas/menu/rules/list-meal-fields.ts';

/** On-screen name of what changes of a meal, by its name on the wire. Null: not shown, since staff cannot change it. */
export function mealFieldLabel(field: string): string | null {
  if (field === 'recipeList') return 'Recipe';
  const known = listMealFields().map((each) => rowOf(each).names);
  return known.find(({ wire }) => wire === field)?.label ?? null;
}
