/** Hearts work on every page, with the framework or without: what is kept on the device is the only state. */
import { onFavourites, readFavourites, toggleFavourite } from './kept-favourite-meals.ts';

/** Its value is the meal's id. */
const HEART = '[data-heart]';

let favourites: readonly number[] | null = null;

/** Shows what is kept, in this tab and after a tap in another. React leaves alone what it finds on them. */
export function liveHearts(): void {
  addEventListener('click', tap, true);
  onFavourites(renew);
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
}

function tap({ target }: Event): void {
  const heart = target instanceof Element ? target.closest<HTMLElement>(HEART) : null;
  if (heart) toggleFavourite(Number(heart.dataset['heart']));
}

function renew(): void {
  favourites = null;
  show();
}

function show(): void {
  const hearts = document.querySelectorAll<HTMLElement>(HEART);
  if (hearts.length === 0) return;
  favourites ??= readFavourites();
  for (const heart of hearts) {
    // Without scripts there is none to tap.
    heart.hidden = false;
    heart.ariaPressed = String(favourites.includes(Number(heart.dataset['heart'])));
  }
}
