/** A meal as an order remembers it, whatever becomes of the meal later. */
import type { MealFacts } from './meal-fields.ts';
import { type FieldCarriedBy, factsIfLeftOut, fieldsCarriedBy } from './list-meal-fields.ts';

export type MealSnapshot = Pick<MealFacts, FieldCarriedBy<'snapshot'>>;

/** What labels say of a meal. */
export type LabelledMeal = Pick<MealFacts, FieldCarriedBy<'label'>>;

const SNAPSHOT_FIELDS = fieldsCarriedBy('snapshot');
const NOTHING_KNOWN = factsIfLeftOut();
const LABEL_FIELDS = fieldsCarriedBy('label');

export function takeSnapshot(meal: MealFacts): MealSnapshot {
  return pick(meal, SNAPSHOT_FIELDS);
}

/** An order remembers only what was known of a meal when it was placed. */
export function labelledMeal(snapshot: MealSnapshot): LabelledMeal {
  return pick({ ...NOTHING_KNOWN, ...snapshot }, LABEL_FIELDS);
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const key of keys) picked[key] = from[key];
  return picked;
}
