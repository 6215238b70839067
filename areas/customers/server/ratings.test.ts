import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForRatings } from '#areas/customers/server/rating-emails.ts';
import { mealRatings, ratingRefusals } from '#areas/customers/server/tables/problems.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** Tuesday, 12:40 in the kitchen, and a day later. */
const AT_THE_DOOR = '2026-01-13T02:40:00Z';
const A_DAY_LATER = '2026-01-14T02:45:00Z';

let t: TestApp;
let office: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(ratingRefusals);
  t.setNow('2026-01-07T02:00:00Z');
});

async function aDeliveredOrder() {
  const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
  const order = await aPaidOrder(t, { orderItems: [anItem(lunch)] });
  const token = await trackingTokenOf(t, order.id);
  t.setNow(AT_THE_DOOR);
  await office.put(`/api/admin/orders/${order.id}/status`, { status: 'delivered' });
  return { ...order, token, mealId: lunch.id };
}

const rate = (token: string, ratings: unknown) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/ratings`, body: { ratings } });
const look = async (token: string) =>
  (await t.app.inject(`/api/orders/track/${token}/aftercare`)).json();

const shownOf = async (mealId: number) => (await t.context.site.current()).comments.get(mealId);

describe('a rating', () => {
  test('is asked for a day after the delivery, and the last one counts', async () => {
    const { token, mealId } = await aDeliveredOrder();
    expect((await look(token)).meals).toMatchObject([{ mealId, stars: null, isAsked: false }]);
    t.setNow(A_DAY_LATER);
    expect((await look(token)).meals).toMatchObject([{ mealId, isAsked: true }]);
    await rate(token, [{ mealId, stars: 2, comment: 'Too salty' }]);
    const again = await rate(token, [{ mealId, stars: 4 }]);
    expect(again.json()).toMatchObject({ meals: [{ mealId, stars: 4, comment: 'Too salty' }] });
    expect(await t.context.db.select().from(mealRatings)).toHaveLength(1);
  });

  test('sent from two tabs at once is one', async () => {
    const { token, mealId } = await aDeliveredOrder();
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((stars) => rate(token, [{ mealId, stars }])),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await t.context.db.select().from(mealRatings)).toHaveLength(1);
  });

  test.each([
    ['no star', { stars: 0 }, 'stars'],
    ['six stars', { stars: 6 }, 'stars'],
    ['half a star', { stars: 2.5 }, 'stars'],
    ['a novel', { stars: 5, comment: 'x'.repeat(501) }, 'comment'],
  ])('with %s is refused', async (_, sent, field) => {
    const { token, mealId } = await aDeliveredOrder();
    const reply = await rate(token, [{ mealId, ...sent }]);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([`ratings.0.${field}`]);
  });

  test('of a meal that is not in the order, or not delivered yet, is refused and stores nothing', async () => {
    const lunches = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch');
    const { token, mealId } = await aDeliveredOrder();
    const foreign = await rate(token, [
      { mealId, stars: 5 },
      { mealId: lunches[1]!.id, stars: 1 },
    ]);
    expect(foreign.statusCode).toBe(400);
    expect(Object.keys(foreign.json().fields)).toEqual(['ratings.1.mealId']);
    t.setNow('2026-01-07T02:00:00Z');
    const early = await aPaidOrder(t, { orderItems: [anItem(lunches[0]!)] });
    const reply = await rate(await trackingTokenOf(t, early.id), [
      { mealId: lunches[0]!.id, stars: 5 },
    ]);
    expect(reply.statusCode).toBe(400);
    expect(await t.context.db.select().from(mealRatings)).toEqual([]);
  });

  test('is on the menu from the tenth on, with the average', async () => {
    const { mealId, id } = await aDeliveredOrder();
    const ratingOf = async () => {
      t.context.site.renew();
      return (await menuOf(t)).find((meal) => meal.id === mealId)?.rating;
    };
    for (let index = 0; index < 9; index += 1) {
      t.setNow('2026-01-07T02:00:00Z');
      await aPaidOrder(t);
    }
    await t.context.db.execute(sql`
      insert into meal_ratings (order_id, meal_id, stars, comment, delivered_on)
      select o.id, ${mealId}, 4, '', '2026-01-13' from orders o where o.id <> ${id}`);
    expect(await ratingOf()).toBeUndefined();
    await t.context.db
      .insert(mealRatings)
      .values({ orderId: id, mealId, stars: 5, comment: '', deliveredOn: '2026-01-13' });
    expect(await ratingOf()).toEqual({ average: '4.1', count: 10 });
  });

  test('shows its words with the first name only while its customer lets everyone read these words', async () => {
    const { token, mealId } = await aDeliveredOrder();
    await rate(token, [{ mealId, stars: 2, comment: 'Too salty' }]);
    expect(await shownOf(mealId)).toBeUndefined();
    const reply = await rate(token, [{ mealId, stars: 2, mayShow: true }]);
    expect(reply.json().meals).toMatchObject([{ comment: 'Too salty', mayShow: true }]);
    expect(await shownOf(mealId)).toMatchObject([
      { firstName: 'Mia', stars: 2, comment: 'Too salty' },
    ]);
    await rate(token, [{ mealId, stars: 2, comment: 'Far too salty' }]);
    expect(await shownOf(mealId), 'other words').toBeUndefined();
    await rate(token, [{ mealId, stars: 2, comment: 'Far too salty', mayShow: true }]);
    expect(await shownOf(mealId)).toMatchObject([{ comment: 'Far too salty' }]);
    const { version } = await t.context.site.current();
    await rate(token, [{ mealId, stars: 2, mayShow: false }]);
    expect(await shownOf(mealId)).toBeUndefined();
    expect((await t.context.site.current()).version).not.toBe(version);
  });

  test('is among the newest six that are shown, whatever their stars', async () => {
    const { mealId } = await aDeliveredOrder();
    t.setNow('2026-01-07T02:00:00Z');
    for (let index = 0; index < 7; index += 1) await aPaidOrder(t);
    await t.context.db.execute(sql`
      insert into meal_ratings (order_id, meal_id, stars, comment, may_show, delivered_on, changed_at)
      select o.id, ${mealId}, 1 + o.id % 5, 'words ' || row_number() over (order by o.id), true, '2026-01-13',
        timestamptz '2026-01-14' + o.id * interval '1 minute'
      from orders o`);
    // As another process would: the database tells.
    const words = async () => ((await shownOf(mealId)) ?? []).map(({ comment }) => comment);
    await expect.poll(words).toEqual([8, 7, 6, 5, 4, 3].map((number) => `words ${number}`));
    await t.context.db.update(mealRatings).set({ mayShow: false });
    await expect.poll(words).toEqual([]);
  });

  test('has its words hidden from everyone by staff, for a reason, and counts all the same', async () => {
    const { token, mealId, id } = await aDeliveredOrder();
    await rate(token, [{ mealId, stars: 1, comment: 'Rude words', mayShow: true }]);
    const { ratings } = (await office.get('/api/admin/ratings')).json();
    expect(ratings).toMatchObject([{ comment: 'Rude words', orderId: id }]);
    const [{ id: ratingId }] = ratings;
    const hide = (reason: string) =>
      office.put(`/api/admin/ratings/${ratingId}/hidden`, { hidden: true, reason });
    expect((await hide(' ')).json()).toMatchObject({ fields: { reason: 'Please say why' } });
    expect(await shownOf(mealId)).toHaveLength(1);
    expect((await hide('Names a cook')).statusCode).toBe(204);
    expect(await shownOf(mealId)).toBeUndefined();
    expect(
      await t.context.db.select().from(auditLog).where(eq(auditLog.action, 'order.hide_rating')),
    ).toMatchObject([{ after: { hidden: true, reason: 'Names a cook', mealId } }]);
    const after = (await office.get('/api/admin/ratings')).json();
    expect(after.ratings).toMatchObject([{ comment: null, stars: 1 }]);
    expect(after.meals).toMatchObject([{ mealId, count: 1, average: '1.0' }]);
  });
});

describe('the email that asks', () => {
  const asked = () =>
    t.context.db.select().from(messages).where(eq(messages.kind, 'rating_request'));

  test('goes out once, a day after the last delivery, in the daytime', async () => {
    const { token, id } = await aDeliveredOrder();
    expect(await askForRatings(t.context)).toBe(0);
    t.setNow('2026-01-14T13:00:00Z');
    expect(await askForRatings(t.context), 'at eleven at night').toBe(0);
    t.setNow(A_DAY_LATER);
    await Promise.all([askForRatings(t.context), askForRatings(t.context)]);
    await askForRatings(t.context);
    expect(await asked()).toHaveLength(1);
    await sendMessages(t.context);
    const [message] = await asked();
    expect(message?.mail?.text).toContain(`/track/${token}#ratings`);
    expect(message?.mail?.headers).toMatchObject({
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(message?.orderId).toBe(id);
  });

  test('is not sent to anyone who has rated already', async () => {
    const { token, mealId } = await aDeliveredOrder();
    await rate(token, [{ mealId, stars: 5 }]);
    t.setNow(A_DAY_LATER);
    await askForRatings(t.context);
    expect(await asked()).toEqual([]);
  });

  test('is not sent to anyone who was told not to eat it', async () => {
    const { id } = await aDeliveredOrder();
    await t.context.db.insert(foodMatters).values({
      kind: 'given_held',
      orderId: id,
      deliveryId: 1,
      itemId: 1,
      personName: 'Mia',
      mealName: 'Curry',
      why: 'it may contain milk',
      openedAt: new Date(AT_THE_DOOR),
    });
    t.setNow(A_DAY_LATER);
    await askForRatings(t.context);
    expect(await asked()).toEqual([]);
  });

  test('stops for good by its link; only looking at the link changes nothing', async () => {
    const { id } = await aDeliveredOrder();
    const stopToken = linkTokenFor('stop ratings', id, t.context.trackingSecret);
    const url = `/api/orders/ratings/unsubscribe?token=${stopToken}`;
    expect((await t.app.inject(url)).json()).toMatchObject({ isSubscribed: true });
    expect((await t.app.inject(url)).json()).toMatchObject({ isSubscribed: true });
    t.setNow(A_DAY_LATER);
    await askForRatings(t.context);
    const stopped = await t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.json()).toMatchObject({ isSubscribed: false });
    // What was written before is not sent any more either.
    expect(await asked()).toMatchObject([{ state: 'withdrawn' }]);
    await t.context.db.delete(messages).where(eq(messages.kind, 'rating_request'));
    await askForRatings(t.context);
    expect(await asked()).toEqual([]);
  });

  test('has a link that nobody can make up', async () => {
    const { id } = await aDeliveredOrder();
    const [, proof] = linkTokenFor('stop ratings', id, 'another secret').split('.');
    const reply = await t.app.inject(`/api/orders/ratings/unsubscribe?token=${id}.${proof}`);
    expect(reply.statusCode).toBe(404);
  });
});
