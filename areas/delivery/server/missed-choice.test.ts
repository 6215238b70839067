import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const TUESDAY = day(0);
const WEDNESDAY = day(1);
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
/** Tuesday, 12:40 in the kitchen. */
const AT_THE_DOOR = '2026-01-13T02:40:00Z';
const NINE_IN_THE_EVENING = '2026-01-13T11:00:00Z';

type Choices = Partial<typeof defaultBusiness.missedChoice>;

/** A kitchen that allows this. */
function kitchen(allowed: Choices = {}) {
  let t: TestApp;
  let office: StaffClient;
  beforeAll(async () => {
    const missedChoice = { ...defaultBusiness.missedChoice, ...allowed };
    t = await startTestApp({ business: { missedChoice } });
    office = await aStaffClient(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.clearOrders();
    t.setNow('2026-01-07T02:00:00Z');
  });
  afterEach(() => checkInvariants(t.context.db));

  async function sell(deliveryPreference: 'warm' | 'cold' = 'cold') {
    const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
    const order = await aPaidOrder(t, { orderItems: [anItem(lunch)] });
    await t.context.db.update(orders).set({ deliveryPreference }).where(eq(orders.id, order.id));
    const token = await trackingTokenOf(t, order.id);
    return { ...order, token };
  }
  /** The bag was packed, and nobody was home. */
  async function miss(extra: object = {}) {
    t.setNow(AT_THE_DOOR);
    const [one] = (await office.get(`/api/admin/deliveries?date=${TUESDAY}`)).json<
      DeliveryReply[]
    >();
    for (const status of ['packed', 'missed'])
      await office.post('/api/admin/deliveries/status', {
        confirm: CONFIRMED,
        deliveries: [{ id: one!.id }],
        status,
        ...(status === 'missed' && { reason: 'No one home' }),
        ...extra,
      });
    return one!.id;
  }
  async function track(token: string) {
    const reply = await t.app.inject({ url: `/api/orders/track/${token}` });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<TrackedOrderReply>().deliveries[0]!;
  }
  const choose = (token: string, id: number, body: object) =>
    t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/missed/${id}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function told(kind: 'delivery_missed' | 'delivery_moved') {
    const rows = await t.context.db
      .select()
      .from(messages)
      .where(and(eq(messages.kind, kind), eq(messages.channel, 'email')))
      .orderBy(asc(messages.id));
    return Promise.all(
      rows.map(async (row) => {
        const email = await writeEmail(t.context, row);
        return { state: row.state, text: email?.text.replaceAll(/\s+/g, ' ') };
      }),
    );
  }
  return { app: () => t, office: () => office, sell, miss, track, choose, told };
}

const again = (date = WEDNESDAY, window: string = NOON) => ({ choice: 'again', date, window });

describe('after a missed delivery', () => {
  const k = kitchen();

  test('the message says what the page then offers', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    expect(await k.told('delivery_missed')).toMatchObject([
      {
        text: expect.stringMatching(
          /: no one home\. Choose by 8pm Tue 13 Jan: another delivery\. Otherwise we’ll call you\./,
        ),
      },
    ]);
    expect((await k.track(token)).missed).toMatchObject({
      id,
      until: '2026-01-13T10:00:00.000Z',
      isOver: false,
      mayComeAgain: true,
      windows: [
        { date: TUESDAY, timeSlot: EVENING },
        { date: WEDNESDAY, timeSlot: NOON },
        { date: WEDNESDAY, timeSlot: EVENING },
        { date: day(2), timeSlot: NOON },
      ],
      refund: null,
      chosen: null,
    });
  });

  test('another window takes its place, sends the bag that was kept cold, and says so once', async () => {
    const { token, id: orderId } = await k.sell();
    const id = await k.miss();
    expect((await k.choose(token, id, again())).statusCode).toBe(200);
    expect((await k.choose(token, id, again())).statusCode).toBe(200);
    expect(await k.track(token)).toMatchObject({
      date: WEDNESDAY,
      timeSlot: NOON,
      status: 'packed',
      missed: { chosen: { choice: 'again', date: WEDNESDAY, timeSlot: NOON }, isOver: true },
    });
    expect(await k.told('delivery_moved')).toMatchObject([
      { text: expect.stringContaining('Because of the missed delivery your Tue 13 Jan delivery') },
    ]);
    expect(await k.told('delivery_missed')).toMatchObject([{ state: 'withdrawn' }]);
    const trail = await k
      .app()
      .context.db.select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.action, 'order.choose_after_missed'),
          eq(auditLog.entityId, String(orderId)),
        ),
      );
    expect(trail).toMatchObject([{ staffEmail: null, after: { chosen: 'another delivery' } }]);
  });

  test('a window that is full by then is refused with those that are left', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    await k
      .app()
      .context.db.insert(deliverySlots)
      .values({ date: WEDNESDAY, window: NOON, maxDeliveries: 0 });
    const reply = await k.choose(token, id, again());
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'slot_full' });
    const { windows } = reply.json<{ windows: { date: string; window: string }[] }>();
    expect(windows[0]).toEqual({ date: TUESDAY, window: EVENING });
    expect(windows).not.toContainEqual({ date: WEDNESDAY, window: NOON });
    expect(await k.track(token)).toMatchObject({ status: 'missed', missed: { chosen: null } });
  });

  test('cold food is not offered beyond its eat-by', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    expect((await k.choose(token, id, again(day(6)))).json()).toMatchObject({
      code: 'option_gone',
    });
    expect((await k.track(token)).status).toBe('missed');
  });

  test('warm food does not go out twice: we call', async () => {
    const { token } = await k.sell('warm');
    const id = await k.miss();
    expect(await k.told('delivery_missed')).toMatchObject([
      { text: expect.stringContaining('We’ll call you by 8pm Tue 13 Jan.') },
    ]);
    expect((await k.track(token)).missed).toMatchObject({ mayComeAgain: false, windows: [] });
    expect((await k.choose(token, id, again())).statusCode).toBe(400);
  });

  test('who asks for a call stays on Today, with that', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    await k.choose(token, id, { choice: 'call' });
    expect((await k.track(token)).missed).toMatchObject({ chosen: { choice: 'call' } });
    expect((await k.office().get('/api/admin/today')).body).toContain('asks for a call');
    const late = await k.choose(token, id, again());
    expect(late.statusCode).toBe(409);
    expect(late.json<{ message: string }>().message).toMatch(
      /^You already chose a call\. Call us on /,
    );
  });

  test('after staff have moved it, a late click says what they chose', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    await k.office().post('/api/admin/deliveries/move', {
      ids: [id],
      date: WEDNESDAY,
      timeSlot: EVENING,
      sameBag: true,
    });
    const late = await k.choose(token, id, again());
    expect(late.statusCode).toBe(409);
    expect(late.json<{ code: string; message: string }>()).toMatchObject({
      code: 'already_chosen',
      message: expect.stringMatching(/^We already chose Wed 14 Jan 2026, 4pm-6pm\. Call us on /),
    });
    expect((await k.track(token)).missed).toBeNull();
  });

  test('after the deadline nothing can be chosen, and it stays on Today for a person', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    k.app().setNow(NINE_IN_THE_EVENING);
    expect((await k.track(token)).missed).toMatchObject({ isOver: true, windows: [] });
    const late = await k.choose(token, id, again());
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'too_late']);
    expect(await k.office().today('missed')).toHaveLength(1);
  });

  test('a refund that the kitchen does not allow is not to be had', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    expect((await k.choose(token, id, { choice: 'refund' })).statusCode).toBe(400);
    expect(await k.app().context.db.select().from(refunds)).toEqual([]);
  });

  test('another order’s link does not open it', async () => {
    await k.sell();
    const id = await k.miss();
    k.app().setNow('2026-01-07T02:00:00Z');
    const other = await k.sell();
    expect((await k.choose(other.token, id, again())).statusCode).toBe(404);
  });

  test('two clicks at once are one choice', async () => {
    const { token } = await k.sell();
    const id = await k.miss();
    const replies = await Promise.all([
      k.choose(token, id, again()),
      k.choose(token, id, again(WEDNESDAY, EVENING)),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await k.told('delivery_moved')).toHaveLength(1);
  });
});

describe('a kitchen that refunds and cooks again', () => {
  const k = kitchen({ refund: true, cookAgain: true });

  test('offers both, warm meals too, and gives the money back once', async () => {
    const { token } = await k.sell('warm');
    const id = await k.miss();
    expect(await k.told('delivery_missed')).toMatchObject([
      { text: expect.stringContaining('another delivery or your money back. Otherwise') },
    ]);
    const { missed } = await k.track(token);
    expect(missed?.windows).toHaveLength(4);
    expect(missed?.refund).toMatch(/^\d+\.\d\d$/);
    await k.choose(token, id, { choice: 'refund' });
    await k.choose(token, id, { choice: 'refund' });
    expect(await k.app().context.db.select().from(refunds)).toHaveLength(1);
    expect(await k.track(token)).toMatchObject({
      status: 'cancelled',
      missed: { chosen: { choice: 'refund', refund: missed!.refund } },
    });
  });

  test('cooks warm meals again for the window that was chosen', async () => {
    const { token } = await k.sell('warm');
    const id = await k.miss();
    await k.choose(token, id, again());
    expect(await k.track(token)).toMatchObject({ date: WEDNESDAY, status: 'planned' });
  });
});
