import { MINUTE_MS } from '#platform/rules/durations.ts';

/** The kinds of work that fall due and are tried until they are done; one table on the System page shows them all. */
export const WORK_KINDS = [
  'emails',
  'texts',
  'gateway_events',
  'refunds',
  'checkouts',
  'captures',
  'top_ups',
  'order_changes',
  'incidents',
  'link_requests',
  'webhooks',
  'pictures',
] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

export const WORK_KIND_LABELS: Record<WorkKind, string> = {
  emails: 'Emails',
  texts: 'Texts',
  gateway_events: 'Card provider events',
  refunds: 'Refunds',
  checkouts: 'Checkouts to end',
  captures: 'Approved payments to take',
  top_ups: 'Pay links to end',
  order_changes: 'Changes of orders',
  incidents: 'Deliveries of closed windows',
  link_requests: 'Links of orders asked for',
  webhooks: 'Webhooks',
  pictures: 'Pictures of imported meals',
};

/** How long to wait from one attempt to the next: each time `factor` times as long, up to `longestMs`. */
export type RetrySchedule = { firstMs: number; factor: number; longestMs: number };

/** Milliseconds from the nth attempt, which did not finish the work, to the next. */
export function retryWait({ firstMs, factor, longestMs }: RetrySchedule, attempts: number): number {
  return Math.min(firstMs * factor ** (attempts - 1), longestMs);
}

/** 1, 2, 4 and so on up to 60 minutes: whatever is down is not asked too often, and soon after it is up again. */
export const DOUBLING_MINUTES: RetrySchedule = {
  firstMs: MINUTE_MS,
  factor: 2,
  longestMs: 60 * MINUTE_MS,
};

const LONGEST_PAUSE_SECONDS = 60;

/** Before the next attempt, after so many failures in a row. */
export function pauseMs(failures: number): number {
  return Math.min(2 ** failures, LONGEST_PAUSE_SECONDS) * 1000;
}
