import { and, asc, eq, gt, max } from 'drizzle-orm';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManyStatusReply, MessageManyReply } from '#areas/orders/calls/order-bulk.ts';
import type { TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { disputes } from '#areas/order-book/server/tables/payments.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
/** The trail of earlier tests stays. */
let before: number;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
  const [latest] = await t.context.db.select({ id: max(auditLog.id) }).from(auditLog);
  before = latest?.id ?? 0;
});
afterEach(() => checkInvariants(t.context.db));

/** Noon in the kitchen. */
const noonOf = (date: string) => t.setNow(`${date}T02:00:00Z`);

async function anOrderOf(days: readonly string[], customer = A_CUSTOMER) {
  const menu = await menuOf(t);
  const meal = (type: string) => menu.find(({ mealType }) => mealType === type)!;
  const [first = day(0)] = days;
  if (days.length === 1) {
    const lunch = anItem(meal('lunch'), { mealDate: first, deliveryDate: first });
    return aPaidOrder(t, { customer, orderItems: [lunch] });
  }
  return aPaidOrder(t, {
    deliveryType: 'daily',
    customer,
    orderItems: days.flatMap((date) =>
      (['lunch', 'lunch', 'dinner', 'dinner'] as const).map((mealType) =>
        anItem(meal(mealType), { mealDate: date, deliveryDate: date, mealType }),
      ),
    ),
  });
}

const sentOf = (
  kind: 'delivery_delivered' | 'cancelled' | 'staff_message' | 'food_warning',
  channel: 'email' | 'text' = 'email',
) =>
  t.context.db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, kind), eq(messages.channel, channel)))
    .orderBy(asc(messages.id));
const trailOf = (entityId: string | number) =>
  t.context.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, String(entityId)), gt(auditLog.id, before)))
    .orderBy(asc(auditLog.id));

