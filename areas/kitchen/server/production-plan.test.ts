import { and, eq, gt, max, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProductionPlanReply } from '#areas/kitchen/calls/kitchen-plan.ts';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { addDays, weekdayOf } from '#platform/rules/plain-date.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { mealDays, deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { meals, menuEntries, menuWeeks } from '#areas/menu/server/tables/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
} from '#areas/menu/server/tables/recipes.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { everyDay } from '#quality/support/a-cook-clock.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let lunch: MealReply;
let dinner: MealReply;
let tzatziki: number;
let lastRecorded = 0;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  lunch = assertDefined(
    menu.find((meal) => meal.mealType === 'lunch'),
    'a lunch',
  );
  dinner = assertDefined(
    menu.find((meal) => meal.mealType === 'dinner'),
    'a dinner',
  );
  tzatziki = await writeRecipes();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.execute(sql`truncate ${batches} cascade`);
  const [last] = await t.context.db.select({ id: max(auditLog.id) }).from(auditLog);
  lastRecorded = last?.id ?? 0;
});

/** What a test has left in the audit trail about components, oldest first. */
function recorded() {
  return t.context.db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.id, lastRecorded), eq(auditLog.entity, 'component')))
    .orderBy(auditLog.id);
}

/** A lunch of 400 g of tzatziki; the dinner has no recipe. */
async function writeRecipes(): Promise<number> {
  const { db } = t.context;
  await db.update(meals).set({ shelfLifeDays: 3 }).where(eq(meals.id, lunch.id));
  const [yoghurt] = await db
    .insert(ingredients)
    .values({ name: 'Yoghurt', labelName: 'yoghurt', baseUnit: 'g', storeArea: 'dairy' })
    .returning();
  const [sauce] = await db
    .insert(components)
    .values({
      name: 'Tzatziki',
      baseUnit: 'g',
      potQty: 5000,
      minQty: 0,
      keepsDays: 5,
      cookAheadDays: 2,
      handsMinutes: 30,
      cookMinutes: 0,
      chillMinutes: 0,
    })
    .returning();
  const componentId = assertDefined(sauce, 'a component').id;
  await db.insert(mealRecipes).values({ mealId: lunch.id, basis: 1 });
  await db.insert(recipeLines).values([
    { mealId: lunch.id, usesComponentId: componentId, qty: 400, position: 0 },
    { componentId, ingredientId: yoghurt?.id, qty: 5000, lossBp: 0, position: 0 },
  ]);
  return componentId;
}

const RANGE = { from: day(0), to: day(6) };

