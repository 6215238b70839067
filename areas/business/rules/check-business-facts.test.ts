import { expect, test } from 'vitest';
import { type BusinessFacts, defaultBusiness } from './facts.ts';
import {
  type DeliveryWindow,
  type WindowFact,
  windowBetween,
} from '#areas/business/rules/delivery-windows.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import {
  checkBusinessFacts,
  checkFactsChange,
} from '#areas/business/rules/check-business-facts.ts';
import { isBusinessNumber } from '#areas/business/rules/fact-kinds.ts';

const suburbs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Place ${index}`, postcode: '7000' }));
const tier = (fromMeals: number, toMeals: number | null, priceCents = 1500) => ({
  fromMeals,
  toMeals,
  priceCents,
});

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const aWindow = (timeSlot: DeliveryWindow, weekdays = EVERY_DAY): WindowFact => ({
  timeSlot,
  label: null,
  weekdays,
});
const withWindows = (...deliveryWindows: WindowFact[]): Partial<BusinessFacts> => ({
  deliveryWindows,
  defaultWindow: deliveryWindows[0]?.timeSlot ?? '11:00-13:00',
});
const closedOn = (from: string, reason = 'Holiday', until: string | null = from) => ({
  from,
  until,
  reason,
});

const problemsOf = (change: Partial<BusinessFacts>) =>
  checkBusinessFacts({ ...defaultBusiness, ...change });

test('the default facts are good', () => {
  expect(checkBusinessFacts(defaultBusiness)).toEqual({});
});

test('a kitchen in Hobart is good', () => {
  expect(
    problemsOf({
      name: 'Hobart Kitchen',
      phone: '1300 555 016',
      location: 'Hobart, Tasmania',
      timeZone: 'Australia/Hobart',
      orderPrefix: 'HK',
      suburbs: suburbs(500),
      cutoff: { weekday: 4, minuteOfDay: 720 },
      gstRegistered: true,
      abn: '51 824 753 556',
      dailyFeeCents: 0,
      people: { min: 2, max: 2 },
    }),
  ).toEqual({});
});

test.each<[string, Partial<BusinessFacts>, string, RegExp]>([
  ['no name', { name: '  ' }, 'name', /enter the name/],
  ['a name in two lines', { name: 'A\r\nBcc: x' }, 'name', /one line/],
  ['a name that is a script', { name: '<script>' }, 'name', /without < and >/],
  ['a name of a page', { name: 'x'.repeat(61) }, 'name', /60 characters/],
  ['a colour nobody can read', { accentColour: '#ffe680' }, 'accentColour', /darker colour/],
  ['a colour by name', { accentColour: 'red' }, 'accentColour', /six digits/],
  ['a phone number of elsewhere', { phone: '+1 212 555 0100' }, 'phone', /Australian/],
  ['no email address', { email: 'hello' }, 'email', /email address/],
  ['an ABN with two digits swapped', { abn: '15 824 753 556' }, 'abn', /11 digits/],
  ['GST without an ABN', { gstRegistered: true, abn: null }, 'abn', /switch GST off/],
  ['a prefix in small letters', { orderPrefix: 'rt' }, 'orderPrefix', /capital/],
  ['a prefix of one letter', { orderPrefix: 'R' }, 'orderPrefix', /two or three/],
  ['a launch on no day', { launchDate: '2026-02-30' }, 'launchDate', /date/],
  ['a year of long ago', { copyrightYear: 1025 }, 'copyrightYear', /year/],
  ['a time zone that does not exist', { timeZone: 'Australia/Hobert' }, 'timeZone', /time zone/],
  ['a bare offset', { timeZone: '+10:00' }, 'timeZone', /time zone/],
  ['no suburbs', { suburbs: [] }, 'suburbs', /first suburb/],
  ['501 suburbs', { suburbs: suburbs(501) }, 'suburbs', /there are 501/],
  [
    'a suburb twice',
    { suburbs: [...suburbs(2), { name: ' place  0', postcode: '7001' }] },
    'suburbs.2.name',
    /spaces|twice/,
  ],
  [
    'a suburb twice, in capitals',
    { suburbs: [...suburbs(2), { name: 'PLACE 1', postcode: '7001' }] },
    'suburbs.2.name',
    /number 2 and 3/,
  ],
  ['a short postcode', { suburbs: [{ name: 'A', postcode: '700' }] }, 'suburbs.0.postcode', /four/],
  ['a negative fee', { dailyFeeCents: -1 }, 'dailyFeeCents', /\$0\.00 and \$50\.00/],
  ['a fee of $599', { weeklyFeeCents: 59_900 }, 'weeklyFeeCents', /\$50\.00/],
  ['plans that do not ascend', { caloriePlans: [1500, 1200] }, 'caloriePlans', /small to large/],
  ['a plan twice', { caloriePlans: [1500, 1500] }, 'caloriePlans', /each once/],
  ['no plans', { caloriePlans: [] }, 'caloriePlans', /1 to 10/],
  ['a plan that starves', { caloriePlans: [300, 1500] }, 'caloriePlans', /800/],
  ['a first plan not offered', { defaultCaloriePlan: 1501 }, 'defaultCaloriePlan', /you offer/],
  ['more people than six', { people: { min: 1, max: 7 } }, 'people.max', /1 and 6/],
  ['people the wrong way round', { people: { min: 4, max: 3 } }, 'people.max', /at least 4/],
  [
    'a capacity outside its bounds',
    { slotCapacity: { default: 31, min: 0, max: 30 } },
    'slotCapacity.default',
    /0 to 30/,
  ],
  [
    'bounds the wrong way round',
    { slotCapacity: { default: 5, min: 9, max: 5 } },
    'slotCapacity.max',
    /at least 9/,
  ],
  ['two hours to pay', { holdMinutes: 120 }, 'holdMinutes', /5 and 60/],
  ['ten minutes for a caller', { phoneHoldMinutes: 10 }, 'phoneHoldMinutes', /15 and 2880/],
  ['half a minute', { holdMinutes: 7.5 }, 'holdMinutes', /whole/],
  ['asking for longer than the hold', { holdExtendableMinutes: 16 }, 'holdExtendableMinutes', /15/],
  ['lukewarm food', { coreCelsius: 55 }, 'coreCelsius', /60 °C/],
  ['no bag', { portionsPerBag: 0 }, 'portionsPerBag', /1 and 50/],
  ['a weekday of its own', { menuUpdateWeekday: 7 }, 'menuUpdateWeekday', /0 and 6/],
  [
    'a cut-off after the first delivery',
    { cutoff: { weekday: 2, minuteOfDay: 661 } },
    'cutoff.minuteOfDay',
    /earlier cut-off/,
  ],
  [
    'a cut-off with the first delivery',
    { cutoff: { weekday: 2, minuteOfDay: 660 } },
    'cutoff.minuteOfDay',
    /Tuesday/,
  ],
  ['no windows', { deliveryWindows: [] }, 'deliveryWindows', /first window/],
  [
    'eleven windows',
    withWindows(
      ...Array.from({ length: 11 }, (_, hour) => aWindow(windowBetween(hour * 60, hour * 60 + 30))),
    ),
    'deliveryWindows',
    /there are 11/,
  ],
  [
    'a window that ends before it starts',
    withWindows(aWindow('13:00-11:00')),
    'deliveryWindows.0.timeSlot',
    /later than the start/,
  ],
  [
    'a window of no minute',
    withWindows(aWindow('11:00-11:00')),
    'deliveryWindows.0.timeSlot',
    /later than the start/,
  ],
  [
    'a window without an end',
    withWindows(aWindow('11:00-')),
    'deliveryWindows.0.timeSlot',
    /starts|end/,
  ],
  [
    'windows that overlap',
    withWindows(aWindow('11:00-13:00'), aWindow('12:59-15:00', [3])),
    'deliveryWindows.1.timeSlot',
    /overlap 11am-1pm on Wednesday/,
  ],
  [
    'the same window twice',
    withWindows(aWindow('11:00-13:00', [1]), aWindow('11:00-13:00', [2])),
    'deliveryWindows.1.timeSlot',
    /twice/,
  ],
  [
    'a window of no day',
    withWindows(aWindow('11:00-13:00', [])),
    'deliveryWindows.0.weekdays',
    /day/,
  ],
  [
    'kitchen hours that end before they begin',
    { kitchenHours: [{ weekday: 1, fromMinute: 600, untilMinute: 540 }] },
    'kitchenHours.0.untilMinute',
    /later than the start/,
  ],
  [
    'kitchen hours of a weekday twice',
    { kitchenHours: [1, 1].map((weekday) => ({ weekday, fromMinute: 300, untilMinute: 600 })) },
    'kitchenHours',
    /once/,
  ],
  ['a kitchen that never opens', { kitchenHours: [] }, 'kitchenHours', /at least one day/],
  [
    'kitchen hours that cannot be read',
    { kitchenHours: [{ weekday: 1, fromMinute: 300, untilMinute: Number.NaN }] },
    'kitchenHours.0.untilMinute',
    /closes on Monday/,
  ],
  [
    'equipment named twice',
    { equipment: ['Oven', 'oven'].map((name) => ({ name, count: 1 })) },
    'equipment.1.name',
    /twice/,
  ],
  ['no ovens at all', { equipment: [{ name: 'Oven', count: 0 }] }, 'equipment.0.count', /1 to 50/],
  ['an eighth day', withWindows(aWindow('11:00-13:00', [7])), 'deliveryWindows.0.weekdays', /once/],
  [
    'a day twice',
    withWindows(aWindow('11:00-13:00', [2, 2])),
    'deliveryWindows.0.weekdays',
    /once/,
  ],
  [
    'a window named with a page',
    withWindows({ ...aWindow('11:00-13:00'), label: 'x'.repeat(21) }),
    'deliveryWindows.0.label',
    /20 characters/,
  ],
  [
    'a first window that is not offered',
    { ...withWindows(aWindow('11:00-13:00')), defaultWindow: '16:00-18:00' },
    'defaultWindow',
    /your windows/,
  ],
  [
    'a cut-off after the first delivery of a week that starts without any',
    {
      ...withWindows(aWindow('07:00-09:00', [3])),
      orderWeekStart: 3,
      cutoff: { weekday: 3, minuteOfDay: 8 * 60 },
    },
    'cutoff.minuteOfDay',
    /earlier cut-off/,
  ],
  [
    'a closed day that does not exist',
    { closures: [closedOn('2027-02-29', 'Break', '2027-03-01')] },
    'closures.0.from',
    /first day/,
  ],
  [
    'a closure that ends on no day',
    { closures: [closedOn('2027-02-01', 'Break', '')] },
    'closures.0.until',
    /last day/,
  ],
  [
    'a closure that ends before it starts',
    { closures: [closedOn('2027-02-02', 'Break', '2027-02-01')] },
    'closures.0.until',
    /not before the first/,
  ],
  [
    'a closure within one that goes on until further notice',
    { closures: [closedOn('2027-01-01', 'Works', null), closedOn('2027-03-01')] },
    'closures.1.from',
    /overlap the closure from Fri 1 Jan 2027 on/,
  ],
  [
    'an evening of several days',
    { closures: [{ ...closedOn('2027-01-01', 'Eve', '2027-01-02'), fromMinute: 960 }] },
    'closures.0.fromMinute',
    /only one day/,
  ],
  [
    'an evening that starts at no time',
    { closures: [{ ...closedOn('2027-01-01'), fromMinute: Number.NaN }] },
    'closures.0.fromMinute',
    /time/,
  ],
  [
    'a last day for orders before the launch',
    { launchDate: '2027-01-01', lastOrderDate: '2026-12-31' },
    'lastOrderDate',
    /not before the launch/,
  ],
  [
    'a closed day twice',
    { closures: [closedOn('2027-01-01'), closedOn('2027-01-01', 'Again')] },
    'closures.1.from',
    /overlap/,
  ],
  [
    'a day closed for no reason',
    { closures: [closedOn('2027-01-01', ' ')] },
    'closures.0.reason',
    /why/,
  ],
  [
    '101 closed days',
    {
      closures: Array.from({ length: 101 }, (_, index) => closedOn(addDays('2027-01-01', index))),
    },
    'closures',
    /there are 101/,
  ],
  [
    'prices with a gap',
    { advertisedTiers: [tier(1, 4), tier(6, null)] },
    'advertisedTiers.1.fromMeals',
    /start at 5/,
  ],
  [
    'prices that end',
    { advertisedTiers: [tier(1, 4)] },
    'advertisedTiers.0.toMeals',
    /without an end/,
  ],
  [
    'an end before the start',
    { advertisedTiers: [tier(1, 0), tier(1, null)] },
    'advertisedTiers.0.toMeals',
    /1 to 100/,
  ],
])('%s is refused at its field', (_what, change, field, message) => {
  const problems = problemsOf(change);
  expect(problems[field]).toMatch(message);
  expect(
    Object.keys(problems).filter((each) => each !== field && each !== 'defaultCaloriePlan'),
  ).toEqual([]);
});

test.each([
  { dailyFeeCents: Number.NaN },
  { caloriePlans: [Number.NaN] },
  { freeDeliveryFromMeals: Number.NaN },
  { cutoff: { weekday: 0, minuteOfDay: Number.NaN } },
  { advertisedTiers: [tier(1, Number.NaN), tier(Number.NaN, null)] },
  { advertisedTiers: [tier(1, null, Number.NaN)] },
])('what was typed and cannot be read is refused', (change) => {
  expect(Object.keys(problemsOf(change))).not.toEqual([]);
});

test('a cut-off before the first delivery of its own day is good', () => {
  expect(problemsOf({ cutoff: { weekday: 2, minuteOfDay: 659 } })).toEqual({});
});

test('windows that touch, or overlap on other days only, are good', () => {
  const windows = [
    aWindow('11:00-13:00', [1, 2, 3, 4, 5]),
    aWindow('13:00-15:00', [1, 2, 3, 4, 5]),
    aWindow('10:00-14:00', [6]),
  ];
  expect(problemsOf(withWindows(...windows))).toEqual({});
});

test('a cut-off on a first day that has no delivery is good', () => {
  expect(
    problemsOf({
      ...withWindows(aWindow('11:00-13:00', [4])),
      cutoff: { weekday: 2, minuteOfDay: 1020 },
    }),
  ).toEqual({});
});

test('orders are never switched off, and a new closure is not before the launch', () => {
  const ahead = { ...defaultBusiness, launchDate: '2027-02-03' };
  const change = (before: BusinessFacts, after: Partial<BusinessFacts>) =>
    checkFactsChange(before, { ...before, ...after });
  expect(change(defaultBusiness, { ordersOpen: false })).toHaveProperty('ordersOpen');
  expect(change({ ...ahead, ordersOpen: false }, { ordersOpen: true })).toEqual({});
  const early = [closedOn('2027-01-26', 'Australia Day')];
  expect(change(ahead, { closures: early })['closures.0.until']).toMatch(
    /after the launch on Wed 3 Feb 2027/,
  );
  // What was saved before the launch moved stays.
  expect(change({ ...defaultBusiness, closures: early }, { launchDate: '2027-02-03' })).toEqual({});
  const across = [closedOn('2027-01-26', 'Break', '2027-02-09')];
  expect(change(ahead, { closures: across })).toEqual({});
});

test('every change of one digit of an ABN is noticed', () => {
  const good = '51824753556';
  expect(isBusinessNumber(good)).toBe(true);
  for (const place of [...good].keys()) {
    const other = (Number(good[place]) + 1) % 10;
    expect(isBusinessNumber(`${good.slice(0, place)}${other}${good.slice(place + 1)}`)).toBe(false);
  }
});

const aCook = (change: Partial<BusinessFacts['aboutCooks'][number]> = {}) => ({
  name: 'Asha',
  role: 'Head chef',
  line: '',
  photo: null,
  ...change,
});

test('a kitchen tells of up to six people, in plain text and with pictures of its own', () => {
  const photo = `/images/meals/${'a'.repeat(32)}-640.webp`;
  const told = { aboutStory: 'Two sisters.\n\nOne stove.', aboutPhoto: photo };
  expect(problemsOf({ ...told, aboutCooks: [aCook({ photo }), aCook()] })).toEqual({});
  const markup = problemsOf({ aboutStory: '<b>Us</b>', aboutCooks: [aCook({ line: '<i>' })] });
  expect(Object.keys(markup)).toEqual(['aboutStory', 'aboutCooks.0.line']);
  expect(problemsOf({ aboutStory: 'x'.repeat(601) })).toHaveProperty('aboutStory');
  expect(problemsOf({ aboutCooks: [aCook({ role: '' })] })).toHaveProperty(['aboutCooks.0.role']);
  expect(problemsOf({ aboutCooks: Array.from({ length: 7 }, () => aCook()) })).toHaveProperty(
    'aboutCooks',
  );
  const elsewhere = 'https://pictures.example/us.jpg';
  expect(problemsOf({ aboutPhoto: elsewhere })).toHaveProperty('aboutPhoto');
  expect(problemsOf({ aboutCooks: [aCook({ photo: elsewhere })] })).toHaveProperty([
    'aboutCooks.0.photo',
  ]);
});
