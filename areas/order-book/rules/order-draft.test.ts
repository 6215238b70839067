import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import {
  type CustomerDraft,
  deliveryModeOfDraft,
  EMPTY_CUSTOMER,
  LONGEST_INSTRUCTIONS,
  mealBlockers,
  newOrderDraft,
  type OrderDraft,
  peopleBlockers,
} from '#areas/order-book/rules/order-draft.ts';
import { customerProblems, furthestStep, hasRequiredCustomerFields } from './check-customer.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

const WEEK = weekFrom('2026-11-24');
const [TUE, WED, THU] = ['2026-11-24', '2026-11-25', '2026-11-26'] as const;

const NO_MEALS = 'Please choose at least one meal';
const NO_WINDOW = 'Please choose a delivery window';
const NO_TYPE = 'Please choose daily or weekly delivery';
const NO_DAY = 'Please choose a delivery day';
const LATE_DAY = 'Please choose a delivery day that is not after your first meal';

const jo: CustomerDraft = {
  firstName: 'Jo',
  lastName: 'Lee',
  email: 'jo@example.com',
  phone: '0412 345 678',
  addressLine1: '12 Shore St',
  addressLine2: '',
  suburb: 'Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
};

/** A person with this many lunches and then dinners, from this day of the week. */
function personWithMeals(name: string, meals: number, firstDay = 0): Person {
  const cells = (['lunch', 'dinner'] as const).flatMap((mealType) =>
    WEEK.slice(firstDay).map((date) => ({ date, mealType, mealId: 1 })),
  );
  return { name, calorieTarget: 1500, ...NO_FOOD_NEEDS, mealAssignments: cells.slice(0, meals) };
}

/** A draft that is ready to be paid: one person, five lunches, daily. */
function aDraft(changes: Partial<OrderDraft> = {}): OrderDraft {
  return {
    ...newOrderDraft({ cartKey: 'cart', weekStart: TUE, calorieTarget: 1500 }, defaultBusiness),
    people: [personWithMeals('Ben', 5)],
    deliveryType: 'daily',
    customer: jo,
    ...changes,
  };
}

describe('a new draft', () => {
  test('has one person without meals, the default window, nothing chosen and prefers cold', () => {
    const draft = newOrderDraft(
      { cartKey: 'cart', weekStart: TUE, calorieTarget: 1800 },
      defaultBusiness,
    );
    expect(draft).toEqual({
      cartKey: 'cart',
      weekStart: TUE,
      people: [{ name: 'Person 1', calorieTarget: 1800, ...NO_FOOD_NEEDS, mealAssignments: [] }],
      deliveryType: null,
      weeklyDeliveryDay: null,
      deliveryWindow: '11:00-13:00',
      windowByDate: {},
      customer: EMPTY_CUSTOMER,
    });
    expect(EMPTY_CUSTOMER.deliveryPreference).toBe('cold');
    expect(furthestStep(draft, defaultBusiness)).toBe(2);
  });
});

describe('step 1 goes on', () => {
  const six = ['Ben', 'Ada', 'Cy', 'Di', 'Ed', 'Flo'].map((name) => personWithMeals(name, 0));

  test.each([
    ['for one person', six.slice(0, 1)],
    ['for six people', six],
    [
      'with the names it starts with',
      [personWithMeals('Person 1', 0), personWithMeals('Person 2', 0)],
    ],
  ])('%s', (_what, people) => {
    expect(peopleBlockers(aDraft({ people }), defaultBusiness)).toEqual([]);
  });

  test.each([
    ['for nobody', [], ['Please order for 1 to 6 people']],
    ['for seven people', [...six, personWithMeals('Gus', 0)], ['Please order for 1 to 6 people']],
    [
      'with a blank name',
      [personWithMeals('Ben', 0), personWithMeals('  ', 0)],
      ['Please enter a name for person 2'],
    ],
    [
      'with two blank names',
      [personWithMeals('', 0), personWithMeals('\t', 0)],
      ['Please enter a name for person 1', 'Please enter a name for person 2'],
    ],
    [
      'with one name twice',
      [personWithMeals('Ben', 0), personWithMeals('ben', 0)],
      ['Please give each person a different name, so the labels can tell them apart'],
    ],
  ])('not %s', (_what, people, blockers) => {
    expect(peopleBlockers(aDraft({ people }), defaultBusiness)).toEqual(blockers);
  });
});

