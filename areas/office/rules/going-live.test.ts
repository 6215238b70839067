import { expect, test } from 'vitest';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  barsToOpening,
  daysOfCertificate,
  type GoingLiveFacts,
  type GoingLiveStep,
  isAllSettled,
  launchAlarm,
  reportGoingLive,
  warningsBeforeOpening,
} from '#areas/office/rules/going-live.ts';

/** Tuesday 2 February 2027, midday in Hobart. */
const NOW = Date.parse('2027-02-02T01:00:00Z');

const FRESH: GoingLiveFacts = {
  now: NOW,
  business: defaultBusiness,
  menu: { meals: 12, undeclared: 0, isOwn: false },
  cards: { mode: 'sandbox', bar: null, says: 'The built-in sandbox.', proved: false },
  email: { mode: 'kept', says: 'Not set.', proved: false },
  sms: { says: 'Not set.', proved: false },
  address: { publicUrl: 'http://localhost:3000', proved: false, certificateEnds: null },
  backups: { hour: 2, sheetSaved: false, copied: false, rehearsed: false },
  labelPrinted: false,
  paidOrder: null,
  testOrders: { tests: 0, live: 0, deliveriesOfTests: 0, removedAt: null },
  textsRead: false,
  leaders: 1,
  installation: { production: false, movedClock: null },
  later: [],
  right: [],
};

const HOBART: BusinessFacts = {
  ...defaultBusiness,
  name: 'Hobart Kitchen',
  tagline: 'Dinners from the river.',
  orderPrefix: 'HK',
  phone: '1300 555 016',
  email: 'hello@hobart.example',
  premises: '1 Elizabeth Street, Hobart TAS 7000',
  location: 'Hobart, Tasmania',
  timeZone: 'Australia/Hobart',
  suburbs: [{ name: 'Hobart', postcode: '7000' }],
  region: {
    suburbsPhrase: 'suburbs of Hobart',
    areaPhrase: 'greater Hobart',
    shortName: 'Hobart',
    state: 'TAS',
  },
  dailyFeeCents: 350,
  cutoff: { weekday: 4, minuteOfDay: 720 },
};

const READY: GoingLiveFacts = {
  now: NOW,
  business: HOBART,
  menu: { meals: 3, undeclared: 0, isOwn: true },
  cards: { mode: 'live', bar: null, says: 'Stripe, live keys.', proved: true },
  email: { mode: 'smtp', says: 'mail.example.com', proved: true },
  sms: { says: 'api.twilio.com', proved: true },
  address: { publicUrl: 'https://meals.example.com', proved: true, certificateEnds: null },
  backups: { hour: 2, sheetSaved: true, copied: true, rehearsed: true },
  labelPrinted: true,
  paidOrder: 'HK-7K3F-9Q2X',
  testOrders: { tests: 0, live: 1, deliveriesOfTests: 0, removedAt: null },
  textsRead: true,
  leaders: 2,
  installation: { production: true, movedClock: null },
  later: [],
  right: [],
};

const stateOf = (facts: GoingLiveFacts, step: GoingLiveStep) =>
  reportGoingLive(facts).find((report) => report.step === step);

test('a fresh kitchen has everything ahead', () => {
  const reports = reportGoingLive(FRESH);
  expect(reports.map(({ state }) => state)).toEqual(Array.from({ length: 14 }, () => 'open'));
  expect(isAllSettled(reports)).toBe(false);
  expect(warningsBeforeOpening(FRESH)).toHaveLength(8);
});

test('a kitchen that was made someone’s own and tried is ready', () => {
  const reports = reportGoingLive(READY);
  expect(reports.filter(({ state }) => state !== 'done')).toEqual([]);
  expect(isAllSettled(reports)).toBe(true);
  expect([...barsOf(READY), ...warningsBeforeOpening(READY)]).toEqual([]);
});

test('everything is settled when each step is done or left', () => {
  const facts: GoingLiveFacts = { ...READY, labelPrinted: false, later: ['labels', 'email'] };
  expect(stateOf(facts, 'labels')?.state).toBe('later');
  expect(stateOf(facts, 'email')?.state).toBe('done');
  expect(isAllSettled(reportGoingLive(facts))).toBe(true);
});

