import { listMealFields, rowOf } from '#areas/menu/rules/list-meal-fields.ts';

/** On-screen name of a meal's field on the wire. Null: not shown, since staff cannot change it. */
export function mealFieldLabel(field: string): string | null {
  const known = listMealFields().map((each) => rowOf(each).names);
  return known.find(({ wire }) => wire === field)?.label ?? null;
}
