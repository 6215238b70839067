/** The browser's offer to put the site on the home screen. Browsers without it, and those that have it there, never make one. */
import { useSyncExternalStore } from 'react';

type InstallEvent = Event & { prompt(): Promise<unknown> };

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function remember(event: Event | null): void {
  offered = event as InstallEvent | null;
  for (const listener of listeners) listener();
}

/** From when this is loaded, with the page of the order that was placed: earlier pages must not grow by it. */
if (typeof addEventListener === 'function') {
  addEventListener('beforeinstallprompt', remember);
  addEventListener('appinstalled', () => remember(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks to put the site on the home screen; null: this browser can't, or has it there. */
export function useInstallPrompt(): (() => void) | null {
  const event = useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  );
  if (!event) return null;
  return () => {
    remember(null);
    void event.prompt();
  };
}