describe('step 2', () => {
  const few = [personWithMeals('Ben', 3)];
  const many = [personWithMeals('Ben', 5)];
  const manyAndFew = [personWithMeals('Ben', 5), personWithMeals('Ada', 4)];

  test.each<[what: string, changes: Partial<OrderDraft>, blockers: string[]]>([
    ['needs a meal', { people: [personWithMeals('Ben', 0)] }, [NO_MEALS]],
    [
      'needs a meal before anything else',
      { people: [personWithMeals('Ben', 0)], deliveryWindow: null, deliveryType: null },
      [NO_MEALS],
    ],
    ['needs a delivery window', { deliveryWindow: null }, [NO_WINDOW]],
    ['goes on with five meals and daily delivery', { people: many, deliveryType: 'daily' }, []],
    ['needs a choice when daily is possible', { people: many, deliveryType: null }, [NO_TYPE]],
    [
      'needs a choice even when a day is chosen',
      { people: many, deliveryType: null, weeklyDeliveryDay: TUE },
      [NO_TYPE],
    ],
    [
      'needs a day for a weekly delivery that was chosen',
      { people: many, deliveryType: 'weekly' },
      [NO_DAY],
    ],
    [
      'goes on with a weekly delivery and its day',
      { people: many, deliveryType: 'weekly', weeklyDeliveryDay: TUE },
      [],
    ],
    ['needs a day when weekly is forced', { people: few, deliveryType: null }, [NO_DAY]],
    [
      'needs a day when weekly is forced although daily was chosen before',
      { people: few, deliveryType: 'daily' },
      [NO_DAY],
    ],
    [
      'needs a day when one person has too few meals',
      { people: manyAndFew, deliveryType: 'daily' },
      [NO_DAY],
    ],
    [
      'goes on when weekly is forced and has its day',
      { people: few, deliveryType: null, weeklyDeliveryDay: TUE },
      [],
    ],
    [
      'needs a choice, not a day, when the others have no meals',
      { people: [personWithMeals('Ben', 5), personWithMeals('Ada', 0)], deliveryType: null },
      [NO_TYPE],
    ],
    [
      'needs no day for daily delivery',
      { people: many, deliveryType: 'daily', weeklyDeliveryDay: null },
      [],
    ],
    [
      'does not mind a late day left over from weekly when delivery is daily',
      { people: many, deliveryType: 'daily', weeklyDeliveryDay: '2026-11-30' },
      [],
    ],
    [
      'needs window and day at once',
      { people: few, deliveryType: null, deliveryWindow: null },
      [NO_WINDOW, NO_DAY],
    ],
    [
      'needs window and choice at once',
      { people: many, deliveryType: null, deliveryWindow: null },
      [NO_WINDOW, NO_TYPE],
    ],
    [
      'needs a day no later than the first meal',
      { people: [personWithMeals('Ben', 2, 1)], weeklyDeliveryDay: THU },
      [LATE_DAY],
    ],
    [
      'goes on with the day of the first meal',
      { people: [personWithMeals('Ben', 2, 1)], weeklyDeliveryDay: WED },
      [],
    ],
    [
      'goes on with a day before the first meal',
      { people: [personWithMeals('Ben', 2, 1)], weeklyDeliveryDay: TUE },
      [],
    ],
    [
      'looks at the first meal of anybody',
      { people: [personWithMeals('Ben', 2, 2), personWithMeals('Ada', 1)], weeklyDeliveryDay: WED },
      [LATE_DAY],
    ],
  ])('%s', (_what, changes, blockers) => {
    expect(mealBlockers(aDraft(changes), defaultBusiness).map(({ message }) => message)).toEqual(
      blockers,
    );
  });

  test('is blocked exactly when the requirement says so', () => {
    const meals = constantFrom(0, 0, 1, 4, 5, 14);
    const type = constantFrom(null, 'daily' as const, 'weekly' as const);
    const window = constantFrom(null, '11:00-13:00' as const, '16:00-18:00' as const);
    const day = constantFrom(null, TUE);
    assert(
      property(
        meals,
        meals,
        type,
        window,
        day,
        (bens, adas, deliveryType, deliveryWindow, weeklyDeliveryDay) => {
          const people = [personWithMeals('Ben', bens), personWithMeals('Ada', adas)];
          const draft = aDraft({ people, deliveryType, deliveryWindow, weeklyDeliveryDay });
          const forced = [bens, adas].some((count) => count >= 1 && count <= 4);
          const blocked =
            bens + adas === 0 ||
            deliveryWindow === null ||
            (!forced && deliveryType === null) ||
            (forced && weeklyDeliveryDay === null) ||
            (deliveryType === 'weekly' && weeklyDeliveryDay === null);
          expect(mealBlockers(draft, defaultBusiness).length > 0).toBe(blocked);
          expect(deliveryModeOfDraft(draft, defaultBusiness)).toBe(
            bens + adas === 0 ? 'none' : forced ? 'weekly' : 'choice',
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('step 3', () => {
  const PHONE =
    'Please enter a valid Australian phone number (e.g., 0412 345 678 or +61 412 345 678)';
  const ADDRESS = 'Please enter your street address';
  const SUBURB = 'Please select a valid suburb from the list';

  test.each<[what: string, changes: Partial<CustomerDraft>]>([
    ['a usual customer', {}],
    ['a second address line', { addressLine2: 'Unit 3' }],
    [
      'instructions of the greatest length',
      { specialInstructions: 'x'.repeat(LONGEST_INSTRUCTIONS) },
    ],
    ['a suburb in other capitals', { suburb: ' victoria  POINT ' }],
    ['five characters of address with spaces around', { addressLine1: '  1 A B  ' }],
    ['names of other scripts', { firstName: 'Nguyễn', lastName: '王' }],
    ['warm meals', { deliveryPreference: 'warm' }],
  ])('accepts %s', (_what, changes) => {
    expect(customerProblems({ ...jo, ...changes }, defaultBusiness)).toEqual({});
  });

  test.each<[what: string, changes: Partial<CustomerDraft>, problems: Partial<CustomerDraft>]>([
    ['no phone', { phone: '' }, { phone: PHONE }],
    ['a phone number that is too short', { phone: '0412 345 67' }, { phone: PHONE }],
    ['a foreign phone number', { phone: '+64 21 123 4567' }, { phone: PHONE }],
    ['no address', { addressLine1: '' }, { addressLine1: ADDRESS }],
    [
      'four characters of address with spaces around',
      { addressLine1: '  1 AB  ' },
      { addressLine1: ADDRESS },
    ],
    ['no suburb', { suburb: '' }, { suburb: SUBURB }],
    ['a suburb that is not served', { suburb: 'Brisbane' }, { suburb: SUBURB }],
    ['an island', { suburb: 'Russell Island' }, { suburb: SUBURB }],
    ['no first name', { firstName: ' ' }, { firstName: expect.stringMatching(/first name/i) }],
    ['no last name', { lastName: '' }, { lastName: expect.stringMatching(/last name/i) }],
    ['no email', { email: '' }, { email: expect.stringMatching(/email/i) }],
    ['no valid email', { email: 'jo@' }, { email: expect.stringMatching(/email/i) }],
    [
      'instructions without an end',
      { specialInstructions: 'x'.repeat(LONGEST_INSTRUCTIONS + 1) },
      { specialInstructions: expect.stringContaining(String(LONGEST_INSTRUCTIONS)) },
    ],
  ])('says what is wrong with %s', (_what, changes, problems) => {
    expect(customerProblems({ ...jo, ...changes }, defaultBusiness)).toEqual(problems);
  });

  test('says everything at once when nothing is filled in', () => {
    expect(Object.keys(customerProblems(EMPTY_CUSTOMER, defaultBusiness)).toSorted()).toEqual([
      'addressLine1',
      'email',
      'firstName',
      'lastName',
      'phone',
      'suburb',
    ]);
  });

  test.each(['firstName', 'lastName', 'email', 'phone', 'addressLine1', 'suburb'] as const)(
    'has its button disabled while %s is empty',
    (field) => {
      expect(hasRequiredCustomerFields(jo)).toBe(true);
      expect(hasRequiredCustomerFields({ ...jo, [field]: '' })).toBe(false);
      expect(hasRequiredCustomerFields({ ...jo, [field]: ' \t' })).toBe(false);
    },
  );

  test('has its button enabled without a second line and instructions, and before all is right', () => {
    expect(hasRequiredCustomerFields({ ...jo, addressLine2: '', specialInstructions: '' })).toBe(
      true,
    );
    expect(hasRequiredCustomerFields({ ...jo, phone: '12', suburb: 'Brisbane' })).toBe(true);
  });
});

describe('a reload shows at most', () => {
  test.each<[step: number, what: string, changes: Partial<OrderDraft>]>([
    [1, 'while a name is blank', { people: [personWithMeals(' ', 5)] }],
    [
      1,
      'while a name is blank, whatever else is missing',
      { people: [personWithMeals(' ', 0)], customer: EMPTY_CUSTOMER },
    ],
    [2, 'without meals', { people: [personWithMeals('Ben', 0)] }],
    [2, 'without a delivery type', { deliveryType: null }],
    [3, 'without a customer', { customer: EMPTY_CUSTOMER }],
    [3, 'with a wrong phone number', { customer: { ...jo, phone: '1300 123 456' } }],
    [4, 'when all is there', {}],
  ])('step %i %s', (step, _what, changes) => {
    expect(furthestStep(aDraft(changes), defaultBusiness)).toBe(step);
  });

  test('the step before the first blocker', () => {
    const names = constantFrom('Ben', ' ');
    const customers = constantFrom(jo, EMPTY_CUSTOMER);
    assert(
      property(names, integer({ min: 0, max: 14 }), customers, (name, meals, customer) => {
        const draft = aDraft({
          people: [personWithMeals(name, meals)],
          customer,
          weeklyDeliveryDay: TUE,
        });
        const blocked = [
          peopleBlockers(draft, defaultBusiness).length > 0,
          mealBlockers(draft, defaultBusiness).length > 0,
          Object.keys(customerProblems(customer, defaultBusiness)).length > 0,
          true,
        ];
        expect(furthestStep(draft, defaultBusiness)).toBe(blocked.indexOf(true) + 1);
      }),
    );
  });
});
