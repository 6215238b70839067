/** Which facts the page shows, in what sequence and as which kind of field. */
import { factOf } from '#areas/business/rules/fact-path.ts';
import { FACT_WORDS } from '#areas/business/rules/fact-words.ts';

export type FieldKind =
  | 'text'
  | 'textOrNone'
  | 'number'
  | 'numberOrNone'
  | 'dollars'
  | 'numbers'
  | 'time'
  | 'date'
  | 'switch'
  | 'weekday'
  | 'weekdays'
  | 'window'
  | 'timeZone'
  | 'state'
  | 'suburbs'
  | 'tiers'
  | 'windows'
  | 'closedDates'
  | 'colour'
  | 'logo';

export type ShownField = { path: string; kind: FieldKind; label: string; hint: string | undefined };

type Section = { title: string; fields: ShownField[] };

/** With the words of its fact, or as a part of a fact with its own label. */
function field(path: string, kind: FieldKind, label?: string, hint?: string): ShownField {
  const words = FACT_WORDS[factOf(path)];
  return { path, kind, label: label ?? words.label, hint: label ? hint : words.changes };
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Your kitchen',
    fields: [
      field('name', 'text'),
      field('tagline', 'text'),
      field('logo', 'logo'),
      field('accentColour', 'colour'),
      field('phone', 'text'),
      field('email', 'text'),
      field('premises', 'text'),
      field('orderPrefix', 'text'),
      field('gstRegistered', 'switch'),
      field('abn', 'textOrNone'),
      field('supportReplyHours', 'number'),
      field('problemReplyHours', 'number'),
      field('copyrightYear', 'number'),
    ],
  },
  {
    title: 'Where',
    fields: [
      field('location', 'text'),
      field('suburbs', 'suburbs'),
      field('region.suburbsPhrase', 'text', 'Your suburbs, in a text', 'After “We deliver to 12”.'),
      field('region.areaPhrase', 'text', 'Your area, in a text', 'After “delivered across”.'),
      field('region.shortName', 'text', 'Short name of your area', 'In headings.'),
      field(
        'region.state',
        'state',
        'State',
        'In addresses on labels and sheets, and at the card provider.',
      ),
      field('timeZone', 'timeZone'),
    ],
  },
  {
    title: 'When',
    fields: [
      field('orderWeekStart', 'weekday'),
      field('cutoff.weekday', 'weekday', 'Cut-off day', FACT_WORDS.cutoff.changes),
      field('cutoff.minuteOfDay', 'time', 'Cut-off time', 'By the clock of your time zone.'),
      field('graceAfterCutoffMinutes', 'number'),
      field('deliveryWindows', 'windows'),
      field('defaultWindow', 'window'),
      field('closedDates', 'closedDates'),
      field('cookWeekdays', 'weekdays'),
      field('launchDate', 'date'),
      field('menuUpdateWeekday', 'weekday'),
      field('showNextWeek', 'switch'),
    ],
  },
  {
    title: 'What it costs',
    fields: [
      field('dailyFeeCents', 'dollars'),
      field('weeklyFeeCents', 'dollars'),
      field('dailyFromMeals', 'number'),
      field('freeDeliveryFromMeals', 'numberOrNone'),
      field('advertisedAverageMealCents', 'dollars'),
      field('advertisedProteinGrams', 'number'),
      field('advertisedTiers', 'tiers'),
    ],
  },
  {
    title: 'Ordering',
    fields: [
      field('people.min', 'number', 'Fewest people in an order', FACT_WORDS.people.changes),
      field('people.max', 'number', 'Most people in an order', FACT_WORDS.people.changes),
      field('caloriePlans', 'numbers'),
      field('defaultCaloriePlan', 'number'),
      field('holdMinutes', 'number'),
      field('holdExtensionMinutes', 'number'),
      field('holdExtendableMinutes', 'number'),
      field('phoneHoldMinutes', 'number'),
      field('unpaidHoldSharePercent', 'number'),
    ],
  },
  {
    title: 'Kitchen and bags',
    fields: [
      field('slotCapacity.default', 'number', 'Deliveries in a window', 'Until you set its own.'),
      field('slotCapacity.max', 'number', 'Most deliveries in a window', 'What staff may set.'),
      field('slotCapacity.min', 'number', 'Fewest deliveries in a window', 'What staff may set.'),
      field('fewPlacesLeft', 'number'),
      field('portionsPerBag', 'number'),
      field('keepsFreshDays', 'number'),
      field('coreCelsius', 'number'),
      field('temperatureMonths', 'number'),
    ],
  },
  {
    title: 'After a missed delivery',
    fields: [
      field('missedChoice.again', 'switch', 'Customers may choose another delivery'),
      field('missedChoice.cookAgain', 'switch', 'Cook again what can’t go out as it is'),
      field('missedChoice.refund', 'switch', 'Customers may choose a refund'),
      field('missedChoice.untilMinute', 'time', 'Choose until', 'On the day of the delivery.'),
    ],
  },
  {
    title: 'Waitlist',
    fields: [field('waitlistMealsPerWeek', 'numbers'), field('waitlistFirstOrderFree', 'switch')],
  },
];
