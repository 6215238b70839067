import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply, OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let lunches: MealReply[];
let dinners: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  const menu = await menuOf(t);
  lunches = menu.filter((meal) => meal.mealType === 'lunch');
  dinners = menu.filter((meal) => meal.mealType === 'dinner');
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(() => checkInvariants(t.context.db));

const path = (id: number) => `/api/admin/orders/${id}`;

type Edit = EditOrderRequest;

/** What the spec's edit dialog sends when nothing was changed. */
function asItIs(order: AdminOrderReply): Edit {
  return {
    customer: order.customer,
    orderItems: order.orderItems.map(
      ({ id, mealId, deliveryDate, mealType, price, personName }) => ({
        id,
        mealId,
        deliveryDate,
        mealType,
        price,
        personName,
      }),
    ),
  };
}

async function edit(id: number, change: (edit: Edit, order: AdminOrderReply) => Edit) {
  const order = await staffClient.order(id);
  return staffClient.put(path(id), change(asItIs(order), order));
}

async function edited(id: number, change: (edit: Edit, order: AdminOrderReply) => Edit) {
  const reply = await edit(id, change);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AdminOrderReply>();
}

const slots = async () =>
  (await t.context.db.select().from(deliverySlots))
    .filter((slot) => slot.booked > 0)
    .map((slot) => `${slot.date} ${slot.window} ${slot.booked}`)
    .toSorted();

/** Mia has five lunches, delivered daily, one a day from Tuesday. */
const aDailyOrder = () =>
  aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: [0, 1, 2, 3, 4].map((index) =>
      anItem(lunches[0]!, { mealDate: day(index), deliveryDate: day(index) }),
    ),
  });

const amount = (text: string) => Math.round(Number(text) * 100);

describe('the customer', () => {
  test('is changed by the rules of the order form, and found under the new name immediately', async () => {
    const { id } = await aPaidOrder(t);
    const order = await edited(id, (sent) => ({
      ...sent,
      customer: {
        firstName: '  Noah ',
        lastName: 'Brown',
        email: 'noah@example.com',
        phone: '(07) 3821 0000',
        address: '1 Bay Street, Capalaba QLD 4157',
        deliveryPreference: 'cold',
        specialInstructions: 'Ring twice',
      },
    }));
    expect(order).toMatchObject({
      version: 2,
      balance: '0.00',
      postcode: '4157',
      customer: {
        firstName: 'Noah',
        phone: '+61738210000',
        address: '1 Bay Street, Capalaba',
        specialInstructions: 'Ring twice',
      },
    });
    const found = await staffClient.get('/api/admin/orders?q=noah%20brown');
    expect(found.json<AdminOrderReply[]>().map((one) => one.id)).toEqual([id]);
    expect((await staffClient.get('/api/admin/orders?q=nguyen')).json()).toEqual([]);
  });

  test('keeps omitted fields, and clears emptied instructions', async () => {
    const { id } = await aPaidOrder(t, {
      customer: { ...A_CUSTOMER, specialInstructions: 'Ring twice' },
    });
    const without = (sent: Edit, specialInstructions?: string | null) => {
      const { deliveryPreference: _, specialInstructions: __, ...customer } = sent.customer;
      return {
        ...sent,
        customer: {
          ...customer,
          ...(specialInstructions !== undefined && { specialInstructions }),
        },
      };
    };
    expect((await edited(id, (sent) => without(sent))).customer).toMatchObject({
      deliveryPreference: 'cold',
      specialInstructions: 'Ring twice',
    });
    expect((await edited(id, (sent) => without(sent, null))).customer.specialInstructions).toBe('');
  });

  test.each([
    ['firstName', ' '],
    ['lastName', ''],
    ['email', 'nobody'],
    ['phone', '1234'],
    ['address', 'Cleveland'],
    ['address', '12 Shore Street, Sydney'],
    ['address', '12 Shore Street, Cleveland 4000'],
    ['deliveryPreference', 'warm'],
  ])('is refused with a wrong %s: %s', async (field, value) => {
    const { id } = await aPaidOrder(t);
    const reply = await edit(id, (sent) => ({
      ...sent,
      customer: { ...sent.customer, [field]: value },
    }));
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([`customer.${field}`]);
    expect(await staffClient.order(id)).toMatchObject({
      version: 1,
      customer: { firstName: 'Mia' },
    });
  });

  test('is kept as text, whatever it contains', async () => {
    const { id } = await aPaidOrder(t);
    const script = '<script>alert(1)</script>';
    const order = await edited(id, (sent) => ({
      ...sent,
      customer: { ...sent.customer, firstName: script, specialInstructions: `=1+1 ${script}` },
    }));
    expect(order.customer).toMatchObject({
      firstName: script,
      specialInstructions: `=1+1 ${script}`,
    });
  });
});

