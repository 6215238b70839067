import { expect, test } from 'vitest';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  type FirstHourFacts,
  type FirstHourStep,
  isFirstHourOver,
  missingBeforeLive,
  reportFirstHour,
} from '#areas/office/rules/first-hour.ts';

const FRESH: FirstHourFacts = {
  business: defaultBusiness,
  menu: { meals: 12, undeclared: 0, isOwn: false },
  cards: { mode: 'sandbox', answered: false },
  email: { mode: 'kept', arrived: false },
  labelPrinted: false,
  paidOrder: null,
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

const READY: FirstHourFacts = {
  business: HOBART,
  menu: { meals: 3, undeclared: 0, isOwn: true },
  cards: { mode: 'live', answered: true },
  email: { mode: 'smtp', arrived: true },
  labelPrinted: true,
  paidOrder: 'HK-7K3F-9Q2X',
  later: [],
  right: [],
};

const stateOf = (facts: FirstHourFacts, step: FirstHourStep) =>
  reportFirstHour(facts).find((report) => report.step === step);

test('a fresh kitchen has everything ahead', () => {
  const reports = reportFirstHour(FRESH);
  expect(reports.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'open'));
  expect(isFirstHourOver(reports)).toBe(false);
  expect(missingBeforeLive(FRESH)).toHaveLength(9);
});

test('a kitchen that was made someone’s own and tried is ready', () => {
  const reports = reportFirstHour(READY);
  expect(reports.filter(({ state }) => state !== 'done')).toEqual([]);
  expect(isFirstHourOver(reports)).toBe(true);
  expect(missingBeforeLive(READY)).toEqual([]);
});

test('the checklist is over when each step is done or left, but what was left is missing', () => {
  const facts: FirstHourFacts = { ...READY, labelPrinted: false, later: ['labels', 'email'] };
  expect(stateOf(facts, 'labels')?.state).toBe('later');
  expect(stateOf(facts, 'email')?.state).toBe('done');
  expect(isFirstHourOver(reportFirstHour(facts))).toBe(true);
  expect(missingBeforeLive(facts)).toEqual(['Labels: No test label was printed yet.']);
});

test.each<[FirstHourStep, boolean]>([
  ['contact', false],
  ['where', true],
  ['when', true],
  ['cost', true],
  ['meals', true],
  ['cards', false],
  ['email', false],
  ['labels', false],
  ['order', false],
])('the word of the owner alone settles %s: %s', (step, settles) => {
  const facts: FirstHourFacts = { ...FRESH, right: [step] };
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
    says: 'Still the example: Tagline, Letters of order numbers.',
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

test('test money, emails that stay here and unknown allergens are missing before going live', () => {
  const facts: FirstHourFacts = {
    ...READY,
    cards: { mode: 'test', answered: true },
    email: { mode: 'kept', arrived: true },
    menu: { meals: 3, undeclared: 1, isOwn: true },
  };
  expect(isFirstHourOver(reportFirstHour(facts))).toBe(true);
  expect(missingBeforeLive(facts)).toEqual([
    expect.stringMatching(/test keys/),
    expect.stringMatching(/No mail server/),
    expect.stringMatching(/^1 meal on the menu without declared allergens/),
  ]);
});
