/** What moves on a page to read while React is not there; React finds the same in it and leaves it alone. */
import type { OrderOfPage } from '#areas/order-book/calls/received-order.ts';
import { showText } from '#platform/web/ui/shown-text.ts';
import { liveHearts } from '#areas/menu/web/hearts.ts';

/** For a meal: how many are left of it, in words. Its value is the meal's id. */
const FEW_LEFT = '[data-few-left]';
const FIRST_USE = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'];

export function liveWithoutReact(): void {
  const isReading = 'reading' in document.documentElement.dataset;
  liveHearts();
  saveOrder();
  openNamedAnswer();
  addEventListener('hashchange', openNamedAnswer);
  // Back would show it open over the page.
  addEventListener('pagehide', () =>
    document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover(),
  );
  // Staff see another page there.
  if (location.pathname === '/' && isReading && isKnown())
    void import('#areas/checkout/web/home-bar.ts')
      .then(({ showHomeBar }) => showHomeBar())
      .catch(() => {
        // Without an answer the page is as for everyone.
      });
  if (document.querySelector(FEW_LEFT))
    for (const event of FIRST_USE)
      addEventListener(event, showFewLeftOnce, { once: true, capture: true, passive: true });
}

/** Asked here: the wizard's own question would bring the chunk that it is in to every page. */
function isKnown(): boolean {
  try {
    return ['households', 'basket'].some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false;
  }
}

/** For when there is no connection: React comes only with a use. */
function saveOrder(): void {
  const text = document.querySelector('script[data-order]')?.textContent;
  const [, token] = /^\/track\/([^/]+)$/.exec(location.pathname) ?? [];
  if (!text || !token) return;
  void import('#areas/order-book/web/site/kept-tracked-orders.ts').then(({ saveSentOrder }) =>
    // Written by our own server for this very page.
    saveSentOrder(decodeURIComponent(token), JSON.parse(text) as OrderOfPage),
  );
}

/** Opens the `details` around the address's fragment, in browsers that do not do so themselves. */
function openNamedAnswer(): void {
  const details = document.querySelector(':target')?.closest('details');
  if (!details || details.open) return;
  details.open = true;
  document.querySelector(':target')?.scrollIntoView();
}

let fewLeft: Promise<void> | undefined;

function showFewLeftOnce(): void {
  fewLeft ??= showFewLeft().catch(() => {
    // Without an answer the menu stays as it is.
  });
}

/** Meals that are running out: the menu itself is kept, and the same for everyone. */
async function showFewLeft(): Promise<void> {
  const { fetchFewLeft } = await import('#areas/order-book/web/few-left.ts');
  const words = await fetchFewLeft();
  const write = () => {
    for (const line of document.querySelectorAll<HTMLElement>(FEW_LEFT))
      showText(line, words.get(Number(line.dataset['fewLeft'])) ?? '');
  };
  write();
  // Filters bring other meals.
  new MutationObserver(write).observe(document.body, { childList: true, subtree: true });
}
