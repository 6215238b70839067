import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { EMPTY_CUSTOMER, newOrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { hasHouseholds } from '#areas/checkout/web/site/order/notices.ts';
import {
  distinctName,
  eraseHousehold,
  householdOf,
  type RememberedHousehold,
  MOST_HOUSEHOLDS,
  noteLastOrder,
  noteNeeds,
  readHouseholds,
  saveHousehold,
} from './kept-households.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function aHousehold(change: Partial<RememberedHousehold> = {}): RememberedHousehold {
  return {
    id: 'us',
    name: 'Us',
    people: [
      {
        name: 'Mia',
        calorieTarget: 1500,
        secondHelpings: undefined,
        allergens: ['cashew'],
        avoid: [],
        diets: ['vegetarian'],
        note: 'no olives',
      },
    ],
    customer: { ...EMPTY_CUSTOMER, firstName: 'Mia', suburb: 'Cleveland' },
    contactOf: undefined,
    recipient: undefined,
    lastOrder: null,
    ...change,
  };
}

describe('households on this device', () => {
  test('are kept apart, changed one by one, and erased one by one or all', () => {
    const mum = aHousehold({
      id: 'mum',
      name: 'Mum in Cleveland',
      recipient: {
        firstName: 'Ana',
        lastName: 'Silva',
        phone: '0412 345 678',
        isGift: false,
        message: '',
        news: 'payer',
        namesPayer: true,
      },
    });
    expect(hasHouseholds()).toBe(false);
    saveHousehold(aHousehold());
    saveHousehold(mum);
    saveHousehold(aHousehold({ name: 'Home' }));
    expect(hasHouseholds()).toBe(true);
    expect(readHouseholds()).toEqual([aHousehold({ name: 'Home' }), mum]);
    eraseHousehold('us');
    expect(readHouseholds()).toEqual([mum]);
    eraseHousehold(mum.id);
    expect([...kept]).toEqual([]);
  });

  test('hold people, contact and address of an order, and none of its meals', () => {
    const start = { cartKey: 'x', weekStart: '2026-11-24', calorieTarget: 1500 };
    const draft = newOrderDraft(start, defaultBusiness);
    const [person] = draft.people;
    const meal = { date: '2026-11-24', mealType: 'dinner', mealId: 3 } as const;
    const withMeal = { ...draft, people: [{ ...person!, mealAssignments: [meal] }] };
    saveHousehold(householdOf(withMeal, { id: 'us', name: 'Us' }));
    expect(readHouseholds()[0]).toMatchObject({ name: 'Us', people: [{ name: 'Person 1' }] });
    expect(kept.get('households')).not.toMatch(/mealAssignments|dinner|cartKey/);
  });

  test('know their last order, also after their details are changed; an erased one does not come back', () => {
    saveHousehold(aHousehold());
    noteLastOrder('us', { orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'secret' }, []);
    noteLastOrder('gone', { orderNumber: 'RT-2222-3333', trackingToken: 'other' }, []);
    const draft = newOrderDraft(
      { cartKey: 'x', weekStart: '2026-11-24', calorieTarget: 1800 },
      defaultBusiness,
    );
    saveHousehold(householdOf(draft, { id: 'us', name: 'Us' }));
    expect(readHouseholds()).toHaveLength(1);
    expect(readHouseholds()[0]?.lastOrder?.orderNumber).toBe('RT-7K3F-9Q2X');
  });

  test('learn from what was paid for what their people may not eat, and never forget it by that', () => {
    const zoe = { ...aHousehold().people[0]!, name: 'Zoe', allergens: ['peanut' as const] };
    const ben = { ...zoe, name: 'Ben', allergens: [] };
    saveHousehold(aHousehold({ people: [zoe, ben] }));
    const placed = { orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'secret' };
    const paidFor = [
      { name: ' zoe', allergens: ['soy' as const], avoid: ['kiwifruit'] },
      { name: 'Leo', allergens: ['egg' as const], avoid: [] },
    ];
    const news = [{ personName: 'Zoe', allergens: ['soy'], avoid: ['kiwifruit'] }];
    expect(noteLastOrder('us', placed, paidFor)).toEqual(news);
    expect(noteNeeds('secret', paidFor)).toEqual([]);
    expect(noteNeeds('another', paidFor)).toEqual([]);
    expect(readHouseholds()[0]?.people).toEqual([
      { ...zoe, allergens: ['peanut', 'soy'], avoid: ['kiwifruit'] },
      ben,
    ]);
  });

  test('have names that differ', () => {
    const others = [{ name: 'Us' }, { name: 'us 2' }];
    expect(distinctName(' Mum ', others)).toBe('Mum');
    expect(distinctName('US', others)).toBe('US 3');
    expect(distinctName('  ', [])).toBe('Us');
  });

  test('are not more than can be looked through', () => {
    for (let number = 0; number < MOST_HOUSEHOLDS; number += 1)
      expect(saveHousehold(aHousehold({ id: String(number) }))).toBe(true);
    expect(saveHousehold(aHousehold({ id: 'one more' }))).toBe(false);
    expect(saveHousehold(aHousehold({ id: '0', name: 'Changed' }))).toBe(true);
  });

  test.each([
    ['half a file', '[{"id":"us"'],
    ['something else', '{"a":1}'],
    ['nothing', 'null'],
    ['a household without people', JSON.stringify([aHousehold({ people: [] })])],
    ['an unknown allergen', JSON.stringify([aHousehold()]).replace('cashew', 'plutonium')],
    ['a number for a name', JSON.stringify([aHousehold()]).replace('"Us"', '7')],
  ])('%s counts as none', (_, text) => {
    kept.set('households', text);
    expect(readHouseholds()).toEqual([]);
  });

  test('a damaged one takes no other with it', () => {
    kept.set('households', JSON.stringify([null, { id: 'broken' }, aHousehold()]));
    expect(readHouseholds()).toEqual([aHousehold()]);
  });

  test('of an older shape are read, and fields that we do not know are dropped', () => {
    const { lastOrder: _, contactOf: __, recipient: ___, ...old } = aHousehold();
    kept.set('households', JSON.stringify([{ ...old, cardNumber: '4242' }]));
    expect(readHouseholds()).toEqual([aHousehold()]);
  });

  test('a browser that forbids storage keeps nothing and does not fail', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(saveHousehold(aHousehold())).toBe(false);
    expect([readHouseholds(), hasHouseholds()]).toEqual([[], false]);
    eraseHousehold('us');
  });
});