test.each<[GoingLiveStep, boolean]>([
  ['contact', false],
  ['where', true],
  ['when', true],
  ['cost', true],
  ['meals', true],
  ['cards', false],
  ['email', false],
  ['address', false],
  ['backups', false],
  ['labels', false],
  ['order', false],
  ['people', false],
  ['sms', false],
])('the word of the owner alone settles %s: %s', (step, settles) => {
  const facts: GoingLiveFacts = { ...FRESH, right: [step] };
  expect(stateOf(FRESH, step)?.mayKeep).toBe(settles);
  expect(stateOf(facts, step)?.state).toBe(settles ? 'done' : 'open');
});

test('the example’s phone, email and street are never a kitchen’s own', () => {
  const business = { ...HOBART, phone: defaultBusiness.phone };
  expect(stateOf({ ...READY, business }, 'contact')).toMatchObject({
    state: 'open',
    says: 'Still the example: Phone.',
  });
});

test('a tagline or order numbers of the example are not a kitchen’s own', () => {
  const { tagline, orderPrefix } = defaultBusiness;
  const business = { ...HOBART, tagline, orderPrefix };
  expect(stateOf({ ...READY, business }, 'contact')).toMatchObject({
    state: 'open',
    says: 'Still the example: Tagline, Order number prefix.',
  });
});

test('the time zone alone does not make days and hours a kitchen’s own, its windows do', () => {
  const { cutoff } = defaultBusiness;
  const moved = { ...READY, business: { ...HOBART, cutoff } };
  expect(stateOf(moved, 'when')?.state).toBe('open');
  const [first] = defaultBusiness.deliveryWindows;
  const ownWindows = { ...HOBART, cutoff, deliveryWindows: [first!] };
  expect(stateOf({ ...READY, business: ownWindows }, 'when')?.state).toBe('done');
});

test.each<[string, Partial<BusinessFacts>, RegExp]>([
  ['words of the old place', { region: defaultBusiness.region }, /but still the example: Words/],
  ['the old place', { location: defaultBusiness.location }, /but still the example: Place/],
  ['the old suburbs', { suburbs: defaultBusiness.suburbs }, /suburbs are still those/],
])('new suburbs with %s are not done, whatever the owner said', (_what, change, says) => {
  const business = { ...HOBART, ...change };
  const found = stateOf({ ...READY, business, right: ['where'] }, 'where');
  expect(found).toMatchObject({ state: 'open', mayKeep: false });
  expect(found?.says).toMatch(says);
});

test('an empty menu cannot be kept', () => {
  const menu = { meals: 0, undeclared: 0, isOwn: false };
  expect(stateOf({ ...FRESH, menu, right: ['meals'] }, 'meals')).toMatchObject({
    state: 'open',
    mayKeep: false,
  });
});

const barsOf = ({ business, cards: { bar }, menu: { meals } }: GoingLiveFacts) =>
  barsToOpening({ business, bar, meals });

test.each<[string, Partial<GoingLiveFacts>, RegExp]>([
  ['no keys', { cards: { ...READY.cards, bar: 'none' } }, /set up live card keys/],
  ['test keys', { cards: { ...READY.cards, bar: 'test' } }, /test keys: customers need live/],
  ['keys that were revoked', { cards: { ...READY.cards, bar: 'refused' } }, /no longer accepts/],
  ['keys of another machine', { cards: { ...READY.cards, bar: 'locked' } }, /can’t be opened/],
  ['an empty menu', { menu: { meals: 0, undeclared: 0, isOwn: true } }, /No meal/],
  ['no window', { business: { ...HOBART, deliveryWindows: [] } }, /no delivery window/],
])('%s keeps everybody from ordering', (_what, change, says) => {
  expect(barsOf({ ...READY, ...change })).toEqual([expect.stringMatching(says)]);
});

