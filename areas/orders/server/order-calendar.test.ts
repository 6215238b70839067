/** A customer's calendar: the same event wherever its delivery goes. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let office: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});

type Event = { uid: string; sequence: number; start: string; status: string };

function eventsIn(file: string): Event[] {
  return file
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => {
      const field = (name: string) =>
        new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(event)?.[1]?.trim();
      return {
        uid: field('UID') ?? '',
        sequence: Number(field('SEQUENCE')),
        start: field('DTSTART') ?? '',
        status: field('STATUS') ?? '',
      };
    });
}

async function anOrder() {
  const { id, orderNumber } = await aPaidOrder(t);
  const token = await trackingTokenOf(t, id);
  const read = async () =>
    eventsIn((await t.app.inject(`/api/orders/track/${token}/calendar.ics`)).body);
  const [delivery] = await t.context.db.select().from(deliveries).where(eq(deliveries.orderId, id));
  return { id, orderNumber, token, read, deliveryId: delivery!.id };
}

async function moveTo(deliveryId: number, date: string) {
  const ask = {
    ids: [deliveryId],
    date,
    timeSlot: '11:00-13:00',
    cause: 'flooding',
  };
  const preview = await office.post('/api/admin/deliveries/move', { ...ask, dryRun: true });
  const { previewHash } = preview.json<{ previewHash: string }>();
  const reply = await office.post('/api/admin/deliveries/move', { ...ask, previewHash });
  expect(reply.statusCode, reply.body).toBe(200);
}

test('a moved delivery is the same event with a higher number, and its email brings it along', async () => {
  const { read, deliveryId } = await anOrder();
  const [before] = await read();
  expect(before).toMatchObject({
    uid: expect.stringContaining(`delivery-${deliveryId}@`),
    status: 'CONFIRMED',
  });
  await moveTo(deliveryId, day(2));
  const [after, ...others] = await read();
  expect(others).toEqual([]);
  expect(after).toMatchObject({ uid: before!.uid, start: `${day(2).replaceAll('-', '')}T110000` });
  expect(after!.sequence).toBeGreaterThan(before!.sequence);
  const [news] = await t.context.db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, 'delivery_moved'), eq(messages.channel, 'email')));
  const email = await writeEmail(t.context, news!);
  expect(eventsIn(email!.attachments![0]!.text)).toEqual([after]);
});

test('a delivery that its customer moves to another day is cancelled on the old one', async () => {
  const { token, read } = await anOrder();
  const [before] = await read();
  const [lunch] = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch');
  const to = { deliveryDate: day(2), mealDate: day(2) };
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/orders/track/${token}/change`,
    body: { orderItems: [anItem(lunch!, to)] },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const [after, gone, ...others] = await read();
  expect(after).toMatchObject({ status: 'CONFIRMED' });
  expect(after!.uid).not.toBe(before!.uid);
  expect(gone).toMatchObject({ uid: before!.uid, status: 'CANCELLED' });
  expect(gone!.sequence).toBeGreaterThan(before!.sequence);
  expect(others).toEqual([]);
});

test('the email of a changed order brings its new file', async () => {
  const { token, read } = await anOrder();
  await t.app.inject({
    method: 'PUT',
    url: `/api/orders/track/${token}/instructions`,
    body: { specialInstructions: 'Side gate' },
  });
  const [changed] = await t.context.db
    .select()
    .from(messages)
    .where(eq(messages.kind, 'order_changed'));
  const email = await writeEmail(t.context, changed!);
  expect(email!.attachments).toMatchObject([{ type: 'text/calendar; charset=utf-8' }]);
  expect(eventsIn(email!.attachments![0]!.text)).toEqual(await read());
});

test('a cancelled order is cancelled in the calendar, and its email brings the file', async () => {
  const { id, read } = await anOrder();
  await office.delete(`/api/admin/orders/${id}`);
  expect(await read()).toMatchObject([{ status: 'CANCELLED' }]);
  const [news] = await t.context.db.select().from(messages).where(eq(messages.kind, 'cancelled'));
  const email = await writeEmail(t.context, news!);
  expect(eventsIn(email!.attachments![0]!.text)).toEqual(await read());
});

test('events of 0.1.0, named by their day, are cancelled once by the next file', async () => {
  const { id, orderNumber, read } = await anOrder();
  await t.context.db.update(orders).set({ hasOldCalendar: true }).where(eq(orders.id, id));
  const { deliveryDate } = (await office.order(id)).orderItems[0]!;
  const [now, old, ...others] = await read();
  expect(now).toMatchObject({ status: 'CONFIRMED' });
  expect(old).toMatchObject({
    uid: expect.stringContaining(`${orderNumber}-${deliveryDate}-11@`),
    status: 'CANCELLED',
  });
  expect(others).toEqual([]);
  expect(await read()).toHaveLength(1);
});
