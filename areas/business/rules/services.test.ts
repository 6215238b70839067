import { describe, expect, test } from 'vitest';
import { checkBusinessFacts } from '#areas/business/rules/check-business-facts.ts';
import { type BusinessFacts, defaultBusiness } from './facts.ts';
import {
  countOfService,
  formatDayOfServices,
  formatServices,
  notServed,
  offeredDeliveryTypes,
  servedTypes,
  type Service,
  serviceTitle,
  servicesTitle,
} from '#areas/business/rules/services.ts';

const TEA: Service = { type: 'dinner', name: 'tea', plural: 'teas' };
const LUNCH: Service = { type: 'lunch', name: 'lunch', plural: 'lunches' };
const DINNER: Service = { type: 'dinner', name: 'dinner', plural: 'dinners' };

const problemsOf = (change: Partial<BusinessFacts>) =>
  checkBusinessFacts({ ...defaultBusiness, ...change });
const on = (weekdays: number[]) => [{ timeSlot: '09:00-12:00' as const, label: null, weekdays }];

describe('what a kitchen serves', () => {
  test('is lunch and dinner by default, in the sequence of a day whatever was entered first', () => {
    expect(formatServices(defaultBusiness)).toBe('lunches and dinners');
    expect(formatDayOfServices(defaultBusiness)).toBe('lunch and dinner');
    expect(servedTypes({ services: [TEA, LUNCH] })).toEqual(['lunch', 'dinner']);
  });

  test('has names of the kitchen’s own', () => {
    const kitchen = { services: [TEA] };
    expect(formatServices(kitchen)).toBe('teas');
    expect(serviceTitle('dinner', kitchen)).toBe('Tea');
    expect(servicesTitle('dinner', kitchen)).toBe('Teas');
    expect(countOfService(1, 'dinner', kitchen)).toBe('1 tea');
    expect(countOfService(2, 'dinner', kitchen)).toBe('2 teas');
  });

  test('what it does not serve, an order from before still names', () => {
    expect(serviceTitle('lunch', { services: [TEA] })).toBe('Lunch');
    expect(notServed('lunch', { services: [TEA] })).toBe('We don’t serve lunch');
  });

  test.each<[string, Service[], string]>([
    ['nothing', [], 'services'],
    ['a name of 17 letters', [{ ...LUNCH, name: 'l'.repeat(17) }], 'services.0.name'],
    ['a plural of 17 letters', [{ ...LUNCH, plural: 'l'.repeat(17) }], 'services.0.plural'],
    ['no name', [{ ...LUNCH, name: ' ' }], 'services.0.name'],
    ['a script', [{ ...LUNCH, name: '<b>' }], 'services.0.name'],
    ['lunch twice', [LUNCH, { ...LUNCH, name: 'noon', plural: 'noons' }], 'services'],
    ['two of one name', [LUNCH, { ...DINNER, name: 'Lunch' }], 'services.1.name'],
    [
      'a plural that is the other’s name',
      [LUNCH, { ...DINNER, plural: 'lunch' }],
      'services.1.name',
    ],
  ])('%s is refused at its field', (_name, services, field) => {
    expect(Object.keys(problemsOf({ services }))).toEqual([field]);
  });

  test('one of them is enough, with 16 letters', () => {
    expect(problemsOf({ services: [{ ...DINNER, name: 'd'.repeat(16) }] })).toEqual({});
  });
});

describe('how it delivers', () => {
  test('daily and weekly, or one of them', () => {
    expect(offeredDeliveryTypes(defaultBusiness)).toEqual(['daily', 'weekly']);
    expect(offeredDeliveryTypes({ ...defaultBusiness, deliveryTypes: ['weekly'] })).toEqual([
      'weekly',
    ]);
  });

  test('with one delivery day a week only weekly, unless there is daily alone', () => {
    const saturday = { ...defaultBusiness, deliveryWindows: on([6]) };
    expect(offeredDeliveryTypes(saturday)).toEqual(['weekly']);
    expect(offeredDeliveryTypes({ ...saturday, deliveryTypes: ['daily'] })).toEqual(['daily']);
    const twoWindows = [...on([6]), { ...on([6])[0]!, timeSlot: '13:00-15:00' as const }];
    expect(offeredDeliveryTypes({ ...saturday, deliveryWindows: twoWindows })).toEqual(['weekly']);
    expect(offeredDeliveryTypes({ ...saturday, deliveryWindows: on([5, 6]) })).toHaveLength(2);
  });

  test('daily alone needs one meal at most, or people with fewer could not order', () => {
    expect(Object.keys(problemsOf({ deliveryTypes: ['daily'] }))).toEqual(['deliveryTypes']);
    expect(problemsOf({ deliveryTypes: ['daily'], dailyFromMeals: 1 })).toEqual({});
    expect(problemsOf({ deliveryTypes: ['weekly'] })).toEqual({});
    expect(Object.keys(problemsOf({ deliveryTypes: [] }))).toEqual(['deliveryTypes']);
    expect(Object.keys(problemsOf({ deliveryTypes: ['weekly', 'weekly'] }))).toEqual([
      'deliveryTypes',
    ]);
  });
});
