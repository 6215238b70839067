/** Everything that a recipe names, however little, for who leaves it out: the 5% rule shortens labels, never protection. */
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