describe('the status of many orders', () => {
  const post = (body: object) => staffClient.post('/api/admin/orders/status', body);
  async function preview(body: object): Promise<ManyStatusReply> {
    const reply = await post({ ...body, dryRun: true });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<ManyStatusReply>();
  }
  async function set(body: object): Promise<ManyStatusReply> {
    const { previewHash } = await preview(body);
    const reply = await post({ ...body, previewHash });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<ManyStatusReply>();
  }

  test('the preview says what changes, who is told and who stays, and does nothing', async () => {
    const over = await anOrderOf([day(0)]);
    const ahead = await anOrderOf([day(0), day(1), day(2)]);
    const gone = await anOrderOf([day(0)]);
    await staffClient.delete(`/api/admin/orders/${gone.id}`);
    noonOf(day(0));
    const trail = await trailOf(over.id);
    const told = await preview({
      ids: [over.id, ahead.id, gone.id, over.id, 999_999],
      status: 'delivered',
    });
    expect(told).toMatchObject({ isDryRun: true, told: 1, refund: '0.00' });
    expect(told.results).toEqual([
      {
        id: over.id,
        orderNumber: over.orderNumber,
        customer: 'Mia Nguyễn',
        ok: true,
        status: 'delivered',
        version: 2,
        isTold: true,
      },
      expect.objectContaining({
        ok: false,
        code: 'still_to_come',
        message: '2 deliveries are still to come.',
        status: 'confirmed',
      }),
      expect.objectContaining({ ok: false, code: 'already_cancelled', status: 'cancelled' }),
      {
        id: 999_999,
        ok: false,
        code: 'not_found',
        message: 'There is no such order.',
        isTold: false,
      },
    ]);
    expect((await staffClient.order(over.id)).status).toBe('confirmed');
    expect(await sentOf('delivery_delivered')).toEqual([]);
    expect(await trailOf(over.id)).toEqual(trail);
  });

  test('one with a meal on hold is delivered by itself, not by one tap with others', async () => {
    const fine = await anOrderOf([day(0)]);
    const held = await anOrderOf([day(0)]);
    await t.context.db
      .update(people)
      .set({ avoid: ['onion', 'rice', 'chicken', 'pasta', 'tomato', 'egg'] })
      .where(eq(people.orderId, held.id));
    noonOf(day(0));
    const done = await set({ ids: [fine.id, held.id], status: 'delivered' });
    expect(done.results).toMatchObject([
      { ok: true },
      { ok: false, code: 'allergy_open', message: expect.stringMatching(/on hold\. Set this/) },
    ]);
    expect((await staffClient.order(held.id)).status).toBe('confirmed');
    const alone = await staffClient.put(`/api/admin/orders/${held.id}/status`, {
      status: 'delivered',
    });
    expect(alone.statusCode, alone.body).toBe(200);
    expect(await sentOf('food_warning')).toHaveLength(1);
  });

  test('those that can are set by the rules of a single order, the others stay, one entry tells of all', async () => {
    const first = await anOrderOf([day(0)]);
    const second = await anOrderOf([day(0)]);
    const ahead = await anOrderOf([day(0), day(1)]);
    noonOf(day(0));
    const ids = [first.id, second.id, ahead.id];
    const done = await set({ ids, status: 'delivered' });
    expect(done.results.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(done.isDryRun).toBe(false);
    const orders = await Promise.all(ids.map((id) => staffClient.order(id)));
    expect(orders.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'confirmed']);
    expect(orders[0]?.deliveries.map(({ status }) => status)).toEqual(['delivered']);
    expect((await sentOf('delivery_delivered')).map(({ orderId }) => orderId)).toEqual([
      first.id,
      second.id,
    ]);
    expect((await trailOf(first.id)).map(({ action }) => action)).toContain('order.set_status');
    expect(await trailOf('many')).toMatchObject([
      {
        action: 'order.set_status_of_many',
        after: {
          status: 'delivered',
          changed: 2,
          left: 1,
          orders: [first.orderNumber, second.orderNumber],
        },
      },
    ]);
  });

  test('cancelling many gives each its money back; what is disputed goes back once that is decided', async () => {
    const one = await anOrderOf([day(0)]);
    const disputed = await anOrderOf([day(0)]);
    const now = new Date(t.context.clock());
    await t.context.db.insert(disputes).values({
      id: 'dp_1',
      paymentIntentId: disputed.paymentIntentId,
      orderId: disputed.id,
      amountCents: 500,
      reason: 'fraudulent',
      status: 'needs_response',
      createdAt: now,
      updatedAt: now,
    });
    const body = { ids: [one.id, disputed.id], status: 'cancelled' };
    const { total } = await staffClient.order(one.id);
    expect(await preview(body)).toMatchObject({
      told: 2,
      refund: total,
      results: [
        { ok: true, refund: total },
        { ok: true, isTold: true },
      ],
    });
    await set(body);
    expect(await staffClient.order(one.id)).toMatchObject({
      status: 'cancelled',
      refundedTotal: total,
      balance: '0.00',
    });
    expect(await staffClient.order(disputed.id)).toMatchObject({
      status: 'cancelled',
      balance: `-${total}`,
      warning: `This order is cancelled, but $${total} was not refunded.`,
    });
    await t.context.db.update(disputes).set({ status: 'won' });
    const later = await staffClient.refund(disputed.id, { reason: 'Dispute won' });
    expect(later.json()).toMatchObject({ refundedTotal: total, balance: '0.00' });
    await t.context.db.delete(disputes);
  });

  test('cancelling may leave the money where it is', async () => {
    const { id } = await anOrderOf([day(0)]);
    const done = await set({ ids: [id], status: 'cancelled', refund: 'none' });
    expect(done).toMatchObject({ refund: '0.00' });
    expect(await staffClient.order(id)).toMatchObject({ status: 'cancelled', refunds: [] });
  });

  test('a preview that is no longer true is answered with the new one, and nothing is done', async () => {
    const first = await anOrderOf([day(0)]);
    const second = await anOrderOf([day(0)]);
    noonOf(day(0));
    const body = { ids: [first.id, second.id], status: 'delivered' };
    const { previewHash } = await preview(body);
    await staffClient.put(`/api/admin/orders/${second.id}/status`, { status: 'pending' });
    const reply = await post({ ...body, previewHash });
    expect(reply.statusCode).toBe(409);
    const told = reply.json<{ code: string; preview: ManyStatusReply }>();
    expect(told).toMatchObject({ code: 'preview_changed', preview: { isDryRun: true, told: 2 } });
    expect(told.preview.previewHash).not.toBe(previewHash);
    expect((await staffClient.order(first.id)).status).toBe('confirmed');
    expect((await post({ ...body, previewHash: told.preview.previewHash })).statusCode).toBe(200);
  });

  test('the same call again finds them as they are to be', async () => {
    const { id } = await anOrderOf([day(0)]);
    noonOf(day(0));
    const body = { ids: [id], status: 'delivered' };
    await set(body);
    expect((await set(body)).results).toMatchObject([{ ok: false, code: 'already_so' }]);
    expect(await sentOf('delivery_delivered')).toHaveLength(1);
    expect(await trailOf('many')).toHaveLength(1);
  });

  test.each([
    ['no order', { ids: [], status: 'delivered' }, 'ids'],
    ['too many', { ids: Array.from({ length: 201 }, (_, i) => i + 1), status: 'delivered' }, 'ids'],
    ['an unknown status', { ids: [1], status: 'eaten' }, 'status'],
  ])('is refused for %s', async (_what, body, field) => {
    const reply = await post(body);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });
});

