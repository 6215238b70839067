/** Everything that recipes are made of, as server and browser know it. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { BaseUnit, Weights } from '#areas/menu/rules/units.ts';
import type { Nutrients } from './nutrition.ts';
import { distinctNames, usesComponent } from '#areas/menu/rules/recipe.ts';

export type BookIngredient = Weights &
  Nutrients & {
    id: number;
    name: string;
    baseUnit: BaseUnit;
    /** For what is bought, in hundredths of a percent. */
    lossBp: number;
    /** False: water. */
    isBought: boolean;
    labelName: string;
    labelParts: string;
    /** Null: nobody has read the pack. */
    contains: readonly Allergen[] | null;
    mayContain: readonly Allergen[];
    /** The preferred pack; null: none is known. `qty` in base units. */
    pack: { qty: number; priceCents: Cents | null } | null;
  };

export type BookLine = {
  qty: number;
  lossBp: number | null;
  /** How it is cut or dressed: "5 mm batons". Left out: the steps say all. */
  prep?: string | undefined;
} & ({ ingredientId: number } | { componentId: number });

type BookComponent = {
  id: number;
  name: string;
  baseUnit: BaseUnit;
  gramsPerLitre: number | null;
  /** The largest batch; the lines are for that much. */
  potQty: number;
  lines: readonly BookLine[];
};

export type RecipeBook = {
  ingredients: ReadonlyMap<number, BookIngredient>;
  components: ReadonlyMap<number, BookComponent>;
};

export type BookRecipe = {
  /** Portions that the lines are for. */
  basis: number;
  packagingCents: Cents;
  lines: readonly BookLine[];
};

// Everything that a recipe names, however little, for who leaves it out: the 5% rule shortens labels, never protection.

/**
 * "chilli; chilli powder; chipotle chilli in adobo (chipotle chilli, tomato, spices)": names, label names and label parts of
 * the ingredients, through components. By the alphabet: it says neither how much nor in what it is.
 */
export function recipeList(lines: readonly BookLine[], book: RecipeBook): string {
  const texts = [...ingredientsOf(lines, book)].flatMap(({ name, labelName, labelParts }) => [
    withParts(labelName, labelParts),
    withParts(name, labelParts),
  ]);
  return [...new Set(texts)].toSorted().join('; ');
}

type Gained = {
  allergens: Allergen[];
  /** New in it, and nobody has read the label: they may bring anything. */
  unread: string[];
};

/** What lines bring that those before them did not, components included. */
export function gainedBy(
  before: readonly BookLine[],
  after: readonly BookLine[],
  book: RecipeBook,
): Gained {
  const known = ingredientsOf(before, book);
  const containedIn = (found: ReadonlySet<BookIngredient>) =>
    new Set([...found].flatMap(({ contains }) => contains ?? []));
  const now = ingredientsOf(after, book);
  const [then, present] = [containedIn(known), containedIn(now)];
  return {
    allergens: ALLERGENS.filter((one) => present.has(one) && !then.has(one)),
    unread: distinctNames([...now].filter((one) => one.contains === null && !known.has(one))),
  };
}

/** What the labels of its ingredients say may be in it, components included. */
export function recipeTraces(lines: readonly BookLine[], book: RecipeBook): Allergen[] {
  const all = [...ingredientsOf(lines, book)].flatMap(({ mayContain }) => mayContain);
  return ALLERGENS.filter((allergen) => all.includes(allergen));
}

function ingredientsOf(lines: readonly BookLine[], book: RecipeBook): Set<BookIngredient> {
  const found = new Set<BookIngredient>();
  for (const line of lines) {
    const within =
      'ingredientId' in line
        ? [book.ingredients.get(line.ingredientId)]
        : ingredientsOf(book.components.get(line.componentId)?.lines ?? [], book);
    for (const ingredient of within) if (ingredient) found.add(ingredient);
  }
  return found;
}

/** "Soy sauce, salt reduced" becomes "soy sauce (salt reduced, water, soy)": what it is, and what is in it. */
function withParts(name: string, parts: string): string {
  if (parts === '') return name.toLowerCase();
  const [first = '', ...rest] = name.toLowerCase().split(/\s*,\s*/u);
  return `${first} (${[...rest, parts].join(', ')})`;
}

type Lines = { lines: readonly ({ componentId: number } | { ingredientId: number })[] };

type UsedOnly = { componentIds: number[]; ingredientIds: number[] };

/** For each of these meals: components and ingredients that none of the others needs, through any number of components. */
export function usedOnlyBy(
  meals: ReadonlyMap<number, Lines>,
  components: ReadonlyMap<number, Lines>,
): Map<number, UsedOnly> {
  const needs = new Map([...meals].map(([id, { lines }]) => [id, needsOf(lines, components)]));
  const users = new Map<string, number>();
  for (const keys of needs.values())
    for (const key of keys) users.set(key, (users.get(key) ?? 0) + 1);
  return new Map(
    [...needs].map(([id, keys]) => {
      const own = [...keys].filter((key) => users.get(key) === 1);
      return [
        id,
        { componentIds: keyIds(own, COMPONENT), ingredientIds: keyIds(own, INGREDIENT) },
      ] as const;
    }),
  );
}

const COMPONENT = 'component ';
const INGREDIENT = 'ingredient ';

function needsOf(lines: Lines['lines'], components: ReadonlyMap<number, Lines>): Set<string> {
  const found = new Set<string>();
  const visit = (list: Lines['lines']) => {
    for (const line of list) {
      if (!usesComponent(line)) found.add(`${INGREDIENT}${line.ingredientId}`);
      else if (!found.has(`${COMPONENT}${line.componentId}`)) {
        found.add(`${COMPONENT}${line.componentId}`);
        visit(components.get(line.componentId)?.lines ?? []);
      }
    }
  };
  visit(lines);
  return found;
}

function keyIds(keys: readonly string[], kind: string): number[] {
  return keys
    .filter((key) => key.startsWith(kind))
    .map((key) => Number(key.slice(kind.length)))
    .toSorted((a, b) => a - b);
}
