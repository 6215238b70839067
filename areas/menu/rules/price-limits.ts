/** What "under $14" means, wherever someone asks for cheaper meals. Ours. */
import type { Cents } from '#platform/rules/money.ts';

/** A thrifty week keeps each meal under this. */
export const THRIFTY_CENTS: Cents = 1400;

/** On the menu, a choice of limits. */
export const PRICE_LIMITS: readonly Cents[] = [THRIFTY_CENTS, 1500, 1600];
