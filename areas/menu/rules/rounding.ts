/**
 * Sums of quantities are kept in doubles and rounded once, at the very end, by one of these two. The margins absorb what
 * doubles add: 350 / 0.7 must need 500 and not 501. Ours.
 */

/** What must suffice: the next whole number, and never below 0. */
export function up(value: number): number {
  return Math.max(0, Math.ceil(value - 0.000001));
}

/** What is shown: halves up. */
export function half(value: number): number {
  // Not -0, which compares and prints differently from 0.
  return Math.floor(value + 0.5 + 0.000000001) || 0;
}

/** What is shown with one decimal. */
export function halfTenths(value: number): number {
  return half(value * 10) / 10;
}
