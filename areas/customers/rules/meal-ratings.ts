/** What customers say of meals they have eaten: who may rate what, when they are asked, and what the menu shows. Ours. */
import { DAY_MS } from '#platform/rules/durations.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

export const STARS = { min: 1, max: 5 };
export const LONGEST_RATING_COMMENT = 500;
export const LONGEST_HIDE_REASON = 200;

/** For a meal, whatever their stars: the newest. */
export const MOST_SHOWN_COMMENTS = 6;

/** Fewer say more of who rated than of the meal. */
export const FEWEST_SHOWN_RATINGS = 10;

/** After this, nobody remembers how it tasted. */
const LONGEST_ASK_DAYS = 14;

/** `average` in tenths of a star: 46 is 4.6. */
export type MealRating = { averageTenths: number; count: number };

/** What the menu shows of these ratings; null: too few. */
export function shownRating({ count, stars }: { count: number; stars: number }): MealRating | null {
  if (count < FEWEST_SHOWN_RATINGS) return null;
  return { averageTenths: Math.round((stars * 10) / count), count };
}

/** "4.6". */
export function formatStars(averageTenths: number): string {
  return (averageTenths / 10).toFixed(1);
}

type DeliveryToRate = { status: DeliveryStatus; deliveredAt: Instant | null };

/** A day after it was at the door, for two weeks. */
export function isAskedToRate({ status, deliveredAt }: DeliveryToRate, now: Instant): boolean {
  if (status !== 'delivered' || deliveredAt === null) return false;
  const age = now - deliveredAt;
  return age >= DAY_MS && age < LONGEST_ASK_DAYS * DAY_MS;
}

/** Between these instants an order's last delivery was left when its email is due. */
export function ratingEmailsDue(now: Instant): { from: Instant; to: Instant } {
  return { from: now - 4 * DAY_MS, to: now - DAY_MS };
}
