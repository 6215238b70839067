/** Hearts work on every page, with the framework or without: what is kept on the device is the only state. */
import { showText } from '#platform/web/ui/shown-text.ts';
import { onFavourites, readFavourites, toggleFavourite } from './kept-favourite-meals.ts';

/** Its value is the meal's id. */
const HEART = '[data-heart]';
/** Shows the favourites alone. */
const ONLY = '[data-only-hearts]';

let favourites: readonly number[] | null = null;

/** Shows what is kept, in this tab and after a tap in another. React leaves alone what it finds on them. */
export function liveHearts(): void {
  addEventListener('click', tap, true);
  onFavourites(renew);
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
}

function tap({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const heart = target.closest<HTMLElement>(HEART);
  if (heart) toggleFavourite(Number(heart.dataset['heart']));
  if (target.closest(ONLY)) {
    document.documentElement.toggleAttribute('data-hearts-alone');
    show();
  }
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
  showChoice(document.querySelectorAll(`${HEART}[aria-pressed="true"]`).length);
}

function showChoice(count: number): void {
  const page = document.documentElement;
  if (count === 0) page.removeAttribute('data-hearts-alone');
  for (const choice of document.querySelectorAll<HTMLElement>(ONLY)) {
    choice.hidden = count === 0;
    choice.ariaPressed = String(page.hasAttribute('data-hearts-alone'));
    const number = choice.querySelector('[data-count]');
    if (number) showText(number, String(count));
  }
}
