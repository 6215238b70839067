/**
 * The emails and texts we send, and their status. Messages about orders carry no advertising (Spam Act); `reorder_reminder` does,
 * and only goes to those who asked for it.
 */

import {
  COMMON_FIELDS,
  DELIVERY_MESSAGES,
  type DeliveryMessageKind,
  type MessageField,
  toRecipientOf,
} from '#areas/messages/rules/delivery-messages.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/due-work.ts';
import {
  gsmLength,
  SEGMENT_LENGTH,
  toGsmText,
  type FilledText,
} from '#areas/messages/rules/fill-text.ts';

const EMAIL_ONLY_KINDS = [
  'food_alert',
  'food_warning',
  'meals_at_odds',
  'not_ordered',
  'order_confirmation',
  'order_changed',
  'order_payment_due',
  'order_payment_received',
  'order_recipe_changed',
  'order_link',
  'payment_fell_through',
  'phone_order_cancelled',
  'phone_order_expired',
  'phone_order_link',
  'phone_order_reminder',
  'problem_alert',
  'problem_decided',
  'problem_received',
  'rating_request',
  'recipe_alert',
  'reorder_reminder',
  'slot_bell',
  'staff_invite',
  'supplier_order',
  'waitlist_invitation',
  'waitlist_news',
  'waitlist_welcome',
  'webhook_off',
] as const;

/** What staff write to customers themselves, by email or text. */
const OWN_WORDS_KINDS = ['staff_message'] as const;

/** Kinds whose words are in the table of delivery messages, and can be changed in the portal. */
export const DELIVERY_MESSAGE_KINDS = [
  'delivery_out',
  'delivery_late',
  'delivery_delivered',
  'delivery_missed',
  'delivery_moved',
  'cancelled',
  'refund_made',
  'meal_ask',
  'meal_swapped',
  'food_on_hold',
  'delivery_corrected',
] as const satisfies readonly DeliveryMessageKind[];

export const MESSAGE_KINDS = [
  ...EMAIL_ONLY_KINDS,
  ...OWN_WORDS_KINDS,
  ...DELIVERY_MESSAGE_KINDS,
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `text`: a text message to a mobile phone (SMS). `recipient_text`: one to whom the food goes when that is not the payer,
 * with words and a link of their own; a release that knows nothing of them leaves it alone.
 */
export const MESSAGE_CHANNELS = ['email', 'text', 'recipient_text'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const TEXT_CHANNELS = ['text', 'recipient_text'] as const satisfies MessageChannel[];

/** To a phone, whosever it is. */
export function isText(channel: MessageChannel): boolean {
  return channel !== 'email';
}

/**
 * `kept`: written to the data folder, because no mail server or text service is set. `withdrawn`: no longer needed before it was sent.
 */
export const MESSAGE_STATES = ['waiting', 'sent', 'kept', 'failed', 'withdrawn'] as const;

export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_KIND_LABELS: Record<MessageKind, string> = {
  food_alert: 'Food on hold was delivered',
  food_warning: 'Please do not eat',
  meals_at_odds: 'Meals not on the menu',
  not_ordered: 'Not ordered or not changed, not charged',
  order_confirmation: 'Order confirmation',
  order_changed: 'Order changed',
  order_payment_due: 'Pay link',
  order_payment_received: 'Payment received',
  order_recipe_changed: 'Recipe changed',
  order_link: 'Link to the order',
  payment_fell_through: 'Payment fell through',
  phone_order_cancelled: 'Phone order cancelled',
  phone_order_expired: 'Phone order not paid',
  phone_order_link: 'Pay link of a phone order',
  phone_order_reminder: 'Reminder of a phone order',
  problem_alert: 'Urgent problem',
  problem_decided: 'Problem decided',
  problem_received: 'Problem received',
  rating_request: 'Request for ratings',
  recipe_alert: 'Food to settle',
  reorder_reminder: 'Reminder to order again',
  slot_bell: 'Place in a full window',
  staff_invite: 'Staff invitation',
  staff_message: 'From our staff',
  supplier_order: 'Order to a supplier',
  waitlist_invitation: 'Waitlist invitation',
  waitlist_news: 'Confirm news',
  waitlist_welcome: 'Waitlist welcome',
  webhook_off: 'Webhook switched off',
  ...labelsOfDeliveryMessages(),
};

function labelsOfDeliveryMessages(): Record<DeliveryMessageKind, string> {
  const labels = DELIVERY_MESSAGE_KINDS.map((kind) => [kind, DELIVERY_MESSAGES[kind].label]);
  return Object.fromEntries(labels) as Record<DeliveryMessageKind, string>;
}

export function isDeliveryMessage(kind: MessageKind): kind is DeliveryMessageKind {
  return kind in DELIVERY_MESSAGES;
}

/** How news of this kind may go out. */
export function channelsOf(kind: DeliveryMessageKind): readonly MessageChannel[] {
  return MESSAGE_CHANNELS.filter((channel) => channel !== 'recipient_text' || toRecipientOf(kind));
}

export function fieldsOf(
  kind: DeliveryMessageKind,
  channel: MessageChannel,
): readonly MessageField[] {
  const { fields } = DELIVERY_MESSAGES[kind];
  const own = channel === 'recipient_text' ? (toRecipientOf(kind)?.fields ?? []) : fields;
  return [...COMMON_FIELDS, ...own];
}

/** About a day of attempts: a mail server that is down for a night loses nothing. */
export const MOST_ATTEMPTS = 30;

/** Minutes from the nth try, which failed, to the next. Null: given up. */
export function waitAfterAttempt(attempts: number): number | null {
  if (attempts >= MOST_ATTEMPTS) return null;
  return retryWait(DOUBLING_MINUTES, attempts) / 60_000;
}

// What staff write to customers themselves: about their orders, never to sell (Spam Act).

/** Who writes, what, and the way to reach us: one text in the GSM alphabet. */
export function staffTextMessage(
  words: string,
  { business, link }: { business: string; link: string },
): FilledText {
  const text = toGsmText(`${business}: ${words} ${link}`);
  const length = gsmLength(text);
  return { text, length, fits: length <= SEGMENT_LENGTH };
}
