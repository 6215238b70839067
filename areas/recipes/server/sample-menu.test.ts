import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { mealRequestOf } from '#areas/menu/web/portal/staff-meals-queries.ts';
import type { MealAct, ManyMealsReply } from '#areas/recipes/calls/many-meals.ts';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import type { RemovalReply, SampleMenuReply } from '#areas/recipes/calls/sample-menu.ts';
import { removalText } from '#areas/recipes/rules/sample-menu.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { aMealRequest } from '#quality/support/a-meal.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { menuOf } from '#quality/support/an-order.ts';
import { checkInvariants, checkMenu } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;

beforeEach(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  await seedSampleRecipes(t.context.db, t.context.clock());
  t.context.site.renew();
});
afterEach(async () => {
  await checkMenu(t.context);
  await t.close();
});

const all = async () => (await staff.get('/api/admin/meals')).json<StaffMealReply[]>();
const called = async (slug: string) => (await all()).find((meal) => meal.slug === slug)!;
const book = async () => (await staff.get('/api/admin/recipe-book')).json<RecipeBookReply>();
const state = async () => (await staff.get('/api/admin/sample-menu')).json<SampleMenuReply>();
const preview = async () =>
  (await staff.post('/api/admin/sample-menu/remove', { dryRun: true })).json<RemovalReply>();
const remove = async () => {
  const { previewHash } = await preview();
  return staff.post('/api/admin/sample-menu/remove', { previewHash });
};
const daysAfter = (at: number, days: number) => new Date(at + days * 86_400_000).toISOString();
const addOwn = () => staff.post('/api/meals', aMealRequest({ name: 'Our own curry' }));
const save = async (slug: string, change: object) => {
  const meal = await called(slug);
  const reply = await staff.put(`/api/meals/${meal.id}`, { ...mealRequestOf(meal), ...change });
  expect(reply.statusCode, reply.body).toBe(200);
};

type Line = RecipeBookReply['meals'][number]['lines'][number];
const idsIn = (lines: readonly Line[]) =>
  lines.flatMap((line) => ('componentId' in line ? [line.componentId] : []));

/** What recipes of these meals name and the cookbook does not have. */
function missingComponents({ meals: recipes, components }: RecipeBookReply, mealIds: number[]) {
  const known = new Set(components.map(({ id }) => id));
  const used = recipes.filter(({ mealId }) => mealIds.includes(mealId));
  expect(used).toHaveLength(mealIds.length);
  return used.flatMap(({ lines }) => idsIn(lines)).filter((id) => !known.has(id));
}

async function cookDifferently(before: RecipeBookReply, mealId: number) {
  const { version, basis, packagingCents, steps, allergenReasons, lines } = before.meals.find(
    (one) => one.mealId === mealId,
  )!;
  const unitOf = (id: number) => before.ingredients.find((one) => one.id === id)!.baseUnit;
  const sent = lines.map((line) => ({
    ...('componentId' in line
      ? { componentId: line.componentId, unit: 'g' }
      : { ingredientId: line.ingredientId, unit: unitOf(line.ingredientId) }),
    amount: String(line.qty),
  }));
  const body = { version, basis, packagingCents, allergenReasons, steps: `${steps} Taste.` };
  const saved = await staff.put(`/api/admin/meals/${mealId}/recipe`, { ...body, lines: sent });
  expect(saved.statusCode, saved.body).toBe(200);
}

