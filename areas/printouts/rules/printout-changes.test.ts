import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SERVICES_OF_THE_SPEC } from '#areas/business/rules/services.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import {
  type BagChange,
  describeOrderChange,
  mealChangesText,
  printoutChanges,
  PRINTOUT_KINDS,
  type PrintoutKind,
  printoutState,
  saysOtherwise,
} from './printout-state.ts';
import { STOP } from '#areas/order-book/rules/delivery.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

function changesOf(before: KitchenBag[], after: KitchenBag[], kind: PrintoutKind = 'prep_sheet') {
  return printoutChanges(printoutState(kind, before, null), printoutState(kind, after, null));
}

const linesOf = (change: BagChange) =>
  describeOrderChange(change, { services: SERVICES_OF_THE_SPEC });

test('a meal is called by the kitchen’s own name of its service', () => {
  const services = [{ type: 'lunch', name: 'midday meal', plural: 'midday meals' }] as const;
  const [change] = changesOf([aBag({ items: [] })], [aBag({ items: [A_LUNCH] })]).orders;
  expect(describeOrderChange(change!, { services })[0]).toContain('(midday meal, Tue 13 Jan)');
});

describe('since a prep sheet was made', () => {
  test('a bag that was changed tells what goes in and what comes out', () => {
    const changes = changesOf(
      [aBag({ items: [A_LUNCH, A_DINNER] }), aBag({ orderId: 2 })],
      [aBag({ items: [A_LUNCH, { ...A_LUNCH, mealType: 'dinner' }] }), aBag({ orderId: 2 })],
    );
    expect(mealChangesText(changes.meals)).toBe('+1 Chicken bowl, −1 Dal');
    expect(changes.meals[0]).toMatchObject({ name: 'Chicken bowl', now: 3 });
    expect(changes.orders).toHaveLength(1);
    expect(changes.orders[0]).toMatchObject({ kind: 'changed', orderId: 1 });
    expect(linesOf(changes.orders[0]!)).toEqual([
      '− – Mia 2222: Dal (dinner, Tue 13 Jan)',
      '+ – Mia 2222: Chicken bowl (dinner, Tue 13 Jan)',
    ]);
  });

  test('a cancelled order is taken out, and a new one comes in', () => {
    const { meals, orders } = changesOf(
      [aBag()],
      [aBag({ status: 'cancelled' }), aBag({ orderId: 2, orderNumber: 'RT-3', items: [A_DINNER] })],
    );
    expect(mealChangesText(meals)).toBe('+1 Dal, −1 Chicken bowl');
    expect(orders.map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ['removed', 1],
      ['added', 2],
    ]);
  });

  test('a bag that moves to the other window is changed, not lost', () => {
    const { meals, orders } = changesOf([aBag()], [aBag({ window: '16:00-18:00' })]);
    expect(meals).toEqual([]);
    expect(orders.map(linesOf)).toEqual([['Window: 11am-1pm → 4pm-6pm']]);
  });

  test('words that stand on the sheet are compared, and no others', () => {
    const { orders } = changesOf(
      [aBag({ phone: '+61412345678' })],
      [aBag({ phone: '+61498765432', specialInstructions: 'nut allergy' })],
    );
    expect(orders.map(linesOf)).toEqual([['Instructions: nothing → nut allergy']]);
  });
});

