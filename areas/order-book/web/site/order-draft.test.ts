import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { newOrderDraft } from '#areas/order-book/rules/order-draft.ts';
import {
  clearOrderDraft,
  type KeptOrder,
  readOrderDraft,
  saveOrderDraft,
} from '#areas/order-book/web/kept-order-draft.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { memoryStorage } from '#platform/web/testing/memory-storage.ts';

const KEY = 'orderDraft';

function anOrder(): KeptOrder {
  const start = { cartKey: newKey(), weekStart: '2026-11-24', calorieTarget: 1500 };
  return {
    draft: newOrderDraft(start, defaultBusiness),
    mealNames: { '3': 'Butter Chicken' },
    planTaken: null,
    helpingsTaken: 0,
    notices: [{ kind: 'plan-taken', personName: 'Ben', calorieTarget: 1200 }],
    household: null,
  };
}

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the order kept in the browser', () => {
  test('comes back as it was kept', () => {
    const order = anOrder();
    saveOrderDraft(order);
    expect(readOrderDraft()).toEqual(order);
  });

  test('comes back although it was kept before people had allergens, and without what is not ours', () => {
    const order = anOrder();
    const [one] = order.draft.people;
    const { allergens: _, diets: __, note: ___, ...before } = one!;
    const draft = { ...order.draft, people: [{ ...before, isAdmin: true }] };
    sessionStorage.setItem(KEY, JSON.stringify({ ...order, draft }));
    expect(readOrderDraft()?.draft.people).toEqual([
      { ...before, allergens: [], diets: [], note: '' },
    ]);
  });

  test('comes back without what another release said of it', () => {
    const order = anOrder();
    const clash = { date: '2026-11-24', mealType: 'dinner', mealId: 3, personName: 'Ben' };
    // As 0.1.0 wrote it, and as nobody does.
    const others = [
      { kind: 'meals-clash', meals: [{ ...clash, name: 'Curry', allergens: ['milk'] }] },
      { kind: 'of-later' },
    ];
    const notices = [...order.notices, ...others];
    sessionStorage.setItem(KEY, JSON.stringify({ ...order, notices }));
    expect(readOrderDraft()).toEqual(order);
  });

  test('is gone once it is cleared', () => {
    saveOrderDraft(anOrder());
    clearOrderDraft();
    expect(readOrderDraft()).toBeNull();
  });

  test.each([
    ['nothing', null],
    ['text that is not JSON', '{"draft":'],
    ['JSON of somebody else', '[1,2,3]'],
    [
      'an order without people',
      JSON.stringify({ ...anOrder(), draft: { ...anOrder().draft, people: [] } }),
    ],
    [
      'a date that does not exist',
      JSON.stringify({ ...anOrder(), draft: { ...anOrder().draft, weekStart: '2026-02-30' } }),
    ],
    [
      'an allergen that is not one',
      JSON.stringify({
        ...anOrder(),
        draft: {
          ...anOrder().draft,
          people: anOrder().draft.people.map((one) => ({ ...one, allergens: ['water'] })),
        },
      }),
    ],
    [
      'a basket without a key',
      JSON.stringify({ ...anOrder(), draft: { ...anOrder().draft, cartKey: '1' } }),
    ],
  ])('counts as none when the browser holds %s', (_, text) => {
    if (text !== null) sessionStorage.setItem(KEY, text);
    expect(readOrderDraft()).toBeNull();
  });

  test('a browser that forbids storage neither fails nor stores', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    saveOrderDraft(anOrder());
    clearOrderDraft();
    expect(readOrderDraft()).toBeNull();
  });
});

describe('the key of a basket', () => {
  test('is a UUID, and another one each time', () => {
    expect(z.uuid().safeParse(newKey()).success).toBe(true);
    expect(newKey()).not.toBe(newKey());
  });

  test('is a UUID also on a page without randomUUID', () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    expect(z.uuid().safeParse(newKey()).success).toBe(true);
    expect(newKey()).not.toBe(newKey());
  });
});