test('an order can be sent as it was read: what is not for staff to set is not read', async () => {
  const { id } = await aPaidOrder(t);
  const order = await staffClient.order(id);
  const customer = { ...order.customer, firstName: 'Noah', isStaff: true };
  const reply = await staffClient.put(path(id), {
    ...order,
    customer,
    orderItems: order.orderItems.map((item) => ({ ...item, price: '0.01', priceCents: 1 })),
    status: 'delivered',
    total: '0.01',
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { status, total, orderItems } = order;
  expect(reply.json()).toMatchObject({ status, total, customer: { firstName: 'Noah' } });
  expect(reply.json<AdminOrderReply>().orderItems).toEqual(orderItems);
});

describe('the price', () => {
  test('of unchanged items is the agreed one; of others, today’s', async () => {
    const { id } = await aPaidOrder(t, {
      orderItems: [anItem(lunches[0]!), anItem(dinners[0]!)],
    });
    const dearer = async (meal: MealReply, cents: number) =>
      t.context.db.update(meals).set({ priceCents: cents }).where(eq(meals.id, meal.id));
    for (const meal of [lunches[0]!, dinners[0]!, dinners[1]!]) await dearer(meal, 9000);
    await expect.poll(async () => (await menuOf(t))[0]?.price).toBe('90.00');
    const same = await edited(id, (sent) => sent);
    expect(same.balance).toBe('0.00');
    const swapped = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) =>
        item.mealType === 'dinner' ? { ...item, mealId: dinners[1]!.id, price: '0.01' } : item,
      ),
    }));
    expect(swapped.orderItems.map((item) => item.price)).toEqual([lunches[0]!.price, '90.00']);
    expect(swapped.balance).toBe(((9000 - amount(dinners[0]!.price)) / 100).toFixed(2));
    expect(swapped.warning).toMatch(/is unpaid/);
    for (const meal of [lunches[0]!, dinners[0]!, dinners[1]!]) {
      await dearer(meal, amount(meal.price));
    }
    await expect.poll(async () => (await menuOf(t))[0]?.price).toBe(lunches[0]!.price);
  });

  test('falls when a meal is removed; the difference is offered, not refunded silently', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t, {
      orderItems: [anItem(lunches[0]!), anItem(dinners[0]!)],
    });
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.filter((item) => item.mealType === 'lunch'),
    }));
    expect(order.balance).toBe(`-${dinners[0]!.price}`);
    expect(order.warning).toMatch(/overpaid/);
    expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
    const refunded = await staffClient.refund(id, { reason: 'Dinner taken out' });
    expect(refunded.statusCode, refunded.body).toBe(200);
    expect(refunded.json()).toMatchObject({
      balance: '0.00',
      warning: null,
      refundedTotal: dinners[0]!.price,
      refunds: [{ state: 'succeeded', reason: 'Dinner taken out' }],
    });
    expect(await refundsAtGateway(t, paymentIntentId)).toMatchObject([
      { amount: amount(dinners[0]!.price) },
    ]);
  });

  test('rises by another person’s fee', async () => {
    const { id } = await aPaidOrder(t);
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: [
        ...sent.orderItems,
        {
          mealId: dinners[0]!.id,
          mealType: 'dinner',
          deliveryDate: day(0),
          price: '1.00',
          personName: 'Ben',
        },
      ],
    }));
    expect(order.deliveryFee).toBe('11.98');
    expect(amount(order.balance)).toBe(599 + amount(dinners[0]!.price));
    expect(order.orderItems.map((item) => item.personName)).toEqual(['Mia', 'Ben']);
  });

  test('keeps the launch offer under which the order was sold', async () => {
    await t.context.db
      .insert(waitlistEntries)
      .values({ email: A_CUSTOMER.email, suburb: 'Cleveland' });
    const { id } = await aPaidOrder(t);
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: [
        ...sent.orderItems,
        { mealId: dinners[0]!.id, mealType: 'dinner', deliveryDate: day(0), personName: 'Ben' },
      ],
    }));
    expect(order.deliveryFee).toBe('0.00');
    expect(order.balance).toBe(dinners[0]!.price);
    await t.context.db.delete(waitlistEntries);
  });
});

