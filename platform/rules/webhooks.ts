/** What other programs are told of, and for how long we try. */
import { type RetrySchedule, retryWait } from './due-work.ts';

export const WEBHOOK_EVENTS = [
  'order.paid',
  'order.changed',
  'order.cancelled',
  'delivery.changed',
  'refund.succeeded',
  'refund.failed',
] as const;

export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_EVENT_TEXTS: Record<WebhookEventName, string> = {
  'order.paid': 'Order paid',
  'order.changed': 'Order changed',
  'order.cancelled': 'Order cancelled',
  'delivery.changed': 'Delivery changed',
  'refund.succeeded': 'Refund succeeded',
  'refund.failed': 'Refund failed',
};

export const MOST_WEBHOOKS = 10;
export const LONGEST_WEBHOOK_URL = 500;

/** For so long an old secret signs too after it was replaced. */
export const OLD_SECRET_HOURS = 24;

/** After so many days without one success, a webhook is switched off. */
export const FAILING_DAYS = 3;

/** The receiver's own word that it wants no more: 410 Gone switches its webhook off at once. */
export const GONE_STATUS = 410;

/** Why a webhook is off, unless staff switched it off. */
export const WEBHOOK_OFF_REASONS = ['failing', 'gone'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** 1, 3, 9, 27, 81 and 243 minutes, then every 11 hours: 72 hours in all. */
const SCHEDULE: RetrySchedule = { firstMs: 60_000, factor: 3, longestMs: 11 * 60 * 60_000 };
const MOST_ATTEMPTS = 13;

/** Milliseconds after the nth attempt; null: it is given up. */
export function waitAfterWebhookAttempt(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : retryWait(SCHEDULE, attempts);
}
