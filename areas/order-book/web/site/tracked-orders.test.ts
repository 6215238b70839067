import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  purgeOldTrackedOrders,
  purgeTrackedOrder,
  KEPT_DAYS,
  type KnownOrder,
  readTrackedOrder,
  saveTrackedOrder,
} from './kept-tracked-orders.ts';

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

function known(token: string, ...dates: string[]): KnownOrder {
  const order = {
    recipient: null,
    people: [],
    choices: [],
    deliveries: dates.map((date) => ({
      date,
      items: [{ mealName: 'Dal', agreed: null, onHold: null }],
      cancelled: [],
    })),
  } as unknown as TrackedOrderReply;
  return { token, order, at: '2026-11-24T04:05:00.000Z' };
}

test('an order is read by its link alone, as it was known last', () => {
  saveTrackedOrder(known('a', '2026-11-24'));
  saveTrackedOrder(known('a', '2026-11-25'));
  expect(readTrackedOrder('a')).toEqual(known('a', '2026-11-25'));
  expect(readTrackedOrder('b')).toBeNull();
});

test('what a person can’t eat, what was agreed about it and whom it is for is not left on the device', () => {
  const { order, ...rest } = known('a', '2026-11-24');
  const people = [{ name: 'Mia', allergens: ['cashew'], diets: ['vegan'], note: 'EpiPen' }];
  const [delivery] = order.deliveries;
  const items = [{ mealName: 'Dal', agreed: 'Contains cashew, as agreed with you: her mother' }];
  saveTrackedOrder({
    ...rest,
    order: {
      ...order,
      people,
      recipient: { firstName: 'Rosalind', phone: '+61498765432' },
      deliveries: [{ ...delivery, items }],
    } as TrackedOrderReply,
  });
  expect([...kept.values()].join()).toContain('Dal');
  expect([...kept.values()].join()).not.toMatch(/cashew|vegan|EpiPen|Mia|Rosalind|498765432/);
});

test('that a meal is not to be eaten is kept, and never why', () => {
  const { order, ...rest } = known('a', '2026-11-24');
  const [delivery] = order.deliveries;
  const items = [{ ...delivery!.items[0]!, onHold: 'Please do not eat it: it contains cashew.' }];
  saveTrackedOrder({ ...rest, order: { ...order, deliveries: [{ ...delivery!, items }] } });
  const [item] = readTrackedOrder('a')?.order.deliveries[0]?.items ?? [];
  expect(item?.onHold).toMatch(/^Do not eat it/);
  expect([...kept.values()].join()).not.toContain('cashew');
});

test('only the last three orders are kept', () => {
  for (const token of ['a', 'b', 'c', 'd']) saveTrackedOrder(known(token, '2026-11-24'));
  expect(['a', 'b', 'c', 'd'].filter((token) => readTrackedOrder(token))).toEqual(['b', 'c', 'd']);
});

test('an order goes some days after its last delivery, and not before', () => {
  saveTrackedOrder(known('a', '2026-11-24', '2026-11-28'));
  const last = Date.parse('2026-11-28');
  purgeOldTrackedOrders(last + (KEPT_DAYS - 1) * 86_400_000);
  expect(readTrackedOrder('a')).not.toBeNull();
  purgeOldTrackedOrders(last + KEPT_DAYS * 86_400_000);
  expect(kept.size).toBe(0);
});

test('an order without deliveries does not stay', () => {
  saveTrackedOrder(known('a'));
  purgeOldTrackedOrders(0);
  expect(kept.size).toBe(0);
});

test('an order that the server no longer knows is dropped', () => {
  saveTrackedOrder(known('a', '2026-11-24'));
  purgeTrackedOrder('a');
  expect(kept.size).toBe(0);
});

test.each(['{', 'null', '{"a":1}', '[null,1,{"token":1}]'])('%s counts as nothing kept', (text) => {
  kept.set('trackedOrders', text);
  expect(readTrackedOrder('a')).toBeNull();
  saveTrackedOrder(known('a', '2026-11-24'));
  expect(readTrackedOrder('a')).not.toBeNull();
});

test('a browser that forbids storage keeps nothing and does not fail', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  saveTrackedOrder(known('a', '2026-11-24'));
  purgeOldTrackedOrders(0);
  expect(readTrackedOrder('a')).toBeNull();
});
