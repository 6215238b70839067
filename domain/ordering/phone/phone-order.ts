/** Orders that staff take on the phone: held for the caller, who pays by a link. */
import type { Instant } from '#domain/calendar/zoned-time.ts';

const MINUTE_MS = 60_000;

/** Who was told the link so recently needs no reminder. */
const SHORTEST_REMINDED_MS = 20 * MINUTE_MS;

/** When to remind someone who has not paid: once half of their time is over; null: not at all, for there is too little. */
export function remindAt(
  takenAt: Instant,
  /** When the places are released. */
  holdUntil: Instant,
): Instant | null {
  const heldMs = holdUntil - takenAt;
  return heldMs < SHORTEST_REMINDED_MS ? null : holdUntil - Math.floor(heldMs / 2);
}

/** How the customer gets the link; by text only to a mobile phone that takes our texts. */
export const PAY_LINK_WAYS = ['email', 'email_and_text'] as const;
export type PayLinkWay = (typeof PAY_LINK_WAYS)[number];

/**
 * `ending`: its time is over or staff cancelled it, and the card provider has not confirmed yet that it can no longer be
 * paid; its places are still held. `not_paid`: the places were given back.
 */
export const PHONE_ORDER_STATES = [
  'waiting',
  'reminded',
  'ending',
  'paid',
  'not_paid',
  'cancelled',
] as const;
export type PhoneOrderState = (typeof PHONE_ORDER_STATES)[number];

/** As staff read them. */
export const PHONE_ORDER_STATE_LABELS: Record<PhoneOrderState, string> = {
  waiting: 'Waiting for payment',
  reminded: 'Reminded',
  ending: 'Being ended',
  paid: 'Paid',
  not_paid: 'Not paid',
  cancelled: 'Cancelled',
};

type Facts = {
  checkout: 'open' | 'expiring' | 'expired' | 'replaced' | 'paid';
  holdUntil: Instant;
  isReminded: boolean;
  isCancelled: boolean;
};

/** Money decides: an order that was paid while staff cancelled it is paid. */
export function phoneOrderState(
  { checkout, holdUntil, isReminded, isCancelled }: Facts,
  now: Instant,
): PhoneOrderState {
  if (checkout === 'paid') return 'paid';
  if (checkout === 'expired' || checkout === 'replaced')
    return isCancelled ? 'cancelled' : 'not_paid';
  if (checkout === 'expiring' || isCancelled || holdUntil <= now) return 'ending';
  return isReminded ? 'reminded' : 'waiting';
}

/** Whether the customer may pay now. */
export function isPayable(state: PhoneOrderState): boolean {
  return state === 'waiting' || state === 'reminded';
}
