/** A test has no page to leave to: this notes where the page would go, and when, and stays. */
import { afterEach, beforeEach } from 'vitest';

type Leaving = { to: string; atMs: number };

export function noteLeaving(): { left: () => Leaving | undefined } {
  let left: Leaving | undefined;

  function note(event: NavigateEvent) {
    const { pathname, search } = new URL(event.destination.url);
    left ??= { to: pathname + search, atMs: performance.now() };
    event.preventDefault();
  }
  beforeEach(() => navigation.addEventListener('navigate', note));
  afterEach(() => {
    navigation.removeEventListener('navigate', note);
    left = undefined;
  });
  return { left: () => left };
}

/** When a toast with this title came on screen, by the clock of `performance.now()`. */
export function noteToast(title: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-state=open]')?.textContent.includes(title)) return;
      observer.disconnect();
      resolve(performance.now());
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
