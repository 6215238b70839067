import { useEffect, useState } from 'react';
import { onFavourites, readFavourites } from '#areas/menu/web/kept-favourite-meals.ts';

/** The meals with a heart on this device. */
export function useFavourites() {
  const [favourites, setFavourites] = useState(readFavourites);
  // The list stays as it is while hearts are given: a meal must not move away under the thumb.
  const [first] = useState(favourites);
  useEffect(() => onFavourites(() => setFavourites(readFavourites())), []);
  return { favourites, first };
}
