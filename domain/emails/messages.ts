/** The emails we send, and their status. Emails about orders carry no advertising (Spam Act). */

import { DOUBLING_MINUTES, retryWait } from '#domain/operation/retry-wait.ts';

export const MESSAGE_KINDS = [
  'order_confirmation',
  'order_changed',
  'order_cancelled',
  'order_delivered',
  'order_recipe_changed',
  'recipe_alert',
  'staff_invite',
  'waitlist_welcome',
] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `kept`: written to the data folder, because no mail server is set. `withdrawn`: no longer needed before it was sent.
 */
export const MESSAGE_STATES = ['waiting', 'sent', 'kept', 'failed', 'withdrawn'] as const;

export type MessageState = (typeof MESSAGE_STATES)[number];

/** The names staff see. */
export const MESSAGE_KIND_LABELS: Record<MessageKind, string> = {
  order_confirmation: 'Order confirmation',
  order_changed: 'Order changed',
  order_cancelled: 'Order cancelled',
  order_delivered: 'Order delivered',
  order_recipe_changed: 'Recipe changed',
  recipe_alert: 'Recipes to settle',
  staff_invite: 'Staff invitation',
  waitlist_welcome: 'Waitlist welcome',
};

/** About a day of attempts: a mail server that is down for a night loses nothing. */
export const MOST_ATTEMPTS = 30;

/** Minutes from the nth try, which failed, to the next. Null: given up. */
export function waitAfterAttempt(attempts: number): number | null {
  if (attempts >= MOST_ATTEMPTS) return null;
  return retryWait(DOUBLING_MINUTES, attempts) / 60_000;
}
