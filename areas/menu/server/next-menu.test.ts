/** The menu of the week ahead: shown before it can be ordered from, missed when it is not there; and sold meals taken off. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SavedMenuReply, NextMenu } from '#areas/menu/calls/menu-weeks.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { SystemReply } from '#areas/office/calls/system-page.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays, weekFrom } from '#platform/rules/plain-date.ts';
import { menuWeeks, meals } from '#areas/menu/server/tables/meals.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, day, menuOf, WEEK_START } from '#quality/support/an-order.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let all: MealReply[];

beforeAll(async () => {
  t = await startTestApp({ business: { ...defaultBusiness, showNextWeek: true } });
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
const OPENS = '2026-01-11T07:00:00Z';

const meal = (index: number): MealReply => all[index] as MealReply;
const entry = ({ id }: MealReply, days: string[]) => ({ mealId: id, days });
async function save(weekStart: string, entries: object[], values: object = {}) {
  const body = { state: 'ready', entries, ...values };
  const reply = await staff.put(`/api/admin/menu-weeks/${weekStart}`, body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<SavedMenuReply>();
}
const nextMenu = async () =>
  (await t.app.inject('/api/next-menu')).json<{ menu: NextMenu | null }>().menu;
const quote = (of: MealReply, date: string) => {
  const orderItems = [anItem(of, { mealDate: date, deliveryDate: date })];
  const orderData = anOrder(all, { orderItems });
  return t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
};

describe('next week’s menu', () => {
  test('is shown with its days, and cannot be ordered from until its week opens', async () => {
    const days = [addDays(NEXT_WEEK, 1), addDays(NEXT_WEEK, 3)];
    await save(NEXT_WEEK, [entry(meal(0), days)]);
    expect(await nextMenu()).toEqual({
      weekStart: NEXT_WEEK,
      weekEnd: addDays(NEXT_WEEK, 6),
      opensAt: new Date(OPENS).toISOString(),
      meals: [
        {
          name: meal(0).name,
          slug: meal(0).slug,
          mealType: meal(0).mealType,
          calories: meal(0).calories,
          protein: meal(0).protein,
          price: meal(0).price,
          days,
        },
      ],
    });
    expect((await quote(meal(0), days[0]!)).statusCode).not.toBe(200);
    t.setNow(OPENS);
    expect(await nextMenu()).toBe(null);
    expect((await quote(meal(0), days[0]!)).statusCode).toBe(200);
  });

  test('leaves out what is switched off, at odds with itself or out of season, and days out of season', async () => {
    const [off, ending, over] = [meal(0), meal(1), meal(2)];
    const atOdds = all.slice(3).find(({ allergens }) => allergens?.includes('milk'))!;
    const { db, site } = t.context;
    await save(
      NEXT_WEEK,
      [off, ending, over, atOdds].map((each) => entry(each, weekFrom(NEXT_WEEK))),
    );
    const set = (of: MealReply, values: Partial<typeof meals.$inferInsert>) =>
      db.update(meals).set(values).where(eq(meals.id, of.id));
    await set(off, { isActive: false });
    await set(atOdds, { allergens: [] });
    await set(ending, { availableTo: addDays(NEXT_WEEK, 1) });
    await set(over, { availableTo: addDays(NEXT_WEEK, -1) });
    site.renew();
    try {
      const shown = (await nextMenu())?.meals.map(({ slug, days }) => [slug, days]);
      expect(shown).toEqual([[ending.slug, [NEXT_WEEK, addDays(NEXT_WEEK, 1)]]]);
    } finally {
      await set(off, { isActive: true });
      await set(atOdds, { allergens: atOdds.allergens });
      for (const each of [ending, over]) await set(each, { availableTo: null });
      site.renew();
    }
  });

  test('is nobody’s while it is a draft, is of a later week, or the kitchen shows none', async () => {
    const entries = [entry(meal(0), weekFrom(NEXT_WEEK))];
    await save(NEXT_WEEK, entries, { state: 'draft' });
    expect(await nextMenu()).toBe(null);
    await save(NEXT_WEEK, entries, { version: 1 });
    expect(await nextMenu()).not.toBe(null);
    const { db, site } = t.context;
    const change = (showNextWeek: boolean) =>
      db
        .update(settings)
        .set({ value: { ...defaultBusiness, showNextWeek } })
        .where(eq(settings.key, 'business'));
    await change(false);
    site.renew();
    try {
      expect(await nextMenu()).toBe(null);
    } finally {
      await change(true);
      site.renew();
    }
    await db.delete(menuWeeks);
    const later = addDays(NEXT_WEEK, 7);
    await save(later, [entry(meal(0), weekFrom(later))]);
    expect(await nextMenu()).toBe(null);
  });

  test('that is missing three days before its week opens is an alarm, until it is there', async () => {
    const isMissed = async () =>
      (await staff.get('/api/admin/system'))
        .json<SystemReply>()
        .alarms.find(({ id }) => id === 'menu_missing');
    t.setNow('2026-01-09T07:00:00Z');
    expect(await isMissed()).toBeUndefined();
    await save(WEEK_START, [entry(meal(0), weekFrom(WEEK_START))]);
    expect(await isMissed()).toMatchObject({
      detail: 'The week of Tue 20 Jan 2026 opens within three days.',
    });
    await save(NEXT_WEEK, [entry(meal(0), weekFrom(NEXT_WEEK))], { state: 'draft' });
    expect(await isMissed()).toBeDefined();
    await save(NEXT_WEEK, [entry(meal(0), weekFrom(NEXT_WEEK))], { version: 1 });
    expect(await isMissed()).toBeUndefined();
  });
});

describe('a meal that is taken off and was sold', () => {
  test('sells no more, stays in its orders, is named with what is sold, and can be swapped', async () => {
    const [sold, other] = [meal(0), meal(1)];
    const week = weekFrom(WEEK_START);
    const first = await save(WEEK_START, [entry(sold, week), entry(other, week)]);
    expect(first.stillSold).toEqual([]);
    const date = day(1);
    const orderItems = [anItem(sold, { mealDate: date, deliveryDate: date })];
    const { id } = await aPaidOrder(t, { orderItems });
    const version = first.version;
    const saved = await save(WEEK_START, [entry(other, week)], { version });
    expect(saved.stillSold).toEqual([{ mealId: sold.id, name: sold.name, date, sold: 1 }]);
    expect((await quote(sold, date)).json()).toMatchObject({ code: 'meal_unavailable' });
    expect((await staff.order(id)).orderItems).toMatchObject([{ mealId: sold.id }]);
    const preview = await staff.post(`/api/admin/meals/${sold.id}/run-out`, {
      from: date,
      to: date,
      action: 'refund',
      dryRun: true,
    });
    expect(preview.json()).toMatchObject({ rows: [{ orderId: id, portions: 1 }] });
    // Saved again, nothing more is taken off.
    const again = await save(WEEK_START, [entry(other, week)], { version: saved.version });
    expect(again.stillSold).toEqual([]);
  });

  test('on one day only is named for that day; a draft, which offers everything, names none', async () => {
    const sold = meal(3);
    const orderItems = [1, 2].map((at) =>
      anItem(sold, { mealDate: day(at), deliveryDate: day(1) }),
    );
    await aPaidOrder(t, { orderItems });
    const week = weekFrom(WEEK_START);
    const days = week.filter((each) => each !== day(2));
    const before = await save(WEEK_START, [entry(sold, week), entry(meal(0), week)]);
    const less = [entry(sold, days), entry(meal(0), week)];
    const saved = await save(WEEK_START, less, { version: before.version });
    expect(saved.stillSold).toMatchObject([{ mealId: sold.id, date: day(2), sold: 1 }]);
    const draft = await save(WEEK_START, [entry(meal(0), week)], {
      state: 'draft',
      version: saved.version,
    });
    expect(draft.stillSold).toEqual([]);
  });
});
