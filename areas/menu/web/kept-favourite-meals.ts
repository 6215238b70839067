/** Meals that got a heart on this device. They come first in the picker; nobody else learns of them. */
import { listOf, positive } from '#platform/web/kept-shape.ts';

const KEY = 'favouriteMeals';
const CHANGED = 'favourites';
const MOST = 200;
const meals = listOf(positive);

/** Ids of meals, in the order of their hearts; some may have left the menu. */
export function readFavourites(): number[] {
  try {
    return [...new Set(meals(JSON.parse(localStorage.getItem(KEY) ?? '[]')))];
  } catch {
    return [];
  }
}

/** What is kept then; without storage it is what was kept before. */
export function toggleFavourite(mealId: number): number[] {
  const before = readFavourites();
  const after = before.includes(mealId)
    ? before.filter((id) => id !== mealId)
    : [...before, mealId].slice(-MOST);
  write(after);
  return readFavourites();
}

export function eraseFavourites(): void {
  write([]);
}

/** After each change, in another tab too. Returns how to stop. */
export function onFavourites(tell: () => void): () => void {
  const events = [CHANGED, 'storage'];
  for (const event of events) addEventListener(event, tell);
  return () => {
    for (const event of events) removeEventListener(event, tell);
  };
}

function write(favourites: readonly number[]): void {
  try {
    if (favourites.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(favourites));
  } catch {
    // The heart stays empty.
  }
  dispatchEvent(new Event(CHANGED));
}