async function plan(forecast = 'off'): Promise<ProductionPlanReply> {
  const reply = await staff.get(
    `/api/admin/production/plan?from=${RANGE.from}&to=${RANGE.to}&forecast=${forecast}`,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

function lunchOn(index: number) {
  return anItem(lunch, { mealDate: day(index), deliveryDate: day(index) });
}

/** Tuesday, Wednesday and Thursday: one cooking can serve all three. */
async function threeLunches() {
  for (const index of [0, 1, 2]) await aPaidOrder(t, { orderItems: [lunchOn(index)] });
}

function cookings({ cookings: all }: ProductionPlanReply) {
  return all.map(({ name, cookDate, need, made }) => ({ name, cookDate, need, made }));
}

function move(toDate: string, cookDate = day(0)) {
  return staff.post('/api/admin/production/cookings/move', {
    ...RANGE,
    forecast: 'off',
    componentId: tzatziki,
    cookDate,
    toDate,
  });
}

let pots = 0;

/** A pot of its own. */
async function cook(madeQty: number, cookDate = day(0)) {
  pots += 1;
  const potId = potIdText({ componentId: tzatziki, cookDate, number: pots });
  const facts = { qty: madeQty, planned: 1200, recipeVersion: 1, goodsLotIds: [] };
  const said = await staff.say({ kind: 'made', potId, ...facts });
  expect(said, said.message).toMatchObject({ ok: true });
  return { potId, key: said.key };
}

describe('the plan', () => {
  test('is what is ordered, cooked as rarely as can be, and what that takes', async () => {
    await threeLunches();
    const planned = await plan();
    expect(cookings(planned)).toEqual([
      { name: 'Tzatziki', cookDate: day(0), need: 1200, made: 1200 },
    ]);
    expect(planned.cookings[0]).toMatchObject({
      days: [day(0)],
      keepsUntil: day(5),
      isFixed: false,
      users: [
        { mealId: lunch.id, date: day(0), portions: 1, qty: 400 },
        { date: day(1) },
        { date: day(2) },
      ],
      lines: [{ name: 'Yoghurt', net: 1200, gross: 1200 }],
    });
    expect(planned.days).toHaveLength(7);
    expect(planned.missing.map(({ kind }) => kind)).toEqual(['no_pack']);
  });

  test('what is over of a pot serves the next day, and is said in whole grams', async () => {
    const { db } = t.context;
    const ofTzatziki = eq(components.id, tzatziki);
    await db.update(components).set({ minQty: 2000, cookAheadDays: 0 }).where(ofTzatziki);
    await db.update(mealRecipes).set({ basis: 7 }).where(eq(mealRecipes.mealId, lunch.id));
    for (const index of [0, 2]) await aPaidOrder(t, { orderItems: [lunchOn(index)] });
    const { cookings: planned } = await plan();
    // 57.14 g each: 58 g for the first, and 1,942 g are over, of which the second takes its own.
    expect(planned).toMatchObject([
      {
        cookDate: day(0),
        need: 58,
        made: 2000,
        surplus: 1885,
        users: [{ date: day(0) }, { date: day(2) }],
      },
    ]);
    await db.update(components).set({ minQty: 0, cookAheadDays: 2 }).where(ofTzatziki);
    await db.update(mealRecipes).set({ basis: 1 }).where(eq(mealRecipes.mealId, lunch.id));
  });

  test('leaves out what is cancelled', async () => {
    await threeLunches();
    await t.context.db
      .update(deliveries)
      .set({ status: 'cancelled' })
      .where(eq(deliveries.date, day(2)));
    expect(cookings(await plan())).toMatchObject([{ need: 800 }]);
  });

  test('names a meal without a recipe, and reads its label instead', async () => {
    await aPaidOrder(t, { orderItems: [anItem(dinner)] });
    const planned = await plan();
    expect(planned.missing).toContainEqual(
      expect.objectContaining({ kind: 'no_recipe', mealId: dinner.id }),
    );
    expect(planned.fromLabels.meals).toEqual([dinner.name]);
    expect(planned.fromLabels.ingredients.length).toBeGreaterThan(3);
  });

  test('as CSV has a line for each batch', async () => {
    await threeLunches();
    const file = await staff.get(
      `/api/admin/production/plan.csv?from=${RANGE.from}&to=${RANGE.to}&forecast=off`,
    );
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toContain(`${day(0)},${day(0)} 08:00,Tzatziki,1 of 1,1200,g,0,${day(5)},`);
  });

  test.each([
    ['to=2026-01-01', 'to'],
    ['to=2026-09-01', 'to'],
    ['to=tomorrow', 'to'],
    [`to=${addDays(day(0), 1)}&forecast=perhaps`, 'forecast'],
  ])('of a wrong range is refused: %s', async (query, field) => {
    const reply = await staff.get(`/api/admin/production/plan?from=${day(0)}&${query}`);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });
});

describe('the forecast', () => {
  /** One lunch, or another meal, on each of the last Tuesdays, eaten on that day or later. */
  async function pastTuesdays(
    count: number,
    { first = 1, item = lunchOn(0), eatenAfter = 0 } = {},
  ) {
    const { db } = t.context;
    for (let week = first; week < first + count; week += 1) {
      await aPaidOrder(t, { orderItems: [item] });
      const date = addDays(day(0), -7 * week);
      await db
        .insert(deliverySlots)
        .values({ date, window: '11:00-13:00', maxDeliveries: 20, booked: 1 });
      await db
        .update(deliveries)
        .set({ date })
        .where(eq(deliveries.date, day(0)));
      await db
        .update(orderItems)
        .set({ mealDate: addDays(date, eatenAfter) })
        .where(eq(orderItems.mealDate, day(0)));
    }
  }

  async function limit(date: string, counts: { portions: number; booked: number }) {
    const { db } = t.context;
    const row = { mealId: lunch.id, date, scope: 'day' as const, ...counts };
    await db
      .insert(mealDays)
      .values(row)
      .onConflictDoUpdate({
        target: [mealDays.mealId, mealDays.date, mealDays.scope],
        set: counts,
      });
  }

  /** A week with a menu that has the dinner alone. */
  async function menuWithoutLunch(weekStart: string) {
    const { db } = t.context;
    const at = new Date(t.context.clock());
    const week = { weekStart, state: 'ready' as const, publishAt: at, savedAt: at, savedBy: 'Kim' };
    await db.insert(menuWeeks).values(week);
    await db.insert(menuEntries).values({ weekStart, mealId: dinner.id, position: 0 });
  }

  afterEach(async () => {
    await t.context.db.delete(menuWeeks);
    await t.context.db.delete(mealDays);
  });

  function tuesdayOf(planned: ProductionPlanReply) {
    const tuesday = assertDefined(planned.days[0], 'a first day');
    return { ...tuesday, meal: tuesday.meals.find(({ mealId }) => mealId === lunch.id) };
  }

  test('counts what is not ordered yet, until the cutoff, and off by one tap', async () => {
    await pastTuesdays(4);
    expect(tuesdayOf(await plan('on'))).toMatchObject({
      hasForecast: true,
      meal: { ordered: 0, portions: 1, forecast: { mean: 1, low: 1, high: 1, days: 4 } },
    });
    expect(tuesdayOf(await plan(day(0))).meal).toMatchObject({ portions: 1 });
    expect(tuesdayOf(await plan(day(1))).meal).toBeUndefined();
    expect(tuesdayOf(await plan('off')).meal).toBeUndefined();
    t.setNow('2026-01-11T07:00:00Z');
    expect(tuesdayOf(await plan('on'))).toMatchObject({
      isOpenForOrders: false,
      hasForecast: false,
    });
    expect(tuesdayOf(await plan('on')).meal).toBeUndefined();
    t.setNow('2026-01-07T02:00:00Z');
  });

  test('says when there are too few days', async () => {
    await pastTuesdays(3);
    await aPaidOrder(t, { orderItems: [lunchOn(0)] });
    expect(tuesdayOf(await plan('on')).meal).toMatchObject({
      forecast: null,
      tooFewDays: 3,
      portions: 1,
    });
  });

  test('leaves out days on which the meal sold out: they only say "at least"', async () => {
    await pastTuesdays(5);
    expect(tuesdayOf(await plan('on')).meal?.forecast).toMatchObject({ days: 5 });
    await limit(addDays(day(0), -14), { portions: 1, booked: 1 });
    await limit(addDays(day(0), -21), { portions: 2, booked: 1 });
    expect(tuesdayOf(await plan('on')).meal?.forecast).toMatchObject({ days: 4 });
  });

  test('is never more than may be sold for a daily delivery', async () => {
    await pastTuesdays(4);
    expect(tuesdayOf(await plan('on')).meal).toMatchObject({ portions: 1 });
    await limit(day(0), { portions: 0, booked: 0 });
    expect(tuesdayOf(await plan('on')).meal).toBeUndefined();
  });

  test('of weekly boxes is not cut by the limit of the day they are delivered on', async () => {
    await pastTuesdays(4, { eatenAfter: 2 });
    await limit(day(0), { portions: 0, booked: 0 });
    expect(tuesdayOf(await plan('on')).meal).toMatchObject({ portions: 1 });
  });

  test('counts a day on which nobody chose it, but not one whose menu did not have it', async () => {
    await pastTuesdays(4);
    await pastTuesdays(1, { first: 5, item: anItem(dinner) });
    await pastTuesdays(1, { first: 6 });
    expect(tuesdayOf(await plan('on')).meal?.forecast).toMatchObject({ days: 6, low: 0 });
    await menuWithoutLunch(addDays(day(0), -35));
    expect(tuesdayOf(await plan('on')).meal?.forecast).toMatchObject({ days: 5, low: 1 });
  });

  test('reaches back for a meal that sold out or was off the menu for weeks', async () => {
    await pastTuesdays(4, { first: 20 });
    await pastTuesdays(3);
    for (const week of [1, 2, 3])
      await limit(addDays(day(0), -7 * week), { portions: 1, booked: 1 });
    expect(tuesdayOf(await plan('on')).meal?.forecast).toMatchObject({ days: 4, mean: 1 });
  });

  test('is none for a meal that the menu of that week does not have', async () => {
    await pastTuesdays(4);
    await menuWithoutLunch(day(0));
    expect(tuesdayOf(await plan('on')).meal).toBeUndefined();
  });
});

describe('weekdays on which nobody cooks', () => {
  test('are no cook days: what can be is cooked before, and nothing is moved there', async () => {
    await aPaidOrder(t, { orderItems: [lunchOn(2)] });
    const thursday = 4;
    const restore = await cookOn([0, 1, 2, 3, 5, 6]);
    expect(cookings(await plan())).toMatchObject([{ cookDate: day(1) }]);
    expect((await plan()).days.map(({ date, isCookDay }) => [date, isCookDay])).toContainEqual([
      day(2),
      false,
    ]);
    expect((await move(day(2), day(1))).json()).toMatchObject({
      fields: { toDate: 'The kitchen is closed on Thu 15 Jan.' },
    });
    expect(weekdayOf(day(2))).toBe(thursday);
    await restore();
  });

  async function cookOn(weekdays: number[]) {
    const save = async (open: number[]) => {
      const facts = (await staff.get('/api/admin/settings')).json<object>();
      const kitchenHours = everyDay(300, 1200).filter(({ weekday }) => open.includes(weekday));
      const reply = await staff.put('/api/admin/settings', { ...facts, kitchenHours });
      expect(reply.statusCode, reply.body).toBe(200);
    };
    await save(weekdays);
    return () => save([0, 1, 2, 3, 4, 5, 6]);
  }
});

describe('a break of the kitchen', () => {
  const close = async (closures: object[]) => {
    const { db, site } = t.context;
    await db.delete(settings).where(eq(settings.key, 'business'));
    await db.insert(settings).values({ key: 'business', value: { closures } });
    site.renew();
  };
  afterEach(async () => {
    await t.context.db.delete(settings).where(eq(settings.key, 'business'));
    t.context.site.renew();
  });

  test('closes no day for which something is sold all the same: it is cooked and bought for', async () => {
    await aPaidOrder(t, { orderItems: [lunchOn(2)] });
    await close([{ from: day(-7), until: null, reason: 'Holidays' }]);
    const { days, ...planned } = await plan();
    expect(cookings({ days, ...planned })).toMatchObject([{ name: 'Tzatziki', cookDate: day(2) }]);
    expect(planned.missing.map(({ kind }) => kind)).toEqual(['no_pack']);
    expect(days.filter(({ isCookDay }) => isCookDay).map(({ date }) => date)).toEqual([day(2)]);
    expect(planned.cookings[0]?.lines).toMatchObject([{ name: 'Yoghurt' }]);
  });
});

describe('moving a cooking', () => {
  test('keeps it on its day, and lets it go again', async () => {
    await aPaidOrder(t, { orderItems: [lunchOn(2)] });
    expect(cookings(await plan())).toMatchObject([{ cookDate: day(2) }]);
    const moved = await move(day(1), day(2));
    expect(moved.statusCode, moved.body).toBe(200);
    expect(moved.json<ProductionPlanReply>().cookings).toMatchObject([
      { cookDate: day(1), isFixed: true },
    ]);
    const released = await staff.post('/api/admin/production/cookings/release', {
      componentId: tzatziki,
      cookDate: day(1),
    });
    expect(released.statusCode).toBe(204);
    expect(cookings(await plan())).toMatchObject([{ cookDate: day(2) }]);
    expect(await recorded()).toMatchObject([
      {
        action: 'component.move_cooking',
        staffEmail: staff.staff.email,
        entityId: String(tzatziki),
        before: { cookDate: day(2) },
        after: { cookDate: day(1) },
      },
      { action: 'component.release_cooking', before: { cookDate: day(1) }, after: null },
    ]);
  });

  test('out of its days is refused with the reason, and changes nothing', async () => {
    await aPaidOrder(t, { orderItems: [lunchOn(3)] });
    const reply = await move(day(0), day(3));
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      fields: { toDate: expect.stringContaining('Tzatziki keeps 5 days.') },
    });
    expect(cookings(await plan())).toMatchObject([{ cookDate: day(3) }]);
    expect(await t.context.db.select().from(batches)).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  test('that the plan no longer has is refused', async () => {
    expect((await move(day(1))).json()).toMatchObject({ code: 'plan_changed' });
  });
});

describe('a batch', () => {
  test('that is done comes off, keeps its facts, and can be taken back', async () => {
    await threeLunches();
    const done = await cook(1200);
    const planned = await plan();
    expect(planned.cookings).toEqual([]);
    expect(planned.done).toMatchObject([{ madeQty: 1200, name: 'Tzatziki' }]);
    const { id } = assertDefined(planned.done[0], 'a done batch');
    await staff.say({ kind: 'undo', undoes: done.key });
    expect(cookings(await plan())).toMatchObject([{ need: 1200 }]);
    expect(await recorded()).toMatchObject([
      {
        action: 'component.make',
        staffEmail: staff.staff.email,
        entityId: String(tzatziki),
        before: null,
        after: { batch: id, cookDate: day(0), madeQty: 1200 },
      },
      { action: 'component.undo_batch', before: { batch: id, madeQty: 1200 }, after: null },
    ]);
    const trail = await staff.get('/api/admin/audit?what=component.undo_batch&limit=1');
    expect(trail.json()).toMatchObject({ changes: [{ subject: 'Tzatziki' }] });
  });

  test('that gave less leaves the rest to cook', async () => {
    await threeLunches();
    await cook(800);
    expect(cookings(await plan())).toMatchObject([{ cookDate: day(2), need: 396 }]);
  });

  test('of which something is left over serves later days; what is thrown away does not', async () => {
    const done = await cook(1000);
    await aPaidOrder(t, { orderItems: [lunchOn(2)] });
    const correct = (body: { madeQty: number; leftQty: number; wastedQty: number }) =>
      staff.say({
        kind: 'correct',
        potId: done.potId,
        qty: body.madeQty,
        leftQty: body.leftQty,
        wastedQty: body.wastedQty,
      });
    await correct({ madeQty: 1000, leftQty: 0, wastedQty: 1000 });
    expect(cookings(await plan())).toMatchObject([{ need: 400 }]);
    await correct({ madeQty: 1000, leftQty: 300, wastedQty: 700 });
    const planned = await plan();
    expect(cookings(planned)).toMatchObject([{ need: 100 }]);
    const tooMuch = await correct({ madeQty: 1000, leftQty: 600, wastedQty: 600 });
    expect(tooMuch).toMatchObject({ ok: false, code: 'invalid' });
    expect((await recorded()).slice(1)).toMatchObject([
      {
        action: 'component.correct_batch',
        before: { leftQty: 0, wastedQty: 0 },
        after: { leftQty: 0, wastedQty: 1000 },
      },
      { before: { leftQty: 0, wastedQty: 1000 }, after: { leftQty: 300, wastedQty: 700 } },
    ]);
  });
});
