/** The order under way, in all tabs of a device: which of two counts, and how long it lives. Ours. */

export const BASKET_LIVES_MS = 14 * 24 * 60 * 60 * 1000;

/** `rev` counts the changes. `usedAt`: when a person changed it, by this device's clock, in ms. */
export type BasketChange = { rev: number; usedAt: number };

/** Whether an order takes the place of another: more changes, then the tab used last. Never merged. */
export function isAhead(other: BasketChange, ours: BasketChange): boolean {
  return other.rev > ours.rev || (other.rev === ours.rev && other.usedAt > ours.usedAt);
}
