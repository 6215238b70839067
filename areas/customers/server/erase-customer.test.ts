import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerFileReply, ErasedReply } from '#areas/customers/calls/customers.ts';
import { makeBackup } from '#platform/server/backup/make-backup.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { describeCustomer } from '#areas/customers/server/get-customer.ts';
import { eraseCustomer } from './erase-customer.ts';
import { disputes, refunds, gatewayEvents } from '#areas/order-book/server/tables/payments.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  deliveries as deliveryRows,
  deliveryEvents,
} from '#areas/order-book/server/tables/deliveries.ts';
import { syncRefunds } from '#areas/order-book/server/sync-refunds.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { requestOrderLink } from '#areas/customers/server/find-order.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import { refuseTextsTo } from '#areas/messages/server/text-routes.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import { joinWaitlist } from '#areas/waitlist/server/waitlist-entries.ts';
import {
  aPaidOrder,
  aStaffClient,
  makeDearer,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, anOpenCheckout, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { keptTables } from '#app/server/areas.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const EMAIL = 'Quokkabeth@Leaving.example';
const CUSTOMER = {
  ...A_CUSTOMER,
  firstName: 'Quokkabeth',
  lastName: 'Zyxwell',
  email: EMAIL,
  phone: '0499 888 777',
  address: '77 Plantedstreet Parade, Flat 9, Cleveland',
  specialInstructions: 'The gate code is 90417',
};
/** Her, her daughter, where they live and what she told us, in any spelling we store; bytes are stored in hex. */
const HER =
  /quokka|zyxwell|leaving\.example|499 ?888 ?777|plantedstreet|flat 9|90417|wilhelmina|51756f6b6b61/i;

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
});
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
  await t.context.db.execute(sql`truncate printed_documents, waitlist_entries cascade`);
});
afterAll(() => t.close());

