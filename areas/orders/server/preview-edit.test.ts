import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest, EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let lunch: MealReply;
let dinner: MealReply;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
  const menu = await menuOf(t);
  lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  dinner = menu.find((meal) => meal.mealType === 'dinner')!;
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(() => checkInvariants(t.context.db));

async function anOrder() {
  const { id } = await aPaidOrder(t, { orderItems: [anItem(lunch), anItem(dinner)] });
  await sendMessages(t.context);
  return staffClient.order(id);
}

/** The same order on another day, without its dinner and with a meal for Ben. */
function aBigChange(order: AdminOrderReply): EditOrderRequest {
  const [first] = order.orderItems;
  const { id, mealId, mealType, personName } = first!;
  const on = { deliveryDate: day(1), mealDate: day(1) };
  return {
    version: order.version,
    customer: order.customer,
    orderItems: [
      { id, mealId, mealType, personName, ...on },
      { mealId: dinner.id, mealType: 'dinner', personName: 'Ben', ...on },
    ],
  };
}

const preview = (id: number, body: EditOrderRequest) =>
  staffClient.post(`/api/admin/orders/${id}/preview`, body);

/** Every row of every table but who is signed in. */
async function everything(): Promise<string[]> {
  const tables = await t.context.db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('staff_sessions', 'throttle_counters') order by 1`);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await t.context.db.execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t order by 1`),
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

test('a preview says what the edit then does, and leaves the database as it was', async () => {
  const order = await anOrder();
  const before = await everything();
  const change = aBigChange(order);
  const reply = await preview(order.id, change);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await everything()).toEqual(before);
  const shown = reply.json<EditPreviewReply>();

  const saved = await staffClient.put(`/api/admin/orders/${order.id}`, change);
  const after = saved.json<AdminOrderReply>();
  expect(shown).toMatchObject({
    subtotal: after.subtotal,
    deliveryFee: after.deliveryFee,
    tax: after.tax,
    total: after.total,
    deliveryType: after.deliveryType,
    balance: after.balance,
    owed: after.balance,
    difference: (Number(after.total) - Number(order.total)).toFixed(2),
    deliveries: [
      { change: 'added', date: day(1), isFull: false, from: null },
      { change: 'removed' },
    ],
  });
  await sendMessages(t.context);
  const { rows } = await t.context.db.execute<{ subject: string; text: string }>(
    sql`select mail->>'subject' as subject, mail->>'text' as text from messages where kind = 'order_changed'`,
  );
  expect(shown.mail).toMatchObject({ recipient: after.customer.email, subject: rows[0]?.subject });
  const withoutLinks = (text: string) => text.replaceAll(/https?:\S+/g, '');
  expect(withoutLinks(shown.mail!.text)).toBe(withoutLinks(rows[0]!.text));
  const [slot] = (await t.context.db.select().from(deliverySlots)).filter(
    ({ date, booked }) => date === day(1) && booked > 0,
  );
  expect(shown.deliveries[0]?.placesLeft).toBe(slot!.maxDeliveries - slot!.booked);
});

test('a delivery whose meals all go to another day is called moved', async () => {
  const order = await anOrder();
  const shown = await preview(order.id, {
    ...aBigChange(order),
    orderItems: order.orderItems.map(({ id, mealId, mealType, personName }) => ({
      id,
      mealId,
      mealType,
      personName,
      deliveryDate: day(1),
      mealDate: day(1),
    })),
  });
  expect(shown.json<EditPreviewReply>()).toMatchObject({
    difference: '0.00',
    deliveries: [{ change: 'moved', date: day(1), from: { date: day(0) } }],
  });
});

test('a full window is said with the price, and takes no place', async () => {
  const order = await anOrder();
  const { timeSlot } = order.deliveries[0]!;
  await t.context.db
    .insert(deliverySlots)
    .values({ date: day(1), window: timeSlot, maxDeliveries: 1, isActive: false })
    .onConflictDoUpdate({
      target: [deliverySlots.date, deliverySlots.window],
      set: { isActive: false },
    });
  const before = await everything();
  const reply = await preview(order.id, aBigChange(order));
  expect(reply.json(), reply.body).toMatchObject({
    deliveries: [{ change: 'added', isFull: true, placesLeft: 0 }, { change: 'removed' }],
  });
  expect(await everything()).toEqual(before);
});

test('what saving would refuse is refused in the same words', async () => {
  const order = await anOrder();
  const change = aBigChange(order);
  const wrong: EditOrderRequest = {
    ...change,
    people: [{ name: 'Ben', allergens: [...(dinner.allergens ?? [])].slice(0, 1) }],
  } as EditOrderRequest;
  const stale = { ...change, version: order.version + 1 };
  const replies = await Promise.all([preview(order.id, wrong), preview(order.id, stale)]);
  expect(replies.map((reply) => reply.json<{ code: string }>().code)).toEqual([
    'allergen_clash',
    'changed_meanwhile',
  ]);
});