describe('the deliveries', () => {
  test('move with their items, in the same step', async () => {
    const { id } = await aPaidOrder(t);
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) => ({
        ...item,
        deliveryDate: day(2),
        deliveryWindow: '16:00-18:00' as const,
      })),
    }));
    expect(order.orderItems[0]).toMatchObject({ deliveryDate: day(2), mealDate: day(2) });
    expect(order.deliveries).toMatchObject([{ date: day(2), timeSlot: '16:00-18:00' }]);
    expect(order.balance).toBe('0.00');
    expect(await slots()).toEqual([`${day(2)} 16:00-18:00 1`]);
  });

  test('stay where they are when the requested slot is full, and so does everything else', async () => {
    const { id } = await aPaidOrder(t);
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(2), window: '11:00-13:00', maxDeliveries: 0 });
    const before = await staffClient.order(id);
    const reply = await edit(id, (sent) => ({
      customer: { ...sent.customer, firstName: 'Noah' },
      orderItems: sent.orderItems.map((item) => ({ ...item, deliveryDate: day(2) })),
    }));
    expect(reply.statusCode).toBe(409);
    expect(reply.json<OrderConflictReply>()).toMatchObject({
      code: 'slot_full',
      full: [{ date: day(2), timeSlot: '11:00-13:00' }],
    });
    expect(await staffClient.order(id)).toEqual(before);
    expect(await slots()).toEqual([`${day(0)} 11:00-13:00 1`]);
  });

  test('of a daily order: one fewer when its only meal goes, one more when a meal moves away', async () => {
    const { id } = await aDailyOrder();
    const fewer = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.filter((item) => item.deliveryDate !== day(4)),
    }));
    expect(fewer).toMatchObject({ deliveryType: 'daily', deliveryFee: '11.96' });
    expect(fewer.deliveries.map((delivery) => delivery.date)).toEqual([0, 1, 2, 3].map(day));
    expect(await slots()).toHaveLength(4);
    const moved = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) =>
        item.deliveryDate === day(0) ? { ...item, deliveryDate: day(5) } : item,
      ),
    }));
    expect(moved.deliveries.map((delivery) => delivery.date)).toEqual([1, 2, 3, 5].map(day));
  });

  test('of a weekly order become daily when its meals no longer arrive on one day', async () => {
    const { id } = await aPaidOrder(t, {
      orderItems: [
        anItem(lunches[0]!),
        anItem(
          dinners.find(({ freezable }) => freezable)!,
          { mealDate: day(3) },
        ),
      ],
    });
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) =>
        item.mealType === 'dinner' ? { ...item, deliveryDate: day(3) } : item,
      ),
    }));
    expect(order).toMatchObject({ deliveryType: 'daily', deliveryFee: '5.98', balance: '-0.01' });
    expect(await slots()).toHaveLength(2);
  });

  test('may be corrected after they have happened', async () => {
    const { id } = await aPaidOrder(t);
    t.setNow('2026-01-15T02:00:00Z');
    await staffClient.put(`${path(id)}/status`, { status: 'delivered' });
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) => ({ ...item, deliveryDate: day(1) })),
    }));
    expect(order.deliveries).toMatchObject([{ date: day(1), status: 'delivered' }]);
    t.setNow('2026-01-07T02:00:00Z');
  });

  test('that come on top of a delivered order are cooked, and open it again', async () => {
    const { id } = await aPaidOrder(t);
    t.setNow('2026-01-13T04:00:00Z');
    await staffClient.put(`${path(id)}/status`, { status: 'delivered' });
    const order = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) => ({
        ...item,
        mealDate: day(2),
        deliveryDate: day(2),
      })),
    }));
    expect(order).toMatchObject({
      status: 'confirmed',
      deliveries: [{ date: day(2), status: 'planned' }],
    });
    t.setNow('2026-01-07T02:00:00Z');
  });

  test('swapped between two orders concurrently, with one place each, never deadlock', async () => {
    const [a, b] = [
      await aPaidOrder(t),
      await aPaidOrder(t, {
        orderItems: [anItem(lunches[0]!, { mealDate: day(1), deliveryDate: day(1) })],
      }),
    ];
    const moveTo = (id: number, date: string) =>
      edit(id, (sent) => ({
        ...sent,
        orderItems: sent.orderItems.map((item) => ({ ...item, deliveryDate: date })),
      }));
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([
        moveTo(a.id, day(round % 2)),
        moveTo(b.id, day((round + 1) % 2)),
        moveTo(a.id, day((round + 1) % 2)),
        moveTo(b.id, day(round % 2)),
      ]);
      expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200]);
    }
  });
});

