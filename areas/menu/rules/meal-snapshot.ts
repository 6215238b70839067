/** A meal as an order remembers it, whatever becomes of the meal later, and as the food that it is. */
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import type { MealFacts } from './meal-fields.ts';
import { type FieldCarriedBy, factsIfLeftOut, fieldsCarriedBy } from './list-meal-fields.ts';

export type MealSnapshot = Pick<MealFacts, FieldCarriedBy<'snapshot'>>;

/** What labels say of a meal. */
export type LabelledMeal = Pick<MealFacts, FieldCarriedBy<'label'>>;

export const SNAPSHOT_FIELDS = fieldsCarriedBy('snapshot');
const NOTHING_KNOWN = factsIfLeftOut();
const LABEL_FIELDS = fieldsCarriedBy('label');

export function takeSnapshot(meal: MealFacts): MealSnapshot {
  return pick(meal, SNAPSHOT_FIELDS);
}

/** An order remembers only what was known of a meal when it was placed. */
export function labelledMeal(snapshot: MealSnapshot): LabelledMeal {
  return pick({ ...NOTHING_KNOWN, ...snapshot }, LABEL_FIELDS);
}

/** `facts`: by the names of the columns, as versions of a meal are kept. What one does not have counts as left out. */
export function snapshotOfVersion(facts: Record<string, unknown>): MealSnapshot {
  const known = SNAPSHOT_FIELDS.flatMap((field) => {
    const value = facts[columnOf(field)];
    return value === undefined ? [] : [[field, value]];
  });
  return { ...NOTHING_KNOWN, ...(Object.fromEntries(known) as MealSnapshot) };
}

/** What was sold, with the food that it is: one version, or several that were cooked in one batch, oldest first. */
export function asFood(sold: MealSnapshot, versions: readonly MealSnapshot[]): MealSnapshot {
  const newest = versions.at(-1);
  if (!newest) return sold;
  const { name, priceCents, mealType } = sold;
  return { ...newest, ...unionOf(versions, newest), name, priceCents, mealType };
}

type Food = Pick<MealSnapshot, 'allergens' | 'ingredients' | 'shelfLifeDays' | 'freezable'>;

/** Nobody can tell which of them is in a box: it is all of them, and keeps no longer than each says that it does. */
function unionOf(versions: readonly MealSnapshot[], newest: MealSnapshot): Food {
  const declared = versions.map(({ allergens }) => allergens);
  const lists = [...new Set(versions.map(({ ingredients }) => ingredients))];
  const days = versions.flatMap(({ shelfLifeDays }) => shelfLifeDays ?? []);
  return {
    allergens: declared.includes(null)
      ? null
      : ALLERGENS.filter((allergen) => declared.some((each) => each?.includes(allergen))),
    ingredients: lists.length === 1 ? newest.ingredients : bothLists(lists.toReversed()),
    shelfLifeDays: days.length === 0 ? null : Math.min(...days),
    freezable: leastFreezable(versions.map(({ freezable }) => freezable)),
  };
}

/** One that may not be frozen, then one of which nobody knows. */
function leastFreezable(all: readonly (boolean | null)[]): boolean | null {
  if (all.includes(false)) return false;
  return all.includes(null) ? null : true;
}

/** An empty list stays one that nobody has given. */
function bothLists(lists: readonly string[]): string {
  return lists.includes('') ? '' : `Two recipes of this batch: ${lists.join(' Or: ')}`;
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`);
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const key of keys) picked[key] = from[key];
  return picked;
}
