/** Everything that a recipe names, however little, for who leaves it out: the 5% rule shortens labels, never protection. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { distinctNames } from './recipe.ts';
import type { BookIngredient, BookLine, RecipeBook } from './recipe-book.ts';

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
