/** Apart from reading it: few pages of the wizard need more. */
import { readSlotBell, SLOT_BELL_KEY } from './kept-slot-bell.ts';

export function saveSlotBell(token: string): void {
  try {
    localStorage.setItem(SLOT_BELL_KEY, token);
  } catch {
    // The tab that was opened by the link still has it in its address.
  }
}

export function clearSlotBell(): void {
  try {
    localStorage.removeItem(SLOT_BELL_KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Calls back when another tab has kept one. Returns how to stop. */
export function watchSlotBell(onKept: (token: string) => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    const token = key === SLOT_BELL_KEY ? readSlotBell() : null;
    if (token !== null) onKept(token);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
