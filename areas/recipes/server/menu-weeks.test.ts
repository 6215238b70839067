import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CopiedMenusReply, MenuWeekReply } from '#areas/menu/calls/menu-weeks.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { addDays, weekFrom } from '#platform/rules/plain-date.ts';
import { menuWeeks, meals } from '#areas/menu/server/tables/meals.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, day, menuOf, WEEK_START } from '#quality/support/an-order.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { eq } from 'drizzle-orm';

let t: TestApp;
let staff: StaffClient;
let all: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  all = await menuOf(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.context.db.delete(menuWeeks);
  t.context.site.renew();
});

const NEXT_WEEK = addDays(WEEK_START, 7);
/** The Sunday at 17:00 in Brisbane on which the week from 20 January opens. */
const OPENS = '2026-01-11T07:00:00Z';

const meal = (index: number): MealReply => all[index] as MealReply;
const everyDay = (weekStart: string, ...of: MealReply[]) =>
  of.map(({ id }) => ({ mealId: id, days: weekFrom(weekStart) }));
const save = (weekStart: string, body: object) =>
  staff.put(`/api/admin/menu-weeks/${weekStart}`, body);
async function ready(weekStart: string, entries: object[]): Promise<MenuWeekReply> {
  const reply = await save(weekStart, { state: 'ready', entries });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
async function quote(of: MealReply, date: string) {
  const orderItems = [anItem(of, { mealDate: date, deliveryDate: date })];
  const orderData = anOrder(all, { orderItems });
  const reply = await t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
  return reply.statusCode === 200 ? 'sold' : reply.json<{ code: string }>().code;
}
const onMenu = async () => (await menuOf(t)).map(({ id }) => id);

describe('a week with a ready menu', () => {
  test('sells what is on it, on its days, and nothing else', async () => {
    const lunch = meal(0);
    await ready(WEEK_START, [{ mealId: lunch.id, days: [day(1), day(3)] }]);
    expect(await quote(lunch, day(1))).toBe('sold');
    expect(await quote(lunch, day(2))).toBe('meal_unavailable');
    expect(await quote(meal(1), day(1))).toBe('meal_unavailable');
    expect(await onMenu()).toEqual([lunch.id]);
  });

  test('tells the picker the days, and the staff’s own browser too', async () => {
    const lunch = meal(0);
    await ready(WEEK_START, [{ mealId: lunch.id, days: [day(3), day(1)] }]);
    const offered = [{ from: WEEK_START, to: day(6), days: [day(1), day(3)] }];
    expect((await menuOf(t))[0]).toMatchObject({ offered });
    const asStaff = (await staff.get('/api/meals')).json<MealReply[]>();
    expect(asStaff.find(({ id }) => id === lunch.id)).toMatchObject({ offered });
    expect(asStaff.find(({ id }) => id === meal(1).id)).toMatchObject({
      offered: [{ from: WEEK_START, to: day(6), days: [] }],
    });
  });

  test('never switches a meal on', async () => {
    const [off, on] = [meal(0), meal(1)];
    await ready(WEEK_START, everyDay(WEEK_START, off, on));
    await t.context.db.update(meals).set({ isActive: false }).where(eq(meals.id, off.id));
    t.context.site.renew();
    try {
      expect(await quote(off, day(1))).toBe('meal_unavailable');
      expect(await onMenu()).toEqual([on.id]);
    } finally {
      await t.context.db.update(meals).set({ isActive: true }).where(eq(meals.id, off.id));
      t.context.site.renew();
    }
  });

  test('is published to the second of the cutoff that opens it, in every process', async () => {
    const [now, later] = [meal(0), meal(1)];
    await ready(WEEK_START, everyDay(WEEK_START, now));
    await ready(NEXT_WEEK, everyDay(NEXT_WEEK, later));
    const other = createSite(t.context, t.context.changes, loadShownRatings);
    const inOther = async () => (await other.current()).menu.map(({ id }) => id);
    t.setNow('2026-01-11T06:59:59Z');
    expect([await onMenu(), await inOther()]).toEqual([[now.id], [now.id]]);
    expect(await quote(later, NEXT_WEEK)).not.toBe('sold');
    t.setNow(OPENS);
    expect([await onMenu(), await inOther()]).toEqual([[later.id], [later.id]]);
    expect(await quote(later, NEXT_WEEK)).toBe('sold');
    expect(await quote(now, NEXT_WEEK)).toBe('meal_unavailable');
  });

  test('left out in the next one, which sells what is switched on', async () => {
    await ready(WEEK_START, everyDay(WEEK_START, meal(0)));
    t.setNow(OPENS);
    expect(await onMenu()).toEqual(all.map(({ id }) => id));
    expect(await quote(meal(1), NEXT_WEEK)).toBe('sold');
  });
});

test('a draft changes nothing for customers, and neither does a menu that is taken away again', async () => {
  const before = (await t.app.inject('/api/meals')).body;
  const draft = await save(WEEK_START, {
    state: 'draft',
    entries: everyDay(WEEK_START, meal(0)),
  });
  expect(draft.json()).toMatchObject({ state: 'draft', version: 1 });
  expect((await t.app.inject('/api/meals')).body).toBe(before);
  await save(WEEK_START, { state: 'ready', entries: everyDay(WEEK_START, meal(0)), version: 1 });
  expect(await onMenu()).toHaveLength(1);
  expect((await staff.delete(`/api/admin/menu-weeks/${WEEK_START}`)).statusCode).toBe(204);
  expect((await t.app.inject('/api/meals')).body).toBe(before);
});

describe('what is refused', () => {
  test.each([
    ['a week that starts on another day', day(1), { entries: [] }, 'weekStart'],
    ['a week that is over', addDays(WEEK_START, -14), { entries: [] }, 'weekStart'],
    [
      'a meal that does not exist',
      WEEK_START,
      { entries: [{ mealId: 99_999, days: [day(0)] }] },
      'entries.0.mealId',
    ],
    ['a ready menu without meals', WEEK_START, { state: 'ready', entries: [] }, 'entries'],
  ])('%s, by field', async (_, weekStart, body, field) => {
    const reply = await save(weekStart, { state: 'draft', ...body });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('a day of another week, and a meal listed twice', async () => {
    const twice = [...everyDay(WEEK_START, meal(0)), { mealId: meal(0).id, days: [NEXT_WEEK] }];
    const reply = await save(WEEK_START, { state: 'draft', entries: twice });
    expect(reply.json<{ fields: object }>().fields).toEqual({
      'entries.1.mealId': 'This meal is listed twice',
      'entries.1.days': 'Tue 20 Jan 2026 is not in this week',
    });
    expect(await t.context.db.select().from(menuWeeks)).toEqual([]);
  });

  test('the second of two who save at once: nothing of theirs is kept', async () => {
    const first = await ready(WEEK_START, everyDay(WEEK_START, meal(0)));
    const saves = [meal(1), meal(2)].map((of) =>
      save(WEEK_START, {
        state: 'ready',
        entries: everyDay(WEEK_START, of),
        version: first.version,
      }),
    );
    const codes = (await Promise.all(saves)).map(({ statusCode }) => statusCode).toSorted();
    expect(codes).toEqual([200, 409]);
    expect(await onMenu()).toHaveLength(1);
  });

  test('the second of two who make the first menu at once', async () => {
    const saves = [meal(1), meal(2)].map((of) =>
      save(WEEK_START, { state: 'ready', entries: everyDay(WEEK_START, of) }),
    );
    const codes = (await Promise.all(saves)).map(({ statusCode }) => statusCode).toSorted();
    expect(codes).toEqual([200, 409]);
    expect(await onMenu()).toHaveLength(1);
  });
});

describe('repeating menus', () => {
  const rotate = async (body: object) => {
    const reply = await staff.post('/api/admin/menu-weeks/rotate', body);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<CopiedMenusReply>();
  };
  const weeksOf = async (from: string, to: string) =>
    (await staff.get(`/api/admin/menu-weeks?from=${from}&to=${to}`)).json<MenuWeekReply[]>();

  test('goes on over the end of the year, as drafts, day for day', async () => {
    const start = '2026-12-15';
    await ready(start, [{ mealId: meal(0).id, days: ['2026-12-16'] }]);
    await ready('2026-12-22', everyDay('2026-12-22', meal(1)));
    const { made, kept } = await rotate({ from: start, every: 2, weeks: 3 });
    expect(made).toEqual([
      { weekStart: '2026-12-29', from: start },
      { weekStart: '2027-01-05', from: '2026-12-22' },
      { weekStart: '2027-01-12', from: start },
    ]);
    expect(kept).toEqual([]);
    expect(
      (await weeksOf('2026-12-29', '2027-01-12')).map(({ state, entries }) => [state, entries]),
    ).toEqual([
      ['draft', [{ mealId: meal(0).id, days: ['2026-12-30'] }]],
      ['draft', everyDay('2027-01-05', meal(1))],
      ['draft', [{ mealId: meal(0).id, days: ['2027-01-13'] }]],
    ]);
  });

  test('leaves weeks that have a menu, and names the meals that it left out', async () => {
    await ready(WEEK_START, everyDay(WEEK_START, meal(0), meal(1)));
    await ready(NEXT_WEEK, everyDay(NEXT_WEEK, meal(2)));
    await t.context.db
      .update(meals)
      .set({ isActive: false })
      .where(eq(meals.id, meal(1).id));
    t.context.site.renew();
    try {
      const { made, kept, leftOut } = await rotate({ from: WEEK_START, every: 1, weeks: 2 });
      expect(made).toEqual([{ weekStart: addDays(NEXT_WEEK, 7), from: WEEK_START }]);
      expect(kept).toEqual([NEXT_WEEK]);
      expect(leftOut).toEqual([{ mealId: meal(1).id, name: meal(1).name, why: 'switched off' }]);
    } finally {
      await t.context.db
        .update(meals)
        .set({ isActive: true })
        .where(eq(meals.id, meal(1).id));
    }
  });

  test('of weeks without a menu is refused', async () => {
    const body = { from: WEEK_START, every: 2, weeks: 2 };
    const reply = await staff.post('/api/admin/menu-weeks/rotate', body);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
      409,
      'nothing_to_copy',
    ]);
  });
});