/** Every row of every table that names her, as "table: row". */
async function rowsThatNameHer(): Promise<string[]> {
  const { db } = t.context;
  const tables = await db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t`),
    );
    found.push(...rows.filter(({ row }) => HER.test(row)).map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

function filesThatNameHer(kind: 'mail' | 'texts'): string[] {
  const folder = path.join(t.context.backup.dataDir, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) =>
    HER.test(readFileSync(path.join(folder, file), 'utf8')),
  );
}

const theLunch = async () => (await menuOf(t)).find((meal) => meal.mealType === 'lunch')!;

async function herOrder() {
  const lunch = await theLunch();
  return aPaidOrder(t, {
    customer: CUSTOMER,
    orderItems: [anItem(lunch), anItem(lunch, { personName: 'Wilhelmina: the small one' })],
  });
}

const tuesdayAfter = () => t.setNow('2026-01-20T02:00:00Z');

const markDelivered = async (id: number) => {
  const reply = await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
  expect(reply.statusCode, reply.body).toBe(200);
};

/** A week of everything that leaves a trace of a customer. */
async function aWeekOfHers() {
  await joinWaitlist(t.context, {
    email: EMAIL.toLowerCase(),
    name: 'Quokkabeth',
    suburb: 'Cleveland',
    phone: CUSTOMER.phone,
  });
  await requestOrderLink(t.context, { orderNumber: 'my lunch', email: EMAIL });
  const left = await anOpenCheckout(t, { customer: CUSTOMER });
  const [unpaid] = await t.context.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, left.checkout.checkoutId));
  await endCheckout(t.context, unpaid!, 'expired');
  const order = await herOrder();
  const { id, checkoutId } = (await t.context.db.select().from(orders))[0]!;
  const token = trackingTokenFor(checkoutId, t.context.trackingSecret);
  const told = await t.app.inject({
    method: 'PUT',
    url: `/api/orders/track/${token}/instructions`,
    body: { specialInstructions: 'Ring Wilhelmina at 0499 888 777' },
  });
  expect(told.statusCode, told.body).toBe(200);
  const { customer, orderItems } = await staffClient.order(id);
  const edited = await staffClient.put(`/api/admin/orders/${id}`, {
    customer: { ...customer, address: '78 Plantedstreet Parade, Cleveland' },
    orderItems: orderItems
      .slice(1)
      .map(({ id: itemId, mealId, deliveryDate, mealType, personName, mealDate }) => ({
        id: itemId,
        mealId,
        deliveryDate,
        mealType,
        personName,
        mealDate,
      })),
  });
  expect(edited.statusCode, edited.body).toBe(200);
  await staffClient.refund(id, { reason: 'Wilhelmina was ill' });
  for (const sheet of ['prep-sheet', 'run-sheet', 'labels']) {
    await staffClient.get(`/api/admin/${sheet}?date=${day(0)}`);
  }
  await t.context.db.insert(gatewayEvents).values({
    id: 'evt_hers',
    type: 'payment_intent.succeeded',
    paymentIntentId: order.paymentIntentId,
    payload: { shipping: { name: 'Quokkabeth Zyxwell' } },
    state: 'processed',
  });
  await sendMessages(t.context);
  tuesdayAfter();
  await markDelivered(id);
  await sendMessages(t.context);
  await aTextOfHers(id);
  return { id, token };
}

async function aTextOfHers(orderId: number): Promise<void> {
  const { db } = t.context;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const [delivery] = await db.select().from(deliveryRows).where(eq(deliveryRows.orderId, orderId));
  const [event] = await db
    .insert(deliveryEvents)
    .values({
      deliveryId: delivery!.id,
      date: delivery!.date,
      window: delivery!.window,
      status: 'delivered',
      statusBefore: 'out',
      isDecisive: true,
      at: new Date(t.context.clock()),
      receivedAt: new Date(t.context.clock()),
      changeId: randomUUID(),
    })
    .returning();
  await db.transaction((tx) =>
    tellCustomer(tx, t.context, {
      kind: 'delivery_delivered',
      order: order!,
      deliveryId: delivery!.id,
      attempt: 9,
      fields: {},
      from: { eventId: event!.id },
      timeZone: 'Australia/Brisbane',
    }),
  );
  await sendTexts(t.context);
  await refuseTextsTo(t.context, order!.phone, 21_610);
}

const amountsOf = async (id: number) => {
  const { subtotal, deliveryFee, total, paid, refundedTotal, balance, orderItems, deliveries } =
    await staffClient.order(id);
  const meals = orderItems.map(({ mealId, mealDate, deliveryDate, price }) => ({
    mealId,
    mealDate,
    deliveryDate,
    price,
  }));
  return { subtotal, deliveryFee, total, paid, refundedTotal, balance, meals, deliveries };
};

test('erasing leaves amounts, meals and dates, and the person nowhere', async () => {
  const { id, token } = await aWeekOfHers();
  await aPaidOrder(t, {
    customer: { ...A_CUSTOMER, firstName: 'Theo' },
    orderItems: [anItem(await theLunch(), { mealDate: '2026-01-27', deliveryDate: '2026-01-27' })],
  });
  const before = await amountsOf(id);
  const tables = new Set((await rowsThatNameHer()).map((row) => row.split(':')[0]));
  expect([...tables].toSorted()).toEqual([
    'public.audit_log',
    'public.checkouts',
    'public.documents',
    'public.gateway_events',
    'public.link_requests',
    'public.messages',
    'public.orders',
    'public.people',
    'public.printed_documents',
    'public.refunds',
    'public.search_words',
    'public.text_refusals',
    'public.waitlist_entries',
  ]);
  expect(filesThatNameHer('mail').length).toBeGreaterThan(2);
  expect(filesThatNameHer('texts')).toHaveLength(1);

  const reply = await staffClient.post('/api/admin/customers/erase', { email: ` ${EMAIL} ` });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json<ErasedReply>()).toMatchObject({
    orders: 1,
    unpaidCheckouts: 1,
    printouts: 3,
    waitlistEntries: 1,
  });

  expect(await rowsThatNameHer()).toEqual([]);
  expect(filesThatNameHer('mail')).toEqual([]);
  expect(filesThatNameHer('texts')).toEqual([]);
  expect(await amountsOf(id)).toEqual(before);
  const order = await staffClient.order(id);
  expect(order.customer).toMatchObject({
    firstName: 'Erased',
    lastName: 'customer',
    email: '',
    phone: '',
    specialInstructions: '',
  });
  expect(order.orderItems.map(({ personName }) => personName)).toEqual(['Person 2']);
  expect((await t.app.inject(`/api/orders/track/${token}`)).statusCode).toBe(404);
  await checkInvariants(t.context.db);
  const theo = await t.context.db.select().from(orders).where(eq(orders.firstName, 'Theo'));
  expect(theo).toHaveLength(1);
  expect(theo[0]?.email).toBe(A_CUSTOMER.email);
});

/** What no week of hers leaves by itself: a row in each other table that erasing goes through. */
async function everythingElseOfHers(orderId: number): Promise<void> {
  const { db } = t.context;
  const photo = Buffer.from('Quokkabeth at her door');
  const aDelivery = sql`(select id from deliveries where order_id = ${orderId} limit 1)`;
  const aMeal = sql`(select id from meals limit 1)`;
  const now = sql`'2026-01-20T02:00:00Z'::timestamptz`;
  await db.execute(sql`
    insert into customer_notes (order_id, text, written_by) values (${orderId}, 'Wilhelmina of customer_notes', 'a@b.example')`);
  await db.execute(sql`
    insert into customer_merges values ('quokka@elsewhere.example', ${EMAIL.toLowerCase()}, 'a@b.example', ${now})`);
  await db.execute(sql`
    insert into meal_ratings (order_id, meal_id, stars, comment, may_show, delivered_on)
    values (${orderId}, ${aMeal}, 5, 'Wilhelmina of meal_ratings', true, '2026-01-13')`);
  await db.execute(sql`insert into rating_refusals (email) values (${EMAIL.toLowerCase()})`);
  await db.execute(sql`insert into order_reminders (order_id) values (${orderId})`);
  await db.execute(sql`
    with problem as (
      insert into problems (order_id, item_ids, kind, text, is_urgent, due_at, answer, decision, decided_at, decided_by)
      values (${orderId}, '{}', 'unsafe', 'Wilhelmina of problems', false, ${now}, 'Sorry, Wilhelmina', 'answer', ${now}, 'a@b.example')
      returning id)
    insert into problem_photos (id, order_id, problem_id, bytes)
    select gen_random_uuid(), ${orderId}, id, ${photo} from problem`);
  await db.execute(sql`
    insert into slot_bells (slot_id, email, mailbox, network)
    values ((select id from delivery_slots limit 1), ${EMAIL}, ${EMAIL.toLowerCase()}, 'x')`);
  await db.execute(sql`
    insert into waitlist_waves (key, suburbs, sent_by) values (gen_random_uuid(), '{}', 'a@b.example')`);
  await db.execute(sql`
    insert into waitlist_wave_people select waitlist_waves.id, waitlist_entries.id from waitlist_waves, waitlist_entries`);
  await db.execute(sql`
    with event as (
      insert into delivery_events (delivery_id, status, status_before, is_decisive, at, received_at, change_id, reason, place, note, date, time_slot)
      select id, status, status, false, ${now}, ${now}, gen_random_uuid(), 'Wilhelmina', 'Wilhelmina', 'Wilhelmina of delivery_events', date, time_slot
      from deliveries where order_id = ${orderId} limit 1 returning id)
    insert into delivery_photos (event_id, bytes) select id, ${photo} from event`);
  await db.execute(sql`
    with incident as (
      insert into incidents (date, time_slots, cause, same_bag, notify, change_id, staff_id)
      values ('2026-01-13', '{}', 'the storm', true, true, gen_random_uuid(), (select id from staff limit 1)) returning id)
    insert into incident_rows (incident_id, order_id, delivery_id, date, time_slot, choice, state, message, is_told)
    select incident.id, ${orderId}, deliveries.id, deliveries.date, deliveries.time_slot, 'leave', 'left', '{"text": "Wilhelmina of incident_rows"}', true
    from incident, deliveries where deliveries.id = ${aDelivery}`);
  await db.execute(sql`
    insert into food_matters (kind, order_id, delivery_id, item_id, person_name, meal_name, why, opened_at)
    values ('given_held', ${orderId}, ${aDelivery}, 1, 'Wilhelmina of food_matters', 'Curry', 'it may contain milk', ${now})`);
  await db.execute(sql`
    insert into meal_choices (order_id, delivery_id, person_id, date, time_slot, meal_id, meal_name, option_ids, until, staff_email)
    select ${orderId}, id, 1, date, time_slot, ${aMeal}, 'Curry', '{}', ${now}, 'a@b.example' from deliveries where id = ${aDelivery}`);
  await db.execute(sql`
    insert into pack_checks (delivery_id, person_id, food, reopened, at, staff_id, staff_name)
    values (${aDelivery}, 1, 'Wilhelmina of pack_checks: Peanuts', 0, ${now}, gen_random_uuid(), 'A')`);
  await db.execute(
    sql`update order_changes set what = '{"Wilhelmina of order_changes"}' where order_id = ${orderId}`,
  );
  await db.execute(sql`
    update order_items set override = '{"reason": "Wilhelmina of order_items", "staffEmail": "a@b.example", "allergens": ["milk"]}' where order_id = ${orderId}`);
  await db.execute(sql`
    insert into today_waits (key, facts_hash, until, note, staff_id)
    values ('balance:1', 'hash', now() + interval '1 day', 'Wilhelmina of today_waits', ${staffClient.staff.id})`);
}

test('no table that erasing goes through keeps a word of theirs', async () => {
  const { id } = await aWeekOfHers();
  await everythingElseOfHers(id);
  const tables = async () =>
    new Set((await rowsThatNameHer()).map((row) => row.slice('public.'.length).split(':')[0]));
  const before = await tables();
  // Erased by the row: only ids say whose they are; `top_ups` has a secret and no word.
  const byId = ['order_reminders', 'meal_choices', 'waitlist_wave_people', 'top_ups'];
  const erased = keptTables.flatMap(({ name, erase }) => (erase ? name : []));
  expect(erased.filter((name) => !byId.includes(name) && !before.has(name))).toEqual([]);
  const onMealPages = async () => [...(await t.context.site.current()).comments.values()].flat();
  t.context.site.renew();
  expect(await onMealPages()).toHaveLength(1);

  await eraseCustomer(t.context, null, EMAIL);

  expect(await onMealPages()).toEqual([]);

  expect([...(await tables())]).toEqual([]);
  const { rows } = await t.context.db.execute(sql`
    select order_id from order_reminders union all select id from meal_choices union all select wave_id from waitlist_wave_people`);
  expect(rows).toEqual([]);
});

test('the audit trail says that someone was erased, when and by whom, but not who', async () => {
  const { id } = await aWeekOfHers();
  await eraseCustomer(t.context, staffClient.staff, EMAIL);
  const [last] = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'customer.erase'))
    .orderBy(sql`id desc`);
  expect(last).toMatchObject({
    staffEmail: staffClient.staff.email,
    entity: 'customer',
    before: { orders: 1 },
    after: null,
  });
  const changes = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, String(id)))
    .orderBy(auditLog.id);
  const edit = changes.find(({ action }) => action === 'order.edit');
  expect(edit?.after).toMatchObject({
    addressLine1: 'erased',
    total: expect.stringMatching(/^\d/),
  });
  expect(JSON.stringify(edit?.before)).toContain('(lunch)');
  expect(changes.at(-1)).toMatchObject({ action: 'order.erase_customer' });
  await expect(t.context.db.update(auditLog).set({ after: null })).rejects.toThrow();
  await expect(
    t.context.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('mealrun.erasing', 'on', true)`);
      await tx.update(auditLog).set({ staffEmail: 'nobody@example.com' });
    }),
  ).rejects.toThrow();
});