describe('what a person may not eat', () => {
  const LEO = { name: 'Mia', ...NO_FOOD_NEEDS };
  const override = {
    allergens: ['milk' as const],
    reason: 'A little is fine',
    staffEmail: 'kim@example.com',
    at: '2026-01-12T02:00:00.000Z',
  };
  test.each([
    [
      'their allergens',
      aBag({ people: [{ ...LEO, allergens: ['milk', 'egg'] }] }),
      'Food needs: nothing → Mia can’t have: milk, egg.',
    ],
    [
      'their note',
      aBag({ people: [{ ...LEO, note: 'no onion' }] }),
      'Food needs: nothing → Mia: “no onion”',
    ],
    [
      'an override',
      aBag({ items: [{ ...A_LUNCH, override }] }),
      'Agreed: nothing → Mia: Chicken bowl with milk (A little is fine)',
    ],
  ])('makes prep sheet and labels out of date when %s change', (_what, after, line) => {
    for (const kind of ['prep_sheet', 'labels'] as const) {
      expect(changesOf([aBag()], [after], kind).orders.map(linesOf)).toEqual([[line]]);
    }
    expect(changesOf([aBag()], [after], 'run_sheet').orders).toEqual([]);
  });

  test('traces make labels out of date, and the prep sheet for whom they concern', () => {
    const traced = { ...A_LUNCH, meal: { ...A_LUNCH.meal, mayContain: ['sesame' as const] } };
    const people = [{ ...LEO, allergens: ['sesame' as const] }];
    const linesFor = (bag: Partial<KitchenBag>, kind: PrintoutKind) =>
      changesOf([aBag(bag)], [aBag({ ...bag, items: [traced] })], kind).orders.flatMap(linesOf);
    const theirs = 'Traces: nothing → Mia: Chicken bowl may contain sesame';
    expect(linesFor({ people }, 'prep_sheet')).toEqual([theirs]);
    expect(linesFor({}, 'prep_sheet')).toEqual([]);
    expect(linesFor({ people }, 'labels')).toEqual([
      expect.stringMatching(/^On the labels: .*No declared allergens, may contain sesame$/),
      theirs,
    ]);
  });

  test('all paper is out of date once a portion is on hold, and the driver reads that alone', () => {
    const held = aBag({ items: [{ ...A_LUNCH, onHold: 'contains MILK' }], isOnHold: true });
    const linesOfKind = (kind: PrintoutKind) =>
      changesOf([aBag()], [held], kind).orders.flatMap(linesOf);
    for (const kind of ['prep_sheet', 'labels'] as const)
      expect(linesOfKind(kind)).toEqual(['Hold: nothing → Chicken bowl for Mia: contains MILK']);
    expect(linesOfKind('run_sheet')).toEqual([`Hold: nothing → ${STOP}`]);
  });

  test('one that counts as up to date and says otherwise is found', () => {
    const held = aBag({ items: [{ ...A_LUNCH, onHold: 'contains MILK' }], isOnHold: true });
    const leftOut = { ...held, isOnHold: false };
    for (const kind of PRINTOUT_KINDS) {
      const saysOf = (printed: KitchenBag, now: KitchenBag) =>
        saysOtherwise(kind, printoutState(kind, [printed], null), [now]);
      expect(saysOf(held, held)).toEqual([]);
      expect(saysOf(aBag(), held)).toEqual([held.orderNumber]);
      expect(saysOf(held, aBag())).toEqual([held.orderNumber]);
      // The driver takes along what a packer has left it out of.
      expect(saysOf(leftOut, held)).toEqual(kind === 'run_sheet' ? [held.orderNumber] : []);
    }
  });

  test('a second helping of the same meal is one portion more', () => {
    const second = { ...A_LUNCH, helping: 2 };
    const { orders } = changesOf([aBag()], [aBag({ items: [A_LUNCH, second] })]);
    expect(orders.map(linesOf)).toEqual([['+ – Mia 2222 2/2: Chicken bowl (lunch, Tue 13 Jan)']]);
  });
});

test('a run sheet knows addresses and phones, and nothing of the meals but their number', () => {
  const { meals, orders } = changesOf(
    [aBag(), aBag({ orderId: 2 })],
    [
      aBag({ items: [A_DINNER, A_DINNER], phone: '+61498765432', addressLine1: '9 Bay Street' }),
      aBag({ orderId: 2, items: [A_DINNER] }),
    ],
    'run_sheet',
  );
  expect(meals).toEqual([]);
  expect(orders.map(linesOf)).toEqual([
    [
      'Address: 12 Shore Street West, Cleveland 4163 → 9 Bay Street, Cleveland 4163',
      'Portions: 1 → 2',
      'Phone: 0412 345 678 → 0498 765 432',
    ],
  ]);
});