describe('a message to many', () => {
  const words = { subject: 'The bridge is shut', text: 'We come a little later.\n\nYour kitchen' };
  const post = (body: object) => staffClient.post('/api/admin/orders/message', body);
  const another = { ...A_CUSTOMER, firstName: 'Raj', email: 'raj@example.com' };

  async function send(body: object): Promise<MessageManyReply> {
    const dry = await post({ ...body, dryRun: true });
    expect(dry.statusCode, dry.body).toBe(200);
    const { previewHash } = dry.json<MessageManyReply>();
    const reply = await post({ ...body, previewHash });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<MessageManyReply>();
  }

  test('the preview names each recipient once, with a real example, and writes nothing', async () => {
    const first = await anOrderOf([day(0)]);
    const again = await anOrderOf([day(1)], { ...A_CUSTOMER, email: 'MIA@example.com' });
    const raj = await anOrderOf([day(0)], another);
    const ids = [first.id, again.id, raj.id, 999_999];
    const reply = await post({ ids, ...words, key: randomUUID(), dryRun: true });
    const told = reply.json<MessageManyReply>();
    expect(told).toMatchObject({ isDryRun: true, textMode: 'kept', emails: 2, texts: 0 });
    expect(told.results).toMatchObject([
      { orderNumber: first.orderNumber, ok: true, isTogether: false, phone: '' },
      { orderNumber: again.orderNumber, ok: true, isTogether: true },
      { orderNumber: raj.orderNumber, email: 'raj@example.com', isTogether: false },
      { id: 999_999, ok: false, code: 'not_found' },
    ]);
    expect(told.example).toMatchObject({ recipient: A_CUSTOMER.email, subject: words.subject });
    for (const said of ['Hello Mia,', 'We come a little later.', first.orderNumber])
      expect(told.example?.text).toContain(said);
    expect(await sentOf('staff_message')).toEqual([]);
    expect(await trailOf('many')).toEqual([]);
  });

  test('goes out once to each address, is kept as an email, and is in the timeline of each order', async () => {
    const first = await anOrderOf([day(0)]);
    const again = await anOrderOf([day(1)]);
    const raj = await anOrderOf([day(0)], another);
    const body = { ids: [first.id, again.id, raj.id], ...words, key: randomUUID() };
    expect(await send(body)).toMatchObject({ isDryRun: false, emails: 2 });
    await sendMessages(t.context);
    const sent = await sentOf('staff_message');
    expect(sent.map(({ state }) => state)).toEqual(['kept', 'kept']);
    expect(sent.map(({ recipient }) => recipient)).toEqual([A_CUSTOMER.email, 'raj@example.com']);
    expect(sent[1]?.mail).toMatchObject({ subject: words.subject });
    expect(sent[1]?.mail?.text).toContain('Hello Raj,');
    expect(sent[1]?.mail?.text).toContain('/track/');
    for (const { id } of [first, again, raj]) {
      const timeline = await staffClient.get(`/api/admin/orders/${id}/timeline`);
      expect(timeline.json<TimelineReply>().entries, String(id)).toContainEqual(
        expect.objectContaining({
          kind: 'change',
          change: expect.objectContaining({
            action: 'order.message',
            after: { subject: words.subject },
            staffEmail: staffClient.staff.email,
          }) as unknown,
        }),
      );
    }
    expect(await trailOf('many')).toMatchObject([
      { action: 'order.message_many', after: { written: 3, left: 0 } },
    ]);
  });

  test('the same call sent twice, even at the same time, writes it once; another key is another message', async () => {
    const { id } = await anOrderOf([day(0)]);
    const body = { ids: [id], ...words, key: randomUUID() };
    const { previewHash } = (await post({ ...body, dryRun: true })).json<MessageManyReply>();
    const both = await Promise.all([1, 2, 3].map(() => post({ ...body, previewHash })));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await sentOf('staff_message')).toHaveLength(1);
    expect(await trailOf('many')).toHaveLength(1);
    await send({ ...body, key: randomUUID() });
    expect(await sentOf('staff_message')).toHaveLength(2);
  });

  test('other words than those of the preview are not sent', async () => {
    const { id } = await anOrderOf([day(0)]);
    const body = { ids: [id], ...words, key: randomUUID() };
    const { previewHash } = (await post({ ...body, dryRun: true })).json<MessageManyReply>();
    const reply = await post({ ...body, text: 'Something else', previewHash });
    expect(reply.json()).toMatchObject({ code: 'preview_changed' });
    expect(await sentOf('staff_message')).toEqual([]);
  });

  test('an erased customer gets none, and what was written to them is gone', async () => {
    const { id } = await anOrderOf([day(0)]);
    await send({ ids: [id], ...words, key: randomUUID() });
    await staffClient.delete(`/api/admin/orders/${id}`);
    const erased = await staffClient.post('/api/admin/customers/erase', {
      email: A_CUSTOMER.email,
    });
    expect(erased.statusCode, erased.body).toBeLessThan(300);
    expect(JSON.stringify(await trailOf(id))).not.toContain(words.subject);
    expect(JSON.stringify(await sentOf('staff_message'))).not.toContain('a little later');
    const after = await send({ ids: [id], ...words, key: randomUUID() });
    expect(after).toMatchObject({ emails: 0, example: null, results: [{ code: 'no_address' }] });
  });

  test('is not sent again from the list of emails: its words belong to the email that went', async () => {
    const { id } = await anOrderOf([day(0)]);
    await send({ ids: [id], ...words, key: randomUUID() });
    const [sent] = await sentOf('staff_message');
    const reply = await staffClient.post(`/api/admin/messages/${sent?.id}/resend`, {
      key: randomUUID(),
    });
    expect(reply.json()).toMatchObject({ code: 'not_resendable' });
  });

  test.each([
    ['an empty subject', { subject: ' ' }, 'subject'],
    ['a subject of two lines', { subject: 'a\nBcc: b@example.com' }, 'subject'],
    ['no words', { text: '' }, 'text'],
    ['a text without a text service', { textMessage: 'Later today' }, 'textMessage'],
    ['no key', { key: undefined }, 'key'],
  ])('is refused for %s', async (_what, change, field) => {
    const { id } = await anOrderOf([day(0)]);
    const reply = await post({ ids: [id], ...words, key: randomUUID(), dryRun: true, ...change });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  describe('with a text service', () => {
    beforeEach(() => {
      const { texter } = t.context;
      t.context.texter = {
        ...texter,
        mode: 'service',
        deliver: async () => null,
        find: async () => [],
      };
      return () => {
        t.context.texter = texter;
      };
    });

    test('a text goes once to each mobile phone, with who we are and their page', async () => {
      const first = await anOrderOf([day(0)]);
      const again = await anOrderOf([day(1)], { ...another });
      const landline = await anOrderOf([day(0)], {
        ...another,
        email: 'lee@example.com',
        phone: '07 3286 1234',
      });
      const ids = [first.id, again.id, landline.id];
      const done = await send({ ids, ...words, textMessage: 'Later today', key: randomUUID() });
      expect(done).toMatchObject({ emails: 3, texts: 1 });
      expect(done.example?.textMessage).toMatch(/^.+: Later today http.+\/t\/\S{16}$/);
      await sendTexts(t.context);
      const texts = await sentOf('staff_message', 'text');
      expect(texts.map(({ state, textMessage }) => [state, textMessage?.body])).toEqual([
        ['sent', expect.stringMatching(/^.+: Later today http.+\/t\/\S{16}$/)],
      ]);
    });

    test('a text that costs two is refused before anything is written', async () => {
      const { id } = await anOrderOf([day(0)]);
      const reply = await post({
        ids: [id],
        ...words,
        textMessage: 'a'.repeat(150),
        key: randomUUID(),
        dryRun: true,
      });
      expect(reply.json<{ fields: Record<string, string> }>().fields['textMessage']).toMatch(
        /^Too long: \d+ characters with our name and their link, at most 160$/,
      );
    });
  });
});

describe('the file of many orders', () => {
  test('has a line for each, newest first, with formulas defused, and is audited', async () => {
    const first = await anOrderOf([day(0)], { ...A_CUSTOMER, firstName: '=HYPERLINK("x")' });
    const second = await anOrderOf([day(0), day(1)]);
    await t.context.db
      .update(people)
      .set({ allergens: ['lupin'] })
      .where(eq(people.orderId, second.id));
    await anOrderOf([day(0)]);
    const reply = await staffClient.get(
      `/api/admin/orders.csv?orderId=${first.id}&orderId=${second.id}`,
    );
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    const lines = reply.body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('Order,Placed,Status,First name');
    expect(lines[1]).toContain(second.orderNumber);
    expect(lines[1]).toContain(`${day(1)} 11am-1pm Planned`);
    expect(lines[1]).toContain('can’t have: lupin');
    expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(await trailOf('many')).toMatchObject([
      { action: 'order.export', after: { orders: [second.orderNumber, first.orderNumber] } },
    ]);
  });

  test('of unknown orders there is none', async () => {
    expect((await staffClient.get('/api/admin/orders.csv?orderId=999999')).statusCode).toBe(404);
  });
});
