/** What a meal would declare if it took over what its recipe says, field by field. Ours. */
import { readIngredients } from '#areas/menu/rules/ingredient-text.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import {
  type AllergenReasons,
  type DeclaredMeal,
  type DerivedMeal,
  mayBeSettled,
} from '#areas/menu/rules/derive-meal.ts';
import { LABEL_FIGURES } from '#areas/menu/rules/nutrition.ts';

const TAKEN_FIELDS = [
  ...LABEL_FIGURES,
  'allergens',
  'mayContain',
  'ingredients',
  'servingGrams',
] as const satisfies (keyof MealFacts)[];
export type TakenField = (typeof TAKEN_FIELDS)[number];

/** As of a meal; a new one has nothing yet. */
export type TakenFacts = { [F in TakenField]: MealFacts[F] | null };

export const NOTHING_DECLARED = Object.fromEntries(
  TAKEN_FIELDS.map((field) => [field, null]),
) as Record<TakenField, null>;

export type TakeOverRow<F extends TakenField = TakenField> = {
  field: F;
  now: MealFacts[F] | null;
} & (
  | { next: MealFacts[F] | null }
  /** Not offered: of these something is not known. */
  | { unknown: string[] }
);

/** What differs, and what cannot be said with whose part is missing. What is the same already is left out. */
export function listTakeOver(
  meal: TakenFacts,
  derived: DerivedMeal,
  reasons: AllergenReasons,
): TakeOverRow[] {
  const allergens = declarable(meal, derived, reasons);
  const traces = derived.allergens.mayContain.filter((one) => !allergens.includes(one));
  const { unchecked } = derived.allergens;
  // For an unread label the list would not name what is in it; without the list no allergens are taken.
  const notListed = [...new Set([...unchecked, ...derived.unweighed])].toSorted();
  const known: { [F in TakenField]?: MealFacts[F] | null } = {
    ...derived.nutrition,
    allergens,
    mayContain: traces.length > 0 ? traces : null,
    ingredients: derived.ingredientList,
    servingGrams: derived.portionGrams,
  };
  const unknown: Partial<Record<TakenField, string[]>> = {
    ...derived.nutrition.unknown,
    allergens: notListed,
    mayContain: unchecked,
    ingredients: notListed,
    servingGrams: derived.unweighed,
  };
  return TAKEN_FIELDS.flatMap((field): TakeOverRow[] => {
    const now = meal[field];
    const without = unknown[field] ?? [];
    if (without.length > 0) return [{ field, now, unknown: without }];
    const next = known[field] ?? null;
    // What is in it may stand among the traces too: it says nothing more.
    const seen = field === 'mayContain' ? withoutContained(meal.mayContain, allergens) : now;
    return isSame(seen, next) ? [] : [{ field, now, next } as TakeOverRow];
  });
}

/** With what is declared for a reason of its own, and without what the law lets it leave out. */
function declarable(
  { allergens: declared }: Pick<DeclaredMeal, 'allergens'>,
  { allergens: { contains, extra } }: DerivedMeal,
  reasons: AllergenReasons,
): Allergen[] {
  const hasReason = (allergen: Allergen) => (reasons[allergen] ?? '').trim() !== '';
  const isLeftOut = (allergen: Allergen) =>
    mayBeSettled(allergen) && hasReason(allergen) && declared?.includes(allergen) !== true;
  return ALLERGENS.filter(
    (one) => (contains.includes(one) && !isLeftOut(one)) || (extra.includes(one) && hasReason(one)),
  );
}

function withoutContained(traces: Allergen[] | null, contained: readonly Allergen[]) {
  const left = traces?.filter((one) => !contained.includes(one)) ?? [];
  return left.length > 0 ? left : null;
}

function isSame(now: unknown, next: unknown): boolean {
  return JSON.stringify(now) === JSON.stringify(next);
}

/** Ingredients of which a list says the share, and the next one does not: parts of a component are listed one by one. */
export function sharesLost(now: string, next: string): string[] {
  const told = new Set(
    readIngredients(next).flatMap(({ name, percent }) =>
      percent === null ? [] : [name.toLowerCase()],
    ),
  );
  return readIngredients(now).flatMap(({ name, percent }) =>
    percent === null || told.has(name.toLowerCase()) ? [] : [`${name} (${percent}%)`],
  );
}

/** What is taken of the rows that someone ticked. */
export function takenFacts(
  rows: readonly TakeOverRow[],
  ticked: ReadonlySet<TakenField>,
): Partial<TakenFacts> {
  const taken = rows.flatMap((row) =>
    'next' in row && ticked.has(row.field) ? [[row.field, row.next]] : [],
  );
  return Object.fromEntries(taken) as Partial<TakenFacts>;
}

/** Ticks after one was changed: a label names its allergens in its list (Standard 1.2.3), so both are taken or neither. */
export function withTick(
  rows: readonly TakeOverRow[],
  ticked: ReadonlySet<TakenField>,
  { field, isTicked }: { field: TakenField; isTicked: boolean },
): Set<TakenField> {
  const next = new Set(ticked);
  const set = (one: TakenField) => (isTicked ? next.add(one) : next.delete(one));
  set(field);
  const areBoth = TOGETHER.every((one) => rows.some((row) => row.field === one));
  if (areBoth && TOGETHER.includes(field)) TOGETHER.forEach(set);
  return next;
}

const TOGETHER: readonly TakenField[] = ['allergens', 'ingredients'];