test('a message that was waiting is never sent, and an order of theirs sends none again', async () => {
  const { id } = await herOrder();
  tuesdayAfter();
  await markDelivered(id);
  await eraseCustomer(t.context, null, EMAIL);
  expect(await sendMessages(t.context)).toBe(0);
  const cancelled = await staffClient.put(`/api/admin/orders/${id}/status`, {
    status: 'cancelled',
  });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(await sendMessages(t.context)).toBe(0);
  const { rows } = await t.context.db.execute<{ state: string }>(
    sql`select distinct state from messages`,
  );
  expect(rows).toEqual([{ state: 'withdrawn' }]);
});

test('two people whose names are those that the erased get are erased too', async () => {
  const lunch = await theLunch();
  await aPaidOrder(t, {
    customer: CUSTOMER,
    orderItems: [
      anItem(lunch, { personName: 'Person 2' }),
      anItem(lunch, { personName: 'Person 1' }),
    ],
  });
  tuesdayAfter();
  await eraseCustomer(t.context, null, EMAIL);
  const { rows } = await t.context.db.execute(
    sql`select position, name from people order by position`,
  );
  expect(rows).toEqual([
    { position: 1, name: 'Person 1' },
    { position: 2, name: 'Person 2' },
  ]);
});

test('a failure leaves everything as it was', async () => {
  await aWeekOfHers();
  const before = await rowsThatNameHer();
  const mailer = { ...t.context.mailer, discard: () => Promise.reject(new Error('disk gone')) };
  await expect(eraseCustomer({ ...t.context, mailer }, null, EMAIL)).rejects.toThrow('disk gone');
  expect(await rowsThatNameHer()).toEqual(before);
});