describe('the people', () => {
  test('who are renamed keep their calorie target; those with no meals left are removed', async () => {
    const { id } = await aPaidOrder(t, {
      people: [
        { name: 'Mia', calorieTarget: 1200 },
        { name: 'Ben', calorieTarget: 1800 },
      ],
      orderItems: [
        anItem(lunches[0]!, { personName: 'Mia' }),
        anItem(dinners[0]!, { personName: 'Ben' }),
      ],
    });
    await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) => ({
        ...item,
        personName: item.personName === 'Ben' ? 'Benjamin' : 'MIA',
      })),
    }));
    const peopleWithMeals = await t.context.db.select().from(people).where(eq(people.orderId, id));
    expect(peopleWithMeals.map((person) => [person.name, person.calorieTarget]).toSorted()).toEqual(
      [
        ['Benjamin', 1800],
        ['MIA', 1200],
      ],
    );
  });

  test('may swap their meals', async () => {
    const { id } = await aPaidOrder(t, {
      orderItems: [
        anItem(lunches[0]!, { personName: 'Mia' }),
        anItem(lunches[1]!, { personName: 'Ben' }),
      ],
    });
    const before = await staffClient.order(id);
    const after = await edited(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) => ({
        ...item,
        personName: item.personName === 'Ben' ? 'Mia' : 'Ben',
      })),
    }));
    expect(new Set(after.orderItems.map((item) => item.id))).toEqual(
      new Set(before.orderItems.map((item) => item.id)),
    );
    expect(after.balance).toBe('0.00');
    expect(after.orderItems.map((item) => [item.personName, item.mealId])).toEqual([
      ['Mia', lunches[1]!.id],
      ['Ben', lunches[0]!.id],
    ]);
  });
});

describe('an item is refused', () => {
  type Item = Edit['orderItems'][number];
  const one = (change: Partial<Item>) => (item: Item) => [{ ...item, ...change }];

  test.each<[string, (item: Item) => Item[], string]>([
    ['of another order', one({ id: 2_000_000_000 }), 'orderItems.0.id'],
    ['sent twice', (item) => [item, { ...item, mealDate: day(1) }], 'orderItems.1.id'],
    ['with a meal that does not exist', one({ mealId: 2_000_000_000 }), 'orderItems.0.mealId'],
    ['as a dinner when it is a lunch', one({ mealType: 'dinner' }), 'orderItems.0.mealType'],
    ['in the distant future', one({ deliveryDate: '9999-12-31' }), 'orderItems.0.deliveryDate'],
    [
      'delivered after it is eaten',
      one({ deliveryDate: day(2), mealDate: day(1) }),
      'orderItems.0.deliveryDate',
    ],
    ['without a person', one({ personName: ' ' }), 'orderItems.0.personName'],
    [
      'as a third helping',
      (item) => [
        item,
        { ...item, id: null, personName: 'MIA' },
        { ...item, id: null, personName: 'mia' },
      ],
      'orderItems.2.mealDate',
    ],
    [
      'in another window of a date',
      (item) => [
        item,
        { ...item, id: null, personName: 'Ben', deliveryWindow: '16:00-18:00' as const },
      ],
      'orderItems.1.deliveryWindow',
    ],
    [
      'for a seventh person',
      (item) =>
        ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((personName, index) => ({
          ...item,
          id: index === 0 ? item.id : null,
          personName,
        })),
      'orderItems',
    ],
  ])('%s', async (_what, change, field) => {
    const { id } = await aPaidOrder(t);
    const reply = await edit(id, (sent) => ({
      ...sent,
      orderItems: change(sent.orderItems[0]!),
    }));
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toContain(field);
    expect(await staffClient.order(id)).toMatchObject({ version: 1 });
  });

  test('with a meal that was deleted, unless the order already has it', async () => {
    const { id } = await aPaidOrder(t);
    const archive = (meal: MealReply, archivedAt: Date | null) =>
      t.context.db.update(meals).set({ archivedAt }).where(eq(meals.id, meal.id));
    await archive(lunches[0]!, new Date());
    await archive(lunches[1]!, new Date());
    await expect
      .poll(async () => (await menuOf(t)).length)
      .toBe(lunches.length + dinners.length - 2);
    await edited(id, (sent) => sent);
    const reply = await edit(id, (sent) => ({
      ...sent,
      orderItems: sent.orderItems.map((item) => ({ ...item, mealId: lunches[1]!.id })),
    }));
    expect(reply.json().fields).toHaveProperty('orderItems.0.mealId');
    await archive(lunches[0]!, null);
    await archive(lunches[1]!, null);
    await expect.poll(async () => (await menuOf(t)).length).toBe(lunches.length + dinners.length);
  });
});

