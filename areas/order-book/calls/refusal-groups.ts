/** Refusals that go together: a call that does the one thing may answer with each of them. */
import type { RefusalCode } from '#platform/calls/refusals.ts';

/** It says what people eat. */
export const UNSUITABLE_FOOD = [
  'allergen_clash',
  'food_questions',
  'will_not_keep',
] as const satisfies readonly RefusalCode[];

/** It takes places and portions. */
export const NO_ROOM = ['meal_sold_out', 'slot_full'] as const satisfies readonly RefusalCode[];

/** It asks the card provider. */
export const CARD_PROVIDER = [
  'no_card_provider',
  'payment_unavailable',
] as const satisfies readonly RefusalCode[];

/** It pays back. */
export const PAYING_BACK = [
  'dispute_open',
  'refund_too_large',
] as const satisfies readonly RefusalCode[];

/** It settles a payment, or one that a bank has approved. */
export const SETTLING = [
  'amount_differs',
  'hold_ended',
  'hold_gave_way',
  'not_paid',
  'past_cutoff',
  'place_pending',
  'recipe_changed',
] as const satisfies readonly RefusalCode[];

/** It changes what an order brings, or where and when. */
export const CHANGING_ORDER = [
  ...UNSUITABLE_FOOD,
  ...NO_ROOM,
  'changed_meanwhile',
  'delivery_out',
] as const satisfies readonly RefusalCode[];

/** It changes an order, and pays back what that costs less. */
export const CHANGING_AND_PAYING_BACK = [
  ...CHANGING_ORDER,
  ...CARD_PROVIDER,
  ...PAYING_BACK,
] as const satisfies readonly RefusalCode[];
