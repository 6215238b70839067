/** The secret of a place that is held for this browser's customer, for all its tabs: the basket is in another one. */

const KEY = 'slotBell';

/** Null if none was kept here, or the browser keeps nothing. */
export function readSlotBell(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function saveSlotBell(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // The tab that was opened by the link still has it in its address.
  }
}

export function clearSlotBell(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Calls back when another tab has kept one, or dropped it. Returns how to stop. */
export function watchSlotBell(onChange: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === KEY) onChange();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