test('a cancelled order must be reopened first', async () => {
  const { id } = await aPaidOrder(t);
  await staffClient.delete(path(id));
  const reply = await edit(id, (sent) => sent);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'order_cancelled' });
});

describe('two members of staff', () => {
  test('the later save is refused with what changed and by whom', async () => {
    const { id } = await aPaidOrder(t);
    const other = await aStaffClient(t);
    const seen = await staffClient.order(id);
    const mine = asItIs(seen);
    const theirs = {
      ...mine,
      customer: { ...mine.customer, phone: '0498 765 432' },
      orderItems: mine.orderItems.map((item) => ({ ...item, deliveryDate: day(1) })),
      version: 1,
    };
    expect((await other.put(path(id), theirs)).statusCode).toBe(200);
    const late = await staffClient.put(path(id), { ...mine, version: seen.version });
    expect(late.statusCode).toBe(409);
    const conflict = late.json<OrderConflictReply>();
    expect(conflict).toMatchObject({ code: 'changed_meanwhile', changedBy: other.staff.email });
    expect(conflict.changes).toContainEqual({
      field: 'phone',
      before: '+61412345678',
      after: '+61498765432',
    });
    expect(conflict.changes?.map((change) => change.field).toSorted()).toEqual(['items', 'phone']);
    expect(await staffClient.order(id)).toMatchObject({ customer: { phone: '+61498765432' } });
  });

  test('saving at the same moment with the same version: one of them wins', async () => {
    const { id } = await aPaidOrder(t);
    const sent = { ...asItIs(await staffClient.order(id)), version: 1 };
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        staffClient.put(path(id), {
          ...sent,
          customer: { ...sent.customer, firstName: `Mia ${index}` },
          orderItems: sent.orderItems.map((item) => ({ ...item, deliveryDate: day(index % 7) })),
        }),
      ),
    );
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.statusCode === 409)).toHaveLength(7);
    expect(await slots()).toHaveLength(1);
  });

  test('one editing while the other cancels: places and money stay correct', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await aPaidOrder(t);
      const [saved, cancelled] = await Promise.all([
        edit(id, (sent) => ({
          ...sent,
          orderItems: sent.orderItems.map((item) => ({ ...item, deliveryDate: day(3) })),
        })),
        staffClient.delete(path(id)),
      ]);
      expect([200, 409]).toContain(saved.statusCode);
      expect(cancelled.statusCode).toBe(200);
    }
    expect(await slots()).toEqual([]);
  });
});

test('the audit trail describes the change in words', async () => {
  const { id } = await aPaidOrder(t);
  await edited(id, (sent) => ({
    ...sent,
    customer: { ...sent.customer, specialInstructions: 'Leave at the side door' },
    orderItems: sent.orderItems.map((item) => ({ ...item, deliveryDate: day(1) })),
  }));
  const [entry] = await t.context.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, String(id)), eq(auditLog.action, 'order.edit')));
  const item = (date: string) =>
    `Mia: ${lunches[0]!.name} (lunch), ${date}, delivered ${date} 11am-1pm, ${lunches[0]!.price}`;
  expect(entry).toMatchObject({ staffEmail: staffClient.staff.email });
  expect(entry?.before).toEqual({
    version: 1,
    specialInstructions: '',
    items: [item('Tue 13 Jan')],
  });
  expect(entry?.after).toEqual({
    version: 2,
    specialInstructions: 'Leave at the side door',
    items: [item('Wed 14 Jan')],
  });
});
