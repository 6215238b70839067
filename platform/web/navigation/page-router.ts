import type { ReactNode } from 'react';
import type { Guard, Navigate, To } from './address.ts';
import { type PathParams, hrefOf, type PageHistory, type Place } from './page-history.ts';
import { newKey } from '#platform/web/kept-new-key.ts';

/** A page that this document can show. */
export type Shown = { params: PathParams; element: ReactNode };

export type View = {
  place: Place;
  shown: Shown;
  /** Reached by Back or Forward, or the first. */
  isFromHistory: boolean;
  keepsScroll: boolean;
};

export type RouterOptions = {
  /** What is shown at the address that the history has now. */
  first: Shown;
  /** What to show at a path; null: another document has it. It never rejects. */
  load: (pathname: string) => Promise<Shown> | Shown | null;
  history: PageHistory;
};

/** Which page is shown, and how it changes. Between documents the browser navigates. */
export class PageRouter {
  view: View;
  readonly #load: RouterOptions['load'];
  readonly #history: PageHistory;
  readonly #guards = new Set<Guard>();
  #onView: (view: View) => void = () => {};
  /** The next move of the history is one that a guard has let go, or the way back from one that it has not. */
  #isSettled = false;
  #latest = 0;

  constructor({ first, load, history }: RouterOptions) {
    this.#load = load;
    this.#history = history;
    this.view = { place: history.read(), shown: first, isFromHistory: true, keepsScroll: true };
  }

  /** Tells of the page that is shown, now and after each change. Returns how to stop. */
  listen(onView: (view: View) => void): () => void {
    this.#onView = onView;
    // Its parts may have gone elsewhere before.
    onView(this.view);
    const stop = this.#history.listen(() => this.#follow());
    return () => {
      this.#onView = () => {};
      stop();
    };
  }

  readonly addGuard = (guard: Guard): (() => void) => {
    this.#guards.add(guard);
    return () => void this.#guards.delete(guard);
  };

  readonly resolve = (to: To): string => {
    const here = hrefOf(this.view.place);
    if (typeof to === 'string') return hrefOf(new URL(to, `http://site${here}`));
    const query = to.search?.replace(/^\?/, '') ?? '';
    return `${this.view.place.pathname}${query === '' ? '' : `?${query}`}${to.hash ?? ''}`;
  };

  readonly isHere = (href: string): boolean =>
    this.#find(new URL(href, 'http://site').pathname) !== null;

  readonly navigate: Navigate = async (to, options = {}) => {
    if (typeof to === 'number') return this.#history.go(to);
    const { pathname, search, hash } = new URL(this.resolve(to), 'http://site');
    const { replace = false, state = null, preventScrollReset = false } = options;
    const index = this.view.place.index + (replace ? 0 : 1);
    const place = { pathname, search, hash, state, key: newKey(), index };
    const next = { place, isFromHistory: false, keepsScroll: preventScrollReset };
    const go = () => this.#show(next, replace ? 'replace' : 'push');
    const guard = this.#guardAgainst(place);
    if (!guard) return go();
    guard.ask(() => void go());
  };

  readonly hasUnsaved = (): boolean =>
    this.#guardAgainst({ pathname: '', search: '' }) !== undefined;

  #find(pathname: string) {
    return pathname === this.view.place.pathname ? this.view.shown : this.#load(pathname);
  }

  #guardAgainst(place: Pick<Place, 'pathname' | 'search'>): Guard | undefined {
    return [...this.#guards].find(({ blocks }) => blocks(place));
  }

  async #show(next: Omit<View, 'shown'>, how?: 'push' | 'replace'): Promise<void> {
    this.#latest += 1;
    const mine = this.#latest;
    const found = this.#find(next.place.pathname);
    if (found === null) {
      if (how === 'push') location.assign(hrefOf(next.place));
      else location.replace(hrefOf(next.place));
      return;
    }
    // The page at hand changes at once: what is typed next belongs to the new address.
    const shown = found instanceof Promise ? await found : found;
    if (mine !== this.#latest) return;
    if (how) this.#history.write(next.place, how);
    this.view = { ...next, shown };
    this.#onView(this.view);
  }

  /** After Back or Forward. */
  #follow() {
    const place = this.#history.read();
    const delta = place.index - this.view.place.index;
    const wasSettled = this.#isSettled;
    this.#isSettled = false;
    const guard = wasSettled || delta === 0 ? undefined : this.#guardAgainst(place);
    if (guard) {
      // The browser has gone there already.
      this.#settle(-delta);
      guard.ask(() => this.#settle(delta));
    } else if (!wasSettled || delta !== 0) {
      void this.#show({ place, isFromHistory: true, keepsScroll: true });
    }
  }

  #settle(delta: number) {
    this.#isSettled = true;
    this.#history.go(delta);
  }
}
