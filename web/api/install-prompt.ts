/** The browser's offer to put the site on the home screen. Browsers without it, and those that have it there, never make one. */
import { useSyncExternalStore } from 'react';

type InstallEvent = Event & { prompt(): Promise<unknown> };

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function remember(event: Event | null): void {
  offered = event as InstallEvent | null;
  for (const listener of listeners) listener();
}

/** From the start: the offer is made once, soon after the first page has loaded. */
export function watchInstallPrompt(): void {
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