test('a refund that failed and was sent again is not owed afterwards', async () => {
  const { id, paymentIntentId } = await herOrder();
  const given = { amount: '10.00', reason: 'Late for Quokkabeth' };
  await staffClient.refund(id, given);
  const [failing] = await refundsAtGateway(t, paymentIntentId);
  await atProvider(t, `refunds/${failing?.id}`, { status: 'failed' });
  await syncRefunds(t.context, paymentIntentId);
  const [failed] = (await staffClient.order(id)).refunds;
  const again = await staffClient.post(`/api/admin/payments/refunds/${failed?.id}/retry`, {});
  expect(again.statusCode, again.body).toBe(200);
  tuesdayAfter();
  await eraseCustomer(t.context, null, EMAIL);
  expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', owed: '0.00' });
});

describe('it is refused', () => {
  const refused = async (code: string, says: RegExp) => {
    const before = await rowsThatNameHer();
    const reply = await staffClient.post('/api/admin/customers/erase', { email: EMAIL });
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      expect.objectContaining({ code, message: expect.stringMatching(says) }),
    ]);
    expect(await rowsThatNameHer()).toEqual(before);
  };

  test('while a delivery is ahead', async () => {
    await herOrder();
    await refused('delivery_ahead', /Order RT-\S+ is to be delivered on Tue 13 Jan/);
    t.setNow('2026-01-13T10:00:00Z');
    await refused('delivery_ahead', /Tue 13 Jan/);
    t.setNow('2026-01-13T14:00:00Z');
    await eraseCustomer(t.context, null, EMAIL);
  });

  test('not for a delivery that was cancelled', async () => {
    const { id } = await herOrder();
    // The rest of it has come: only what is cancelled has its day ahead.
    await t.context.db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, id));
    await t.context.db
      .update(deliveryRows)
      .set({ status: 'cancelled', takesPlace: false })
      .where(eq(deliveryRows.orderId, id));
    const reply = await staffClient.post('/api/admin/customers/erase', { email: EMAIL });
    expect(reply.body).not.toContain('delivery_ahead');
  });

  test('while a payment is under way', async () => {
    await anOpenCheckout(t, { customer: CUSTOMER });
    await refused('money_open', /A payment is under way/);
  });

  test('while an order is undecided', async () => {
    const { id } = await herOrder();
    await t.context.db
      .update(orders)
      .set({ status: 'pending', pendingReason: 'slot_full' })
      .where(eq(orders.id, id));
    tuesdayAfter();
    await refused('money_open', /needs a decision/);
  });

  test('while a refund is under way or has failed and nobody dealt with it', async () => {
    const { id } = await herOrder();
    const cancelled = await staffClient.delete(`/api/admin/orders/${id}`);
    expect(cancelled.statusCode).toBe(200);
    await t.context.db.update(refunds).set({ state: 'pending' });
    await refused('money_open', /A refund of order RT-\S+ is under way/);
    await t.context.db.update(refunds).set({ state: 'failed' });
    await refused('money_open', /A refund of order RT-\S+ failed/);
    await t.context.db
      .update(refunds)
      .set({ handledAt: new Date(), handledNote: 'Paid Quokkabeth in cash' });
    await eraseCustomer(t.context, null, EMAIL);
    const [refund] = await t.context.db.select().from(refunds);
    expect(refund).toMatchObject({ reason: 'erased', handledNote: 'erased' });
  });

  test('while the customer has paid too much or too little', async () => {
    const { id } = await herOrder();
    await makeDearer(t, id, -500);
    tuesdayAfter();
    await refused('money_open', /overpaid by \$5\.00/);
    await makeDearer(t, id, 700);
    await refused('money_open', /\$2\.00 of order RT-\S+ is unpaid/);
  });

  test('while a payment is disputed', async () => {
    const { id, paymentIntentId } = await herOrder();
    const dispute = {
      id: 'dp_1',
      paymentIntentId,
      orderId: id,
      amountCents: 1,
      reason: 'fraudulent',
      status: 'needs_response',
      createdAt: new Date(),
      updatedAt: new Date(),
    } as const;
    await t.context.db.insert(disputes).values(dispute);
    tuesdayAfter();
    await refused('money_open', /payment of order RT-\S+ is disputed/);
  });

  test('to strangers, and to staff who have not proved lately who they are', async () => {
    const body = { email: EMAIL };
    for (const url of ['/api/admin/customers/erase', '/api/admin/customers/file']) {
      expect((await t.app.inject({ method: 'POST', url, body })).statusCode).toBe(401);
    }
    await t.context.db.execute(
      sql`update staff_sessions set confirmed_at = now() - interval '1 hour'`,
    );
    for (const url of ['/api/admin/customers/erase', '/api/admin/customers/file']) {
      const stale = await staffClient.post(url, body);
      expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
    }
    await t.context.db.execute(sql`update staff_sessions set confirmed_at = now()`);
    const nobody = await staffClient.post('/api/admin/customers/erase', {
      email: 'nobody@example.com',
    });
    expect([nobody.statusCode, nobody.json()]).toMatchObject([
      404,
      { message: 'This customer was not found' },
    ]);
  });
});