describe('removing the sample menu', () => {
  test('an open kitchen adds a meal of its own first', async () => {
    expect(await preview()).toMatchObject({ meals: 36, changed: 0, refusal: 'Add a meal first.' });
    const refused = await remove();
    expect(refused.json()).toMatchObject({
      code: 'nothing_left_to_sell',
      message: 'Add a meal first.',
    });
    expect(await menuOf(t)).toHaveLength(36);
    await staff.post('/api/meals', aMealRequest({ name: 'Off the menu', isActive: false }));
    expect((await remove()).statusCode).toBe(409);
  });

  test('a kitchen that does not sell yet may remove it at any time', async () => {
    await t.context.db
      .insert(settings)
      .values({ key: 'business', value: { launchDate: '2030-01-01' } });
    t.context.site.renew();
    expect((await preview()).refusal).toBeNull();
  });

  test('what staff changed stays, with what it is cooked from and all ingredients; a switch is no change', async () => {
    await addOwn();
    const [dearer, recooked, off] = [
      'beef-bulgogi-with-sesame-greens',
      'teriyaki-salmon-soba',
      'smoky-beef-burrito-bowl',
    ] as const;
    await save(dearer, { price: '19.50' });
    await save(off, { isActive: false });
    const before = await book();
    await cookDifferently(before, (await called(recooked)).id);

    const counts = await preview();
    expect(counts).toMatchObject({ meals: 34, changed: 2, refusal: null });
    expect(counts.ingredients).toBe(before.ingredients.length);
    expect((await remove()).statusCode).toBe(200);

    expect((await all()).map(({ slug }) => slug).toSorted()).toEqual(
      [dearer, recooked, 'our-own-curry'].toSorted(),
    );
    const after = await book();
    expect(after.ingredients).toEqual(before.ingredients);
    expect(after.components.length).toBeLessThan(before.components.length);
    expect(missingComponents(after, [(await called(recooked)).id])).toEqual([]);
    expect(await state()).toMatchObject({ meals: 0, changed: 2, removed: { meals: 34 } });
  });

  test('paid portions are still cooked: their components stay until they are brought', async () => {
    await addOwn();
    const order = await aPaidOrder(t);
    const { orderItems } = await staff.order(order.id);
    const ordered = new Set(orderItems.map(({ mealId }) => mealId));
    const before = await book();
    const mealIds = before.meals.map(({ mealId }) => mealId).filter((id) => ordered.has(id));
    const used = before.meals.filter(({ mealId }) => ordered.has(mealId));
    expect(used.flatMap(({ lines }) => idsIn(lines)).length).toBeGreaterThan(0);
    await remove();
    expect(missingComponents(await book(), mealIds)).toEqual([]);
    await checkInvariants(t.context.db, t.context.clock);
  });

  test('what someone changed since the preview is not removed by it', async () => {
    await addOwn();
    const { previewHash } = await preview();
    await save('beef-bulgogi-with-sesame-greens', { price: '19.50' });
    const refused = await staff.post('/api/admin/sample-menu/remove', { previewHash });
    expect(refused.json()).toMatchObject({ code: 'preview_changed', preview: { meals: 35 } });
    expect(await menuOf(t)).toHaveLength(37);
  });

  test('it comes back as it was, for 30 days', async () => {
    await addOwn();
    await save('smoky-beef-burrito-bowl', { isActive: false });
    const [menu, recipes] = [await menuOf(t), await book()];
    const removedAt = t.context.clock();
    await remove();
    expect(await menuOf(t)).toHaveLength(1);
    t.setNow(daysAfter(removedAt, 29));
    const back = await staff.post('/api/admin/sample-menu/bring-back');
    expect(back.json()).toMatchObject({ meals: 36, removed: null });
    expect((await menuOf(t)).map(({ slug }) => slug)).toEqual(menu.map(({ slug }) => slug));
    expect((await called('smoky-beef-burrito-bowl')).isActive).toBe(false);
    expect((await book()).components).toEqual(recipes.components);
    expect((await staff.post('/api/admin/sample-menu/bring-back')).json()).toMatchObject({
      code: 'nothing_to_undo',
    });

    await remove();
    t.setNow(daysAfter(t.context.clock(), 31));
    expect((await state()).removed).toBeNull();
    expect((await staff.post('/api/admin/sample-menu/bring-back')).statusCode).toBe(409);
  });

  test('one meal restored from the archive brings what it is cooked from', async () => {
    await addOwn();
    const { mealId } = (await book()).meals.find(({ lines }) => idsIn(lines).length > 0)!;
    await remove();
    expect(missingComponents(await book(), [mealId])).not.toEqual([]);
    const restored = await staff.post(`/api/admin/meals/${mealId}/restore`);
    expect(restored.statusCode, restored.body).toBe(200);
    expect(missingComponents(await book(), [mealId])).toEqual([]);
  });

  test('a copy of a sample meal is the kitchen’s own', async () => {
    const { id } = await called('teriyaki-salmon-soba');
    const copied = await staff.post(`/api/admin/meals/${id}/duplicate`);
    expect(copied.statusCode, copied.body).toBe(201);
    expect(await state()).toMatchObject({ meals: 36, changed: 0 });
  });

  test('is said in one sentence for each thing that happens', () => {
    expect(removalText({ meals: 36, ingredients: 184, changed: 5 })).toBe(
      '36 meals leave the menu and their recipes are archived. 184 ingredients stay as your pantry. 5 meals you changed stay.',
    );
    expect(removalText({ meals: 1, ingredients: 1, changed: 0 })).toBe(
      '1 meal leaves the menu and its recipe is archived. 1 ingredient stays as your pantry.',
    );
  });
});

describe('many meals at once', () => {
  const many = async (ids: number[], act: MealAct, more: object = {}) =>
    staff.post('/api/admin/meals/many', { ids, act, ...more });

  test('are switched off, on and archived; the preview does nothing', async () => {
    const [one, two, three] = (await all()).map(({ id }) => id) as [number, number, number];
    const shown = (await many([one, two], 'off', { dryRun: true })).json<ManyMealsReply>();
    expect(shown.results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await menuOf(t)).toHaveLength(36);
    const { previewHash } = shown;
    expect((await many([one, two], 'off', { previewHash })).statusCode).toBe(200);
    expect(await menuOf(t)).toHaveLength(34);
    expect((await many([one, two, three], 'off')).json()).toMatchObject({
      results: [
        { id: one, ok: false, message: 'It is off already.' },
        { id: two, ok: false },
        { id: three, ok: true },
      ],
    });
    await many([one], 'on');
    await many([two, 99_999], 'archive');
    expect(await menuOf(t)).toHaveLength(34);
    expect((await all()).some(({ id }) => id === two)).toBe(false);
  });

  test('one at odds with itself stays off, and says why', async () => {
    const reply = await staff.post(
      '/api/meals',
      aMealRequest({ isActive: false, ingredients: 'Rice, milk', allergens: [] }),
    );
    const { id } = reply.json<StaffMealReply>();
    const shown = (await many([id], 'on', { dryRun: true })).json<ManyMealsReply>();
    expect(shown.results).toMatchObject([
      { id, ok: false, message: expect.stringMatching(/milk/i) },
    ]);
    await many([id], 'on');
    expect(await menuOf(t)).toHaveLength(36);
  });

  test('anyone who leaves nothing to order is told first', async () => {
    const ids = (await all()).map(({ id }) => id);
    const shown = (await many(ids, 'off', { dryRun: true })).json<ManyMealsReply>();
    expect(shown.isMenuEmpty).toBe(true);
  });

  test('what changed since the preview is done by nobody', async () => {
    const [one] = (await all()).map(({ id }) => id) as [number];
    const { previewHash } = (await many([one], 'off', { dryRun: true })).json<ManyMealsReply>();
    await many([one], 'off');
    const refused = await many([one], 'off', { previewHash });
    expect(refused.json()).toMatchObject({ code: 'preview_changed' });
  });
});
