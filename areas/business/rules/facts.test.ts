import { describe, expect, test } from 'vitest';
import { BusinessReply } from '#areas/business/calls/config.ts';
import {
  checkFact,
  defaultBusiness as business,
  describeFact,
  FACT_NAMES,
  FACTS,
  SECTIONS,
} from './facts.ts';

test.each([
  ['name', business.name, 'Redlands Table'],
  ['phone', business.phone, '(07) 5550 0164'],
  ['email', business.email, 'hello@redlandstable.example'],
  ['location', business.location, 'Redlands, Queensland'],
  ['copyright year', business.copyrightYear, 2025],
  ['launch date', business.launchDate, '2025-07-15'],
  ['time zone', business.timeZone, 'Australia/Brisbane'],
  ['cutoff (Sunday 5 pm)', business.cutoff, { weekday: 0, minuteOfDay: 1020 }],
  ['currency', business.currency, 'aud'],
  ['people per order', business.people, { min: 1, max: 6 }],
  ['calorie plans', business.caloriePlans, [1200, 1500, 1800]],
  ['calorie plan to start with', business.defaultCaloriePlan, 1500],
  ['fee of a daily delivery date', business.dailyFeeCents, 299],
  ['fee of weekly delivery', business.weeklyFeeCents, 599],
  ['meals that make daily delivery possible', business.dailyFromMeals, 5],
  ['ways of delivery', business.deliveryTypes, ['daily', 'weekly']],
  [
    'services',
    business.services,
    [
      { type: 'lunch', name: 'lunch', plural: 'lunches' },
      { type: 'dinner', name: 'dinner', plural: 'dinners' },
    ],
  ],
  ['tax', business.taxCents, 0],
  ['GST on receipts', business.gstRegistered, false],
  ['free delivery for many meals', business.freeDeliveryFromMeals, null],
  ['free first delivery for the waitlist', business.waitlistFirstOrderFree, true],
  ['meals a week on the waitlist form', business.waitlistMealsPerWeek, [3, 5, 7, 10, 14]],
  ['default delivery window', business.defaultWindow, '11:00-13:00'],
  ['capacity of a slot', business.slotCapacity, { default: 20, min: 0, max: 100 }],
  ['places from which customers see the number', business.fewPlacesLeft, 5],
  ['minutes a slot is held for a payment', business.holdMinutes, 15],
  ['minutes a phone order is held', business.phoneHoldMinutes, 120],
  ['days a meal keeps fresh', business.keepsFreshDays, 3],
  ['minutes before its window that a run may start', business.runStartsEarlyMinutes, 120],
  ['what labels are printed on', business.labelStock, 'roll_100x62'],
  ['portions a bag takes', business.portionsPerBag, 8],
  ['suburbs no longer served', business.formerSuburbs, []],
  [
    'kitchen hours',
    business.kitchenHours,
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, fromMinute: 300, untilMinute: 1200 })),
  ],
  ['core temperature of hot food', business.coreCelsius, 75],
  ['months temperature readings are kept', business.temperatureMonths, 12],
  ['day of a new menu (Sunday)', business.menuUpdateWeekday, 0],
  ['hours until support replies', business.supportReplyHours, 24],
])('the %s is the agreed one', (_fact, value, agreed) => {
  expect(value).toEqual(agreed);
});

test('the advertised tiers are $19.99 for 1-4 meals, $17.99 for 5-9 and $14.99 for 10 or more', () => {
  expect(business.advertisedTiers).toEqual([
    { fromMeals: 1, toMeals: 4, priceCents: 1999 },
    { fromMeals: 5, toMeals: 9, priceCents: 1799 },
    { fromMeals: 10, toMeals: null, priceCents: 1499 },
  ]);
});

test('order numbers begin with two or three letters', () => {
  expect(business.orderPrefix).toMatch(/^[A-Z]{2,3}$/);
});

test('every field of the page is of a fact', () => {
  const names = SECTIONS.flatMap(({ fields }) => fields.map(({ path }) => path.split('.')[0]));
  expect(names.filter((name) => !FACT_NAMES.some((each) => each === name))).toEqual([]);
});

/** Facts that no owner sets here, or with the field of another: `formerSuburbs` with the suburbs. */
const NOT_ON_THE_PAGE = ['currency', 'formerSuburbs', 'ordersOpen', 'taxCents'];

describe.each(FACT_NAMES)('the line of %s', (name) => {
  test('says what it is called and what changing it does, and has a field', () => {
    const { label, changes } = FACTS[name];
    expect([label, changes]).toEqual([expect.stringMatching(/^\S/), expect.stringMatching(/\.$/)]);
    const own = SECTIONS.flatMap((section) => section.fields).filter(
      ({ path }) => path.split('.')[0] === name,
    );
    expect(own.length > 0).toBe(!NOT_ON_THE_PAGE.includes(name));
    for (const field of own) expect(field.label).not.toBe('');
  });

  test('has a default that is good, that the call carries, and that reads as words', () => {
    expect(checkFact(name, business[name])).toEqual({});
    expect(BusinessReply.shape[name].parse(business[name])).toEqual(business[name]);
    expect(describeFact(name, business[name])).not.toMatch(/^$|[[{]|undefined|NaN/);
  });
});

const numbers = SECTIONS.flatMap((section) => section.fields).filter(({ kind }) =>
  ['number', 'numberOrNone', 'dollars', 'time'].includes(kind),
);

test.each(numbers.filter(({ path }) => path !== 'defaultCaloriePlan'))(
  '$label refuses what cannot be read, parts of one, and less than none',
  ({ path }) => {
    const [name = '', part] = path.split('.');
    const fact = FACT_NAMES.find((each) => each === name)!;
    for (const wrong of [Number.NaN, 7.5, -1]) {
      const whole: unknown = business[fact];
      const value = part === undefined ? wrong : { ...(whole as object), [part]: wrong };
      expect(checkFact(fact, value as never), `${wrong}`).toHaveProperty([part ?? '']);
    }
  },
);
