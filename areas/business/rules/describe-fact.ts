/** A fact as the preview and the history show it. */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { formatDate, weekdayName } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { weekdaysText } from './weekdays-text.ts';

type Describe = { [Fact in keyof BusinessFacts]?: (value: BusinessFacts[Fact]) => string };

const DESCRIBED: Describe = {
  deliveryWindows: (windows) =>
    windows
      .map(({ timeSlot, label, weekdays }) =>
        [label, windowLabel(timeSlot), weekdaysText(weekdays)].filter(Boolean).join(' '),
      )
      .join(', '),
  closedDates: (days) =>
    days.length > 3
      ? `${days.length} days`
      : days.map(({ date, reason }) => `${formatDate(date)} (${reason})`).join(', ') || 'none',
  logo: (logo) => (logo === null ? 'none' : `a picture, ${logo.width} by ${logo.height} pixels`),
  accentColour: (colour) => colour ?? 'leaf green',
  suburbs: (suburbs) =>
    suburbs.length > 3
      ? `${suburbs.length} suburbs`
      : suburbs.map(({ name, postcode }) => `${name} ${postcode}`).join(', '),
  cookWeekdays: weekdaysText,
  defaultWindow: windowLabel,
  cutoff: ({ weekday, minuteOfDay }) => `${weekdayName(weekday)} ${formatMinuteOfDay(minuteOfDay)}`,
  people: ({ min, max }) => `${min} to ${max}`,
  dailyFeeCents: formatDollars,
  weeklyFeeCents: formatDollars,
  taxCents: formatDollars,
  advertisedAverageMealCents: formatDollars,
  advertisedTiers: (tiers) =>
    tiers
      .map(({ fromMeals, toMeals, priceCents }) =>
        toMeals === null
          ? `${fromMeals}+ meals ${formatDollars(priceCents)}`
          : `${fromMeals} to ${toMeals} meals ${formatDollars(priceCents)}`,
      )
      .join(', '),
  slotCapacity: (capacity) => `${capacity.default}, within ${capacity.min} to ${capacity.max}`,
  unpaidHoldSharePercent: (percent) => `${percent}%`,
  missedChoice: ({ untilMinute, again, cookAgain, refund }) => {
    const offers = [again && 'deliver again', cookAgain && 'cook again', refund && 'refund'];
    const offered = offers.filter((offer) => offer !== false);
    return `${offered.length === 0 ? 'nothing' : offered.join(', ')}, until ${formatMinuteOfDay(untilMinute)}`;
  },
  menuUpdateWeekday: weekdayName,
  orderWeekStart: weekdayName,
  region: ({ suburbsPhrase, areaPhrase, shortName, state }) =>
    [suburbsPhrase, areaPhrase, shortName, state].join(', '),
  caloriePlans: (plans) => plans.join(', '),
  waitlistMealsPerWeek: (choices) => choices.join(', '),
};

export function describeFact<Fact extends keyof BusinessFacts>(
  fact: Fact,
  value: BusinessFacts[Fact],
): string {
  const describe = DESCRIBED[fact];
  if (describe) return describe(value);
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(each)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