test.each<[string, Partial<GoingLiveFacts>, RegExp]>([
  ['emails that stay here', { email: { ...READY.email, mode: 'kept' } }, /No mail server/],
  ['no sheet', { backups: { ...READY.backups, sheetSaved: false } }, /recovery sheet/],
  ['no rehearsal', { backups: { ...READY.backups, rehearsed: false } }, /rehearsed yet/],
  ['no copy elsewhere', { backups: { ...READY.backups, copied: false } }, /leaves this machine/],
  [
    'unknown allergens',
    { menu: { meals: 3, undeclared: 1, isOwn: true } },
    /^1 meal on the menu without declared allergens/,
  ],
  ['texts nobody read', { textsRead: false }, /terms and privacy/],
  ['one person', { leaders: 1 }, /invite a second/],
  [
    'an address without https',
    { address: { ...READY.address, publicUrl: 'http://kitchen.local' } },
    /not https/,
  ],
  ['a machine for trying', { installation: { production: false, movedClock: null } }, /NODE_ENV/],
  [
    'a clock that was moved',
    { installation: { production: true, movedClock: '2026-01-01T00:00:00Z' } },
    /MEALRUN_NOW/,
  ],
])('%s is warned of, and bars nothing', (_what, change, says) => {
  const facts = { ...READY, ...change };
  expect(warningsBeforeOpening(facts)).toEqual([expect.stringMatching(says)]);
  expect(barsOf(facts)).toEqual([]);
});

test('the owner’s word that the pages were read counts while they are as they were', () => {
  expect(stateOf({ ...READY, textsRead: false, right: ['texts'] }, 'texts')).toMatchObject({
    state: 'open',
    mayKeep: true,
  });
});

const HOUR = 3_600_000;

test.each([
  [8 * 24, null],
  [7 * 24, 'The launch is within 7 days: No meal.'],
  [24, 'The launch is within a day: No meal.'],
  [1, 'The launch is within an hour: No meal.'],
  [0, 'The launch date has come: No meal.'],
  [-100, 'The launch date has come: No meal.'],
])('%s hours before the launch, with something in its way: %s', (hours, says) => {
  expect(launchAlarm(0, hours * HOUR, ['No meal.'])).toBe(says);
  expect(launchAlarm(0, hours * HOUR, [])).toBeNull();
});

test.each([
  [14 * 24, null],
  [14 * 24 - 1, 13],
  [2, 0],
  [-48, 0],
])('a certificate that ends in %s hours has few days left: %s', (hours, days) => {
  expect(daysOfCertificate(0, hours * HOUR)).toBe(days);
  expect(daysOfCertificate(0, null)).toBeNull();
});

test('test orders are asked about once live keys make tests of them, until they are removed or a real order is paid', () => {
  const tests = (testOrders: GoingLiveFacts['testOrders']) =>
    stateOf({ ...READY, testOrders }, 'tests');
  expect(tests({ tests: 0, live: 0, deliveriesOfTests: 0, removedAt: null })).toBeUndefined();
  expect(tests({ tests: 3, live: 0, deliveriesOfTests: 0, removedAt: null })).toMatchObject({
    state: 'open',
  });
  expect(tests({ tests: 1, live: 1, deliveriesOfTests: 0, removedAt: null })).toMatchObject({
    state: 'done',
    says: expect.stringMatching(/^1 test order stays/) as string,
  });
  const removed = { tests: 0, live: 0, deliveriesOfTests: 0, removedAt: 'Tue 12 Jan, 9:14am' };
  expect(tests(removed)).toMatchObject({
    state: 'done',
    says: 'Test orders were removed Tue 12 Jan, 9:14am.',
  });
  const order = stateOf({ ...READY, paidOrder: null, testOrders: removed }, 'order');
  expect(order?.state).toBe('done');
});

test.each([
  [29, true, 'https://meals.example.com leads here. Certificate until Wed 3 Mar 2027.'],
  [14, true, 'https://meals.example.com leads here. Certificate until Tue 16 Feb 2027.'],
  [13, false, 'The certificate of https://meals.example.com ends on Mon 15 Feb 2027.'],
  [-1, false, 'The certificate of https://meals.example.com ended on Mon 1 Feb 2027.'],
])('the page says until when the certificate is good: %s days', (days, isDone, says) => {
  const certificateEnds = NOW + days * 24 * HOUR;
  const facts = { ...READY, address: { ...READY.address, certificateEnds } };
  const step = reportGoingLive(facts).find((each) => each.step === 'address');
  expect(step?.says).toMatch(says);
  expect(step?.state === 'done').toBe(isDone);
});