test('a file has everything held about one person, and nothing of anyone else', async () => {
  await aWeekOfHers();
  await aPaidOrder(t, {
    customer: { ...A_CUSTOMER, firstName: 'Theo', lastName: 'Otherman' },
    orderItems: [anItem(await theLunch(), { mealDate: '2026-01-27', deliveryDate: '2026-01-27' })],
  });
  const reply = await staffClient.post('/api/admin/customers/file', { email: EMAIL });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['content-disposition']).toBe(
    'attachment; filename="customer-2026-01-20.json"',
  );
  const file = reply.json<CustomerFileReply>();
  expect(file.orders).toMatchObject([
    {
      customer: { firstName: 'Quokkabeth', phone: '+61499888777' },
      asOrdered: { customer: { specialInstructions: 'The gate code is 90417' } },
      refunds: [{ reason: 'Wilhelmina was ill' }],
      emails: expect.arrayContaining([
        expect.objectContaining({ text: expect.stringContaining('Quokkabeth') }),
      ]),
      changes: expect.arrayContaining([expect.objectContaining({ action: 'order.edit' })]),
    },
  ]);
  expect(file.orders[0]?.['printouts']).toHaveLength(3);
  expect(file.unpaidCheckouts).toMatchObject([
    { state: 'expired', customer: { lastName: 'Zyxwell' } },
  ]);
  expect(file.waitlist).toMatchObject([{ name: 'Quokkabeth' }]);
  expect(file.otherEmails).toMatchObject([{ kind: 'waitlist_welcome' }]);
  expect(reply.body).not.toMatch(/Otherman|_secret_|trackingTokenHash|clientSecret/);
  const audited = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'customer.download'));
  expect(JSON.stringify(audited)).not.toMatch(HER);
  expect(audited).toHaveLength(1);
});

