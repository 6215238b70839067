/** Business facts as text, so that a fact reads the same on every page. */
import type { BusinessFacts } from '#domain/business.ts';
import { weekdayName } from '#domain/calendar/plain-date.ts';
import { formatMinuteOfDay } from '#domain/calendar/zoned-time.ts';
import { DELIVERY_WINDOWS, windowLabel } from '#domain/delivery/delivery-windows.ts';
import { formatDollars } from '#domain/money.ts';

/** "Sunday 5pm". */
export function formatCutoff({ cutoff }: Pick<BusinessFacts, 'cutoff'>): string {
  return `${weekdayName(cutoff.weekday)} ${formatMinuteOfDay(cutoff.minuteOfDay)}`;
}

/** "11am-1pm or 4pm-6pm". */
export function formatWindows(): string {
  return DELIVERY_WINDOWS.map(windowLabel).join(' or ');
}

/** "Brisbane". */
export function formatZone({ timeZone }: Pick<BusinessFacts, 'timeZone'>): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** "2-3 days". */
export function formatFreshness({ keepsFreshDays }: Pick<BusinessFacts, 'keepsFreshDays'>): string {
  return `${keepsFreshDays - 1}-${keepsFreshDays} days`;
}

/** "$2.99 per person per delivery date". */
export function formatDailyFee({ dailyFeeCents }: Pick<BusinessFacts, 'dailyFeeCents'>): string {
  return `${formatDollars(dailyFeeCents)} per person per delivery date`;
}

/** "$5.99 per person". */
export function formatWeeklyFee({ weeklyFeeCents }: Pick<BusinessFacts, 'weeklyFeeCents'>): string {
  return `${formatDollars(weeklyFeeCents)} per person`;
}

/** One sentence for each free-delivery offer we apply; empty when there are none. */
export function formatFreeDelivery(
  facts: Pick<BusinessFacts, 'freeDeliveryFromMeals' | 'waitlistFirstOrderFree'>,
): string[] {
  const { freeDeliveryFromMeals, waitlistFirstOrderFree } = facts;
  return [
    ...(freeDeliveryFromMeals === null
      ? []
      : [`Orders of ${freeDeliveryFromMeals} meals or more are delivered free.`]),
    ...(waitlistFirstOrderFree
      ? ['Join the waitlist and your first order is delivered free.']
      : []),
  ];
}
