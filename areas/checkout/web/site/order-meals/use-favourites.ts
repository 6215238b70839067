import { useState } from 'react';
import { readFavourites, toggleFavourite } from '#areas/menu/web/kept-favourite-meals.ts';
import { useStableCall } from '#areas/checkout/web/site/use-stable-call.ts';

/** The meals with a heart on this device, and giving or taking one. */
export function useFavourites() {
  const [favourites, setFavourites] = useState(readFavourites);
  // The list stays as it is while hearts are given: a meal must not move away under the thumb.
  const [first] = useState(favourites);
  const toggle = useStableCall((mealId: number) => setFavourites(toggleFavourite(mealId)));
  return { favourites, first, toggle };
}
