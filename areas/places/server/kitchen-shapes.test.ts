/**
 * Kitchens of four shapes, each from the quote to the refund; and what a service that goes means for the menu, for new orders
 * and for what is booked.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SettingsPreview, SettingsReply } from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import type { MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, day, menuOf } from '#quality/support/an-order.ts';
import { KITCHEN_SHAPES, SHAPE_NAMES } from '#quality/support/kitchen-shapes.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
});
afterAll(() => t.close());
afterEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(settings).where(eq(settings.key, 'business'));
  await t.context.db.delete(settingsVersions);
  t.context.site.renew();
});

async function run(facts: BusinessFacts) {
  await t.context.db.insert(settings).values({ key: 'business', value: facts });
  t.context.site.renew();
}

/** The first two days of the week with a delivery, or one where there is only one. */
const deliveryDays = (facts: BusinessFacts) =>
  [0, 1, 2, 3, 4, 5, 6].map(day).filter((date) => windowsOn(facts, date).length > 0);

test.each(SHAPE_NAMES)(
  'the kitchen “%s” quotes, is paid, changes, plans, labels and refunds',
  async (shape) => {
    const facts: BusinessFacts = KITCHEN_SHAPES[shape];
    await run(facts);
    const menu = await menuOf(t);
    const served = facts.services.map(({ type }) => type);
    expect([...new Set(menu.map(({ mealType }) => mealType))]).toEqual(served);
    const [date = ''] = deliveryDays(facts);
    const { defaultWindow: deliveryWindow } = facts;
    const when = { mealDate: date, deliveryDate: date, deliveryWindow };
    const [meal, other] = menu as [MealReply, MealReply];

    const quote = await t.app.inject({
      method: 'POST',
      url: '/api/quote',
      body: {
        orderData: anOrder(menu, {
          orderItems: [anItem(meal, when)],
        }),
      },
    });
    expect(quote.statusCode, quote.body).toBe(200);
    expect(quote.json<QuoteReply>()).toMatchObject({ deliveryType: 'weekly', deliveryFee: '5.99' });

    const order = await aPaidOrderOf(meal, when);
    const token = await trackingTokenOf(t, order.id);
    const [item] = (await staff.order(order.id)).orderItems;
    const changed = await t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/change`,
      body: {
        orderItems: [
          {
            ...when,
            id: item!.id,
            mealId: cheaper(meal, other).id,
            mealType: meal.mealType,
            personName: 'Mia',
          },
        ],
      },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json<TrackedOrderReply>().deliveries.map((one) => one.date)).toEqual([date]);

    const read = async (url: string) => {
      const reply = await staff.get(url);
      expect(reply.statusCode, `${url}: ${reply.body.slice(0, 300)}`).toBe(200);
      return reply;
    };
    const plan = await read(`/api/admin/production/plan?from=${date}&to=${date}`);
    expect(plan.body).toContain(date);
    const labels = await pdfPages((await read(`/api/admin/labels?date=${date}`)).rawPayload);
    expect(labels.join(' ')).toContain(
      `, ${facts.services.find(({ type }) => type === meal.mealType)!.name}`,
    );
    const sheet = await pdfPages((await read(`/api/admin/prep-sheet?date=${date}`)).rawPayload);
    const isNamed = (word: string) => sheet.join(' ').includes(word);
    expect([isNamed('Lunch'), isNamed('Dinner')]).toEqual([
      served.includes('lunch'),
      served.includes('dinner'),
    ]);

    const gone = await staff.delete(`/api/admin/orders/${order.id}?refund=full`);
    expect(gone.statusCode, gone.body).toBeLessThan(300);
    await expect
      .poll(async () => (await refundsAtGateway(t, order.paymentIntentId)).length)
      .toBeGreaterThan(0);
  },
);

/** A change that costs nothing more. */
function cheaper(meal: MealReply, other: MealReply): MealReply {
  return Number(other.price) <= Number(meal.price) && other.mealType === meal.mealType
    ? other
    : meal;
}

const aPaidOrderOf = (meal: MealReply, when: Parameters<typeof anItem>[1]) =>
  aPaidOrder(t, { orderItems: [anItem(meal, when)] });

describe('a service that goes', () => {
  const lunchOnly = { services: KITCHEN_SHAPES['lunch only'].services };
  const current = async () => (await staff.get('/api/admin/settings')).json<SettingsReply>();
  const put = async (change: object) =>
    staff.put('/api/admin/settings', { ...(await current()), ...change });

  test('is told with what leaves the menu and what is booked, which stays', async () => {
    const dinner = (await menuOf(t)).find(({ mealType }) => mealType === 'dinner')!;
    const order = await aPaidOrderOf(dinner, { mealDate: day(1), deliveryDate: day(1) });
    const [{ dinners } = { dinners: 0 }] = await t.context.db
      .select({
        dinners: t.context.db.$count(
          meals,
          and(eq(meals.mealType, 'dinner'), eq(meals.isActive, true), isNull(meals.archivedAt)),
        ),
      })
      .from(meals)
      .limit(1);
    const dry = await put({ ...lunchOnly, dryRun: true });
    const { preview } = dry.json<{ preview: SettingsPreview }>();
    expect(preview.effects).toEqual([
      { field: 'services', message: `${dinners} meals go off the menu.`, deliveries: 0 },
      {
        field: 'services',
        message: '1 dinner in 1 delivery is booked. It stays booked: cook or cancel it.',
        deliveries: 1,
      },
    ]);
    expect((await put(lunchOnly)).json()).toMatchObject({ code: 'preview_needed' });
    const saved = await put({ ...lunchOnly, previewHash: preview.previewHash });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await staff.order(order.id)).orderItems).toMatchObject([{ mealType: 'dinner' }]);
  });

  test('leaves the menu, says why to staff, and is refused at the quote', async () => {
    const menu = await menuOf(t);
    const dinner = menu.find(({ mealType }) => mealType === 'dinner')!;
    await run(KITCHEN_SHAPES['lunch only']);
    expect((await menuOf(t)).every(({ mealType }) => mealType === 'lunch')).toBe(true);
    const forStaff = (await staff.get('/api/admin/meals')).json<StaffMealReply[]>();
    expect(forStaff.find(({ id }) => id === dinner.id)).toMatchObject({
      isActive: true,
      notPublic: [{ field: 'mealType', message: 'We don’t serve dinner.' }],
    });
    const when = { mealDate: day(1), deliveryDate: day(1) };
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/quote',
      body: { orderData: anOrder(menu, { orderItems: [anItem(dinner, when)] }) },
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      fields: { 'orderData.orderItems.0.mealType': 'We don’t serve dinner' },
    });
  });
});
