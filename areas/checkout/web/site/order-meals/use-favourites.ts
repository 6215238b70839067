import { useState } from 'react';
import { readFavourites, toggleFavourite } from '#areas/menu/web/kept-favourite-meals.ts';
import { useStableCall } from '#areas/checkout/web/site/use-stable-call.ts';
import type { OfferedMeal } from './offered-meals.ts';

/** The meals with a heart on this device, and giving or taking one. */
export function useFavourites() {
  const [favourites, setFavourites] = useState(readFavourites);
  // The list stays as it is while hearts are given: a meal must not move away under the thumb.
  const [first] = useState(favourites);
  const toggle = useStableCall((mealId: number) => setFavourites(toggleFavourite(mealId)));
  return { favourites, first, toggle };
}

/** Otherwise as sorted. What does not fit their diet stays where it is. */
export function favouritesFirst(
  sorted: readonly OfferedMeal[],
  favourites: readonly number[],
): OfferedMeal[] {
  const isFirst = ({ meal, missedDiets }: OfferedMeal) =>
    missedDiets === '' && favourites.includes(meal.id);
  return [...sorted.filter(isFirst), ...sorted.filter((one) => !isFirst(one))];
}
