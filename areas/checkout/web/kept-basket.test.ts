import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { newOrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { newPerson } from '#areas/order-book/rules/people.ts';
import { type KeptOrder, saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { memoryStorage } from '#platform/web/testing/memory-storage.ts';
import { clearBasket, purgeWhoEats, readBasket, saveBasket } from './kept-basket.ts';

const CARD = { date: '2026-11-24', mealType: 'dinner', mealId: 3 } as const;
const US = { id: 'us', name: 'Us' };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Mia can't have milk and has one dinner. */
function anOrder(changes: Partial<KeptOrder> = {}): KeptOrder {
  const start = { cartKey: newKey(), weekStart: '2026-11-24', calorieTarget: 1500 };
  const draft = newOrderDraft(start, defaultBusiness);
  const mia = { ...newPerson(1, 1800), name: 'Mia', allergens: ['milk' as const] };
  return {
    draft: {
      ...draft,
      people: [{ ...mia, mealAssignments: [CARD] }],
      customer: { ...draft.customer, email: 'mia@example.com' },
    },
    mealNames: { '3': 'Butter Chicken', '4': 'Bulgogi' },
    planTaken: null,
    helpingsTaken: 0,
    notices: [],
    household: null,
    ...changes,
  };
}

const closeBrowser = () => vi.stubGlobal('sessionStorage', memoryStorage());
const onDevice = () => localStorage.getItem('basket') ?? '';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  closeBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('once the browser was closed', () => {
  test('the meals are there, without a word of who eats them', () => {
    saveBasket(anOrder());
    closeBrowser();
    expect(onDevice()).not.toMatch(/Mia|milk|example/);
    const [person, ...others] = readBasket()?.draft.people ?? [];
    expect(others).toEqual([]);
    expect(person).toMatchObject({
      name: 'Person 1',
      calorieTarget: 1800,
      allergens: [],
      mealAssignments: [CARD],
    });
    expect(readBasket()?.notices).toEqual([{ kind: 'who-eats' }]);
  });

  test('all is there of a household that is remembered', () => {
    localStorage.setItem('households', JSON.stringify([US]));
    const order = anOrder({ household: US });
    saveBasket(order);
    closeBrowser();
    expect(readBasket()).toEqual({ ...order, mealNames: { '3': 'Butter Chicken' } });
  });

  test.each([
    ['is erased', () => purgeWhoEats('us')],
    ['was erased in another tab', (order: KeptOrder) => saveBasket({ ...order, planTaken: 1500 })],
  ])('only the meals are there of one that %s', (_, afterErasing) => {
    localStorage.setItem('households', JSON.stringify([US]));
    const order = anOrder({ household: US });
    saveBasket(order);
    localStorage.removeItem('households');
    afterErasing(order);
    closeBrowser();
    expect(onDevice()).not.toMatch(/Mia|milk|example/);
    expect(readBasket()?.notices).toEqual([{ kind: 'who-eats' }]);
  });

  test('it is gone after it was ordered', () => {
    saveBasket(anOrder());
    clearBasket('RT-7K3F-9Q2X');
    closeBrowser();
    expect(readBasket()).toBeNull();
    expect(onDevice()).toBe('');
  });

  test('it is dropped after fourteen days, and not before', () => {
    vi.useFakeTimers();
    saveBasket(anOrder());
    closeBrowser();
    vi.advanceTimersByTime(14 * DAY_MS - 1);
    expect(readBasket()).not.toBeNull();
    closeBrowser();
    vi.advanceTimersByTime(2);
    expect(readBasket()).toBeNull();
    expect(onDevice()).toBe('');
  });

  test.each(['{"rev":', '[1]', '{"rev":1,"week":"2026-02-30"}'])('%s is dropped', (text) => {
    localStorage.setItem('basket', text);
    expect(readBasket()).toBeNull();
    expect(onDevice()).toBe('');
  });

  test('an order without a meal leaves nothing', () => {
    const order = anOrder();
    saveBasket(order);
    saveBasket({ ...order, draft: { ...order.draft, people: [newPerson(1, 1500)] } });
    expect(onDevice()).toBe('');
    expect(readBasket()?.draft.people[0]?.mealAssignments).toEqual([]);
  });
});

describe('a tab', () => {
  test('that another one was saved after takes what was saved last, and never mixes them', () => {
    saveBasket(anOrder());
    const [before, device] = [sessionStorage, onDevice()];
    closeBrowser();
    const { rev } = JSON.parse(device) as { rev: number };
    localStorage.setItem('basket', JSON.stringify({ ...JSON.parse(device), rev: rev + 1 }));
    vi.stubGlobal('sessionStorage', before);
    expect(readBasket()?.draft.people[0]).toMatchObject({ name: 'Person 1', allergens: [] });
  });

  test('keeps its order as before where the device keeps none', () => {
    vi.stubGlobal('localStorage', {
      ...memoryStorage(),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const order = anOrder();
    saveBasket(order);
    expect(readBasket()).toEqual(order);
  });

  test('has none any more once it was ordered in another', () => {
    saveBasket(anOrder());
    localStorage.removeItem('basket');
    expect(readBasket()).toBeNull();
  });

  test('keeps its order though what the device has is foreign', () => {
    const order = anOrder();
    saveBasket(order);
    localStorage.setItem('basket', '[]');
    expect(readBasket()).toEqual(order);
    expect(readBasket()).toEqual(order);
  });

  test('counts a change only where there is one', () => {
    const order = anOrder();
    saveBasket(order);
    const before = onDevice();
    saveBasket({ ...order });
    expect(onDevice()).toBe(before);
  });
});

test('an order that staff take on the phone stays in its tab', () => {
  saveOrderDraft(anOrder(), 'phoneOrderDraft');
  expect(onDevice()).toBe('');
  expect(readBasket()).toBeNull();
});
