/** The search of a menu: one line of words, read once, and the meals that fit it. No index. Ours. */
import { type MealToSearch, pointsOf, sortBy, vocabularyOf } from './match-search.ts';
import { type MenuSearch, readSearch } from './read-search.ts';

/** For menus that were asked before: someone who types asks at every letter. */
const vocabularies = new WeakMap<object, Set<string>>();

/**
 * The best first; each fits all words. What is to be left out (`without`, `avoid`) is judged by anyone who shows them, as for
 * a person who may not eat it.
 */
export function searchMenu<Meal extends MealToSearch>(
  meals: readonly Meal[],
  text: string,
): { search: MenuSearch; fitting: Meal[] } {
  const vocabulary = vocabularies.get(meals) ?? vocabularyOf(meals);
  vocabularies.set(meals, vocabulary);
  const search = readSearch(text, vocabulary);
  const found = meals.flatMap((meal) => {
    const points = pointsOf(meal, search);
    return points === null ? [] : [{ meal, points }];
  });
  const best = found.toSorted((a, b) => b.points - a.points).map(({ meal }) => meal);
  return { search, fitting: search.sort === null ? best : sortBy(best, search.sort) };
}