const someBags = array(
  record({
    orderId: integer({ min: 1, max: 6 }),
    window: constantFrom(...DELIVERY_WINDOWS),
    status: constantFrom(...ORDER_STATUSES),
    specialInstructions: constantFrom('', 'no onion', 'gate 4'),
    phone: constantFrom('+61412345678', '+61498765432'),
    people: array(record({ isLunch: boolean(), changed: boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  { maxLength: 8 },
).map((bags) => {
  const unique = new Map(bags.map((bag) => [`${bag.orderId} ${bag.window}`, bag]));
  return [...unique.values()].map(({ people, ...bag }) =>
    aBag({
      ...bag,
      orderNumber: `RT-${bag.orderId}`,
      items: people.map(({ isLunch, changed }, index) => {
        const item = isLunch ? A_LUNCH : A_DINNER;
        return {
          ...item,
          ...(changed && { mealId: 3, meal: { ...item.meal, name: 'Pie' } }),
          personName: `Person ${index}`,
        };
      }),
    }),
  );
});

describe('of any orders', () => {
  test('nothing has changed exactly when the states are the same', () => {
    assert(
      property(someBags, someBags, constantFrom(...PRINTOUT_KINDS), (before, after, kind) => {
        const [was, is] = [printoutState(kind, before, null), printoutState(kind, after, null)];
        const { orders, meals } = printoutChanges(was, is);
        expect(orders.length === 0).toBe(JSON.stringify(was) === JSON.stringify(is));
        if (orders.length === 0) expect(meals).toEqual([]);
        expect(printoutChanges(was, was)).toEqual({ orders: [], meals: [], work: [] });
      }),
    );
  });

  test('the sheet and its changes give what is so now', () => {
    assert(
      property(someBags, someBags, (before, after) => {
        const countOf = (bags: KitchenBag[], mealId: number) =>
          bags
            .filter(({ status }) => status !== 'cancelled')
            .flatMap(({ items }) => items)
            .filter((item) => item.mealId === mealId).length;
        const { meals, orders } = changesOf(before, after);
        for (const mealId of [1, 2, 3]) {
          const change = meals.find((meal) => meal.mealId === mealId)?.change ?? 0;
          expect(countOf(before, mealId) + change).toBe(countOf(after, mealId));
          const byOrder = orders.flatMap(({ mealsIn, mealsOut }) => [
            ...mealsIn.map((meal) => ({ meal, by: 1 })),
            ...mealsOut.map((meal) => ({ meal, by: -1 })),
          ]);
          const sum = byOrder
            .filter(({ meal }) => meal.mealId === mealId)
            .reduce((total, { by }) => total + by, 0);
          expect(sum).toBe(change);
        }
      }),
    );
  });

  test('the changes back are the same the other way round', () => {
    assert(
      property(someBags, someBags, (before, after) => {
        const there = changesOf(before, after);
        const back = changesOf(after, before);
        const bySign = (sign: number) => (meal: { mealId: number; change: number }) =>
          `${meal.mealId} ${meal.change * sign}`;
        expect(back.meals.map(bySign(1)).toSorted()).toEqual(
          there.meals.map(bySign(-1)).toSorted(),
        );
        expect(back.orders.length).toBe(there.orders.length);
      }),
    );
  });

  test('the order in which they are read does not matter', () => {
    assert(
      property(someBags, constantFrom(...PRINTOUT_KINDS), (bags, kind) => {
        expect(printoutState(kind, bags.toReversed(), null)).toEqual(
          printoutState(kind, bags, null),
        );
      }),
    );
  });
});
