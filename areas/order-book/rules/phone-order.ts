/** Orders that staff take on the phone: held for the caller, who pays by a link. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

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

export const PHONE_ORDER_STATE_LABELS: Record<PhoneOrderState, string> = {
  waiting: 'Waiting for payment',
  reminded: 'Reminded',
  ending: 'Being ended',
  paid: 'Paid',
  not_paid: 'Not paid',
  cancelled: 'Cancelled',
};

type Facts = {
  /** One that is held is never `displaced`, nor made on an approval. */
  checkout:
    | 'open'
    | 'expiring'
    | 'expired'
    | 'replaced'
    | 'displaced'
    | 'approved'
    | 'paid'
    | 'fell_through';
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

export function isPayable(state: PhoneOrderState): boolean {
  return state === 'waiting' || state === 'reminded';
}

/** "2:15pm on Wed 7 Jan": until when a caller may pay, by the kitchen's clock. */
export function payUntilText(holdUntil: Instant, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(holdUntil, timeZone);
  return `${formatMinuteOfDay(minuteOfDay)} on ${formatDayAndMonth(date)}`;
}

type TextFacts = { total: string; until: string };

/** What a text says before its link, short enough to be one text with the business's name. */
export const PHONE_ORDER_TEXTS = {
  phone_order_link: ({ total, until }: TextFacts) =>
    `pay ${total} by ${until} to keep your order. We never ask for card details by phone.`,
  phone_order_reminder: ({ total, until }: TextFacts) =>
    `your order is not paid yet. Pay ${total} by ${until}, or we release your places.`,
  phone_order_expired: () => 'your order was not paid in time, so we released your places.',
  phone_order_cancelled: () => 'your order was cancelled. Nothing was charged.',
} as const;

export type PhoneMessageKind = keyof typeof PHONE_ORDER_TEXTS;

export function isPhoneMessage(kind: string): kind is PhoneMessageKind {
  return kind in PHONE_ORDER_TEXTS;
}
