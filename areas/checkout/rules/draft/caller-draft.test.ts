import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { callerDraft, type KnownCaller } from './caller-draft.ts';

const START = { cartKey: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11', weekStart: '2026-01-13' };

const MIA: KnownCaller = {
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    email: 'mia@example.com',
    phone: '+61412345678',
    address: '12 Shore Street West, Unit 3, Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: '',
  },
  people: [
    { name: 'Mia', allergens: ['peanut'], avoid: [], diets: ['vegetarian'], note: 'no olives' },
    { name: 'Ben', calorieTarget: 1800, allergens: [], avoid: [], diets: [], note: '' },
  ],
};

const draftOf = (change: Partial<KnownCaller> = {}) =>
  callerDraft(START, { ...MIA, ...change }, defaultBusiness);

describe('a new order for someone who has ordered before', () => {
  test('has their contact, their address in its parts, and who eats what they may', () => {
    const draft = draftOf();
    expect(draft).toMatchObject({
      ...START,
      customer: {
        firstName: 'Mia',
        phone: '0412 345 678',
        addressLine1: '12 Shore Street West',
        addressLine2: 'Unit 3',
        suburb: 'Cleveland',
      },
      people: [
        { name: 'Mia', calorieTarget: 1500, allergens: ['peanut'], note: 'no olives' },
        { name: 'Ben', calorieTarget: 1800 },
      ],
    });
    expect(draft.people.every(({ mealAssignments }) => mealAssignments.length === 0)).toBe(true);
  });

  test('keeps an address outside of where we deliver, to be put right', () => {
    const draft = draftOf({ customer: { ...MIA.customer, address: '1 Far Road, Hobart' } });
    expect(draft.customer).toMatchObject({ addressLine1: '1 Far Road, Hobart', suburb: '' });
  });

  test('for someone else goes to them again', () => {
    const recipient = {
      firstName: 'Ruth',
      lastName: 'Okafor',
      phone: '+61498765432',
      isGift: true,
      message: 'Happy birthday',
      news: 'both' as const,
      namesPayer: false,
    };
    const draft = draftOf({ recipient });
    expect(draft.recipient).toEqual({ ...recipient, phone: '0498 765 432' });
    expect(draftOf({ recipient: null }).recipient).toBeUndefined();
  });

  test('begins with one person when nobody is known', () => {
    expect(draftOf({ people: [] }).people).toMatchObject([{ name: 'Person 1' }]);
  });
});

test('an order that is taken up again is the order that it was', () => {
  const items = [
    {
      mealId: 1,
      mealType: 'dinner' as const,
      personName: 'Mia',
      mealDate: '2026-01-14',
      deliveryDate: '2026-01-13',
      deliveryWindow: '16:00-18:00' as const,
    },
  ];
  const draft = draftOf({ items, deliveryType: 'weekly' });
  expect(draft.weekStart).toBe('2026-01-13');
  const again = prepareOrder(draft, () => 1499, defaultBusiness);
  expect(again.orderItems).toEqual([{ ...items[0], price: '14.99' }]);
  expect(again).toMatchObject({
    deliveryType: 'weekly',
    customer: { address: MIA.customer.address },
  });
});