test('a file shows the words of every table whose line says so, and of no other', async () => {
  const { id } = await aWeekOfHers();
  await everythingElseOfHers(id);
  const shown = JSON.stringify(await describeCustomer(t.context, EMAIL));
  const planted = (await rowsThatNameHer()).flatMap(
    (row) => /Wilhelmina of (\w+)/.exec(row)?.[1] ?? [],
  );
  expect(new Set(planted).size).toBe(10);
  for (const name of planted) {
    const { file } = keptTables.find((table) => table.name === name)!;
    const isShown = typeof file !== 'string' || !file.startsWith('no: ');
    expect([name, shown.includes(`Wilhelmina of ${name}`)]).toEqual([name, isShown]);
  }
});

test('it says which backups still hold them, and for how long', async () => {
  await aWeekOfHers();
  const source = { ...t.context.backup, key: null };
  const none = await eraseCustomer(t.context, null, EMAIL);
  expect(none.elsewhere[0]).toContain('No backup is stored here');
  await makeBackup(source, new Date(t.context.clock()).toISOString());
  const nightly = { ...t.context, backup: { ...source, hour: 2 } };
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
  await aWeekOfHers();
  const kept = await eraseCustomer(nightly, null, EMAIL);
  expect(kept.elsewhere[0]).toMatch(
    /^1 backup was made before now\. Newer backups replace them by Tue 3 Feb 2026/,
  );
  expect(kept.elsewhere.join(' ')).toContain('card provider');
  const connections = {
    ...t.context.connections,
    current: () => ({ shown: { name: 'copies at s3' }, proof: null }) as never,
  };
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
  await aWeekOfHers();
  t.setNow('2026-01-20T02:00:00Z');
  const copied = await eraseCustomer({ ...nightly, connections }, null, EMAIL);
  expect(copied.elsewhere[0]).toContain('Newer backups replace them by Tue 24 Feb 2026');
  expect(copied.elsewhere[1]).toBe(
    'Copies in copies at s3 made before now are deleted by Tue 24 Feb 2026.',
  );
  await t.context.db.delete(printedDocuments);
});
