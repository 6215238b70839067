/** Business facts as text, so that a fact reads the same on every page. */
import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { weekdaysText } from '#areas/business/rules/weekdays-text.ts';
import {
  type DeliveryTypeFacts,
  offeredDeliveryTypes,
  servedTypes,
  type ServiceFacts,
  serviceOf,
} from '#areas/business/rules/services.ts';
import type { BusinessFacts } from './facts.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { inTimeOrder, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDollars } from '#platform/rules/money.ts';

/** "Sunday 5pm". */
export function formatCutoff({ cutoff }: Pick<BusinessFacts, 'cutoff'>): string {
  return `${weekdayName(cutoff.weekday)} ${formatMinuteOfDay(cutoff.minuteOfDay)}`;
}

/** "11am-1pm or 4pm-6pm". */
export function formatWindows(facts: Pick<BusinessFacts, 'deliveryWindows'>): string {
  const labels = inTimeOrder(facts.deliveryWindows.map(({ timeSlot }) => timeSlot)).map(
    windowLabel,
  );
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' or ');
}

/** "Hobart". */
export function formatZone({ timeZone }: Pick<BusinessFacts, 'timeZone'>): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

type Suburbs = Pick<BusinessFacts, 'suburbs' | 'region'>;

/** "mainland suburbs of the …", of one suburb "mainland suburb of the …". */
export function suburbsPhrase({ suburbs, region }: Suburbs): string {
  return suburbs.length === 1
    ? region.suburbsPhrase.replace(/\bsuburbs\b/, 'suburb')
    : region.suburbsPhrase;
}

type WeekStart = Pick<BusinessFacts, 'orderWeekStart'>;

/** The day on which the ordering week starts: "Monday". */
export function formatWeekStart({ orderWeekStart }: WeekStart): string {
  return weekdayName(orderWeekStart);
}

/** "Monday to Sunday". */
export function formatWeek({ orderWeekStart }: WeekStart): string {
  return `${weekdayName(orderWeekStart)} to ${weekdayName((orderWeekStart + 6) % 7)}`;
}

/** "2-3 days". */
export function formatFreshness({ keepsFreshDays }: Pick<BusinessFacts, 'keepsFreshDays'>): string {
  if (keepsFreshDays === 1) return 'a day';
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

/** The words for daily, for weekly, or for both: what is offered. */
export function byDeliveryType(
  { daily, weekly, between = ', or ' }: { daily: string; weekly: string; between?: string },
  facts: DeliveryTypeFacts,
): string {
  const words = { daily, weekly };
  return offeredDeliveryTypes(facts)
    .map((type) => words[type])
    .join(between);
}

/** "$2.99 a day": what delivery costs at least. */
export function formatFeeFrom(
  facts: DeliveryTypeFacts & Pick<BusinessFacts, 'dailyFeeCents' | 'weeklyFeeCents'>,
): string {
  const isDaily = offeredDeliveryTypes(facts).includes('daily');
  return isDaily
    ? `${formatDollars(facts.dailyFeeCents)} a day`
    : formatDollars(facts.weeklyFeeCents);
}

/** "We deliver Mon to Fri."; empty for a kitchen that delivers every day. */
export function formatDeliveryDays({
  deliveryWindows,
}: Pick<BusinessFacts, 'deliveryWindows'>): string {
  const days = [...new Set(deliveryWindows.flatMap(({ weekdays }) => weekdays))];
  const [only] = days;
  if (days.length === DAYS_IN_WEEK || only === undefined) return '';
  return `We deliver ${days.length === 1 ? `on ${weekdayName(only)}s` : weekdaysText(days)}.`;
}

/** "dinner": the meal of the day that headings name. */
export function formatMainMeal(facts: ServiceFacts): string {
  const type = servedTypes(facts).at(-1);
  return type === undefined ? '' : serviceOf(type, facts).name;
}

/** The whole condition, wherever the offer is named: the till knows a customer by email, phone and address. */
export const FIRST_ORDER_OFFER =
  'The first paid order from an email on our waitlist is delivered free, unless its email, phone or address has had a paid order before.';

/** One sentence for each free-delivery offer we apply; empty when there are none. */
export function formatFreeDelivery(
  facts: Pick<BusinessFacts, 'freeDeliveryFromMeals' | 'waitlistFirstOrderFree'>,
): string[] {
  const { freeDeliveryFromMeals, waitlistFirstOrderFree } = facts;
  return [
    ...(freeDeliveryFromMeals === null
      ? []
      : [`Orders of ${freeDeliveryFromMeals} meals or more are delivered free.`]),
    ...(waitlistFirstOrderFree ? [FIRST_ORDER_OFFER] : []),
  ];
}
