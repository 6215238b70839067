/** One component in another's place everywhere, and the versions that are kept of recipes. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type {
  AllergensDifferReply,
  ComponentReply,
  RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import type { RecipeVersionsReply } from '#areas/recipes/calls/recipe-history.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { menuOf } from '#quality/support/an-order.ts';
import { checkMenu } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  await seedSampleRecipes(t.context.db, t.context.clock());
  menu = await menuOf(t);
});
afterEach(() => checkMenu(t.context));
afterAll(() => t.close());

const readBook = async () => (await staff.get('/api/admin/recipe-book')).json<RecipeBookReply>();
const component = (book: RecipeBookReply, name: string): ComponentReply =>
  book.components.find((each) => each.name === name)!;
const using = (book: RecipeBookReply, id: number) => ({
  meals: book.meals.filter(({ lines }) =>
    lines.some((line) => 'componentId' in line && line.componentId === id),
  ),
  components: book.components.filter(({ lines }) =>
    lines.some((line) => 'componentId' in line && line.componentId === id),
  ),
});
const replace = (id: number, byId: number, settle?: object[]) =>
  staff.post(`/api/admin/components/${id}/replace`, { byId, ...(settle && { settle }) });
const versions = async (path: string) =>
  (await staff.get(`/api/admin/${path}/versions`)).json<RecipeVersionsReply>().versions;

describe('a component', () => {
  test('in use cannot go, and its recipes are named', async () => {
    const book = await readBook();
    const { id } = component(book, 'Tzatziki');
    const reply = await staff.post(`/api/admin/components/${id}/archive`);
    expect(reply.statusCode).toBe(409);
    const names = using(book, id).meals.map(
      ({ mealId }) => menu.find((meal) => meal.id === mealId)!.name,
    );
    const { code, recipes } = reply.json<{ code: string; recipes: { name: string }[] }>();
    expect(code).toBe('in_use');
    expect(recipes.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  test('is not replaced by one that needs it', async () => {
    const book = await readBook();
    const paste = component(book, 'Green curry paste');
    const sauce = component(book, 'Green curry sauce');
    const reply = await replace(paste.id, sauce.id);
    expect(reply.json()).toMatchObject({
      code: 'circle',
      way: ['Green curry sauce', 'Green curry sauce'],
    });
    expect(await readBook()).toEqual(book);
  });

  test.each([
    ['itself', (book: RecipeBookReply) => component(book, 'Tzatziki').id],
    ['what is not there', () => 99_999],
  ])('is not replaced by %s', async (_what, byId) => {
    const book = await readBook();
    const reply = await replace(component(book, 'Tzatziki').id, byId(book));
    expect(reply.json()).toMatchObject({ fields: { byId: 'Choose another component.' } });
    expect(await readBook()).toEqual(book);
  });

  test('is replaced everywhere at once: new versions, and meals that declare what the other one brings', async () => {
    const before = await readBook();
    const old = component(before, 'Tzatziki');
    const by = component(before, 'Caesar dressing');
    const concerned = using(before, old.id);
    const stopped = await replace(old.id, by.id);
    expect(stopped.statusCode).toBe(409);
    const { code, meals } = stopped.json<AllergensDifferReply>();
    expect(code).toBe('allergens_differ');
    expect(meals.flatMap(({ missing }) => missing)).toContain('egg');
    expect(await readBook()).toEqual(before);

    const settle = meals.map(({ mealId, allergens, proposedIngredients: ingredients }) => ({
      mealId,
      allergens,
      ingredients,
    }));
    const saved = await replace(old.id, by.id, settle);
    expect(saved.statusCode, saved.body).toBe(200);
    const after = saved.json<RecipeBookReply>();
    expect(using(after, old.id)).toEqual({ meals: [], components: [] });
    expect(after.components.some(({ id }) => id === old.id)).toBe(false);
    for (const { mealId, version } of concerned.meals) {
      expect(after.meals.find((each) => each.mealId === mealId)?.version).toBe(version + 1);
      const declared = (await menuOf(t)).find(({ id }) => id === mealId)?.allergens;
      expect(declared).toEqual(expect.arrayContaining(['milk', 'egg', 'fish']));
    }
    const [{ mealId } = { mealId: 0 }] = concerned.meals;
    const [newest, first] = await versions(`meals/${mealId}/recipe`);
    expect(newest?.changes).toEqual([
      expect.stringMatching(/^Removed Tzatziki, /),
      expect.stringMatching(/^Added Caesar dressing, /),
    ]);
    expect(newest?.by).toBe(`${staff.staff.firstName} ${staff.staff.lastName}`);
    expect(first).toMatchObject({ version: 1, by: null, changes: null });
  });
});

describe('versions', () => {
  test('say what each save changed, newest first', async () => {
    const rice = component(await readBook(), 'Jasmine rice, cooked');
    const { id, baseUnit, potQty, lines, ...rest } = rice;
    const saved = await staff.put(`/api/admin/components/${id}`, {
      ...rest,
      keepsDays: 3,
      pot: { amount: String(potQty), unit: baseUnit },
      lines: lines.map(({ qty, ...line }, at) => ({
        ...line,
        amount: String(at === 0 ? qty + 100 : qty),
        unit: 'g',
      })),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await versions(`components/${id}`)).toMatchObject([
      { version: 2, changes: ['Keeps: 4 days → 3 days', 'Jasmine rice: 2,800 g → 2,900 g'] },
      { version: 1, changes: null },
    ]);
  });

  test('of what has no recipe are not found', async () => {
    expect((await staff.get('/api/admin/components/99999/versions')).statusCode).toBe(404);
    expect((await staff.get('/api/admin/meals/99999/recipe/versions')).statusCode).toBe(404);
  });
});

describe('sulphites under 10 mg/kg', () => {
  const withSulphites = async (name: string, settle: object[]) => {
    const book = await readBook();
    const {
      id,
      baseUnit: _unit,
      checkedAt: _at,
      figuresVouchedBy: _by,
      pack: _pack,
      ...rest
    } = book.ingredients.find((each) => each.name === name)!;
    const contains = [...rest.contains!, 'sulphites'];
    return staff.put(`/api/admin/ingredients/${id}`, { ...rest, contains, settle });
  };

  test('are left out with a reason, which is kept with the recipe as a version of its own', async () => {
    const stopped = await withSulphites('Tahini', []);
    const { meals } = stopped.json<AllergensDifferReply>();
    const [meal] = meals;
    expect(meal).toMatchObject({
      missing: ['sulphites'],
      proposedIngredients: expect.stringContaining('sulphites'),
    });
    const before = (await readBook()).meals.find(({ mealId }) => mealId === meal!.mealId)!;
    const allergens = meal!.allergens.filter((each) => each !== 'sulphites');
    const settled = (values: object) => [{ mealId: meal!.mealId, allergens, ...values }];
    expect((await withSulphites('Tahini', settled({}))).json()).toMatchObject({
      code: 'allergens_differ',
    });
    expect(
      (await withSulphites('Tahini', settled({ reasons: { sulphites: ' ' } }))).json(),
    ).toMatchObject({
      code: 'allergens_differ',
    });
    expect(
      (await withSulphites('Tahini', settled({ reasons: { milk: 'A little' } }))).json(),
    ).toMatchObject({
      fields: { settle: 'Only sulphites can be left out with a reason.' },
    });
    const reasons = { sulphites: '4 mg/kg by the supplier’s test' };
    const saved = await withSulphites(
      'Tahini',
      settled({ reasons, ingredients: 'Tofu (soy), sesame.' }),
    );
    expect(saved.statusCode, saved.body).toBe(200);
    const after = saved
      .json<RecipeBookReply>()
      .meals.find(({ mealId }) => mealId === meal!.mealId)!;
    expect(after).toEqual({
      ...before,
      allergenReasons: { ...before.allergenReasons, ...reasons },
      version: before.version + 1,
    });
    const declared = (await menuOf(t)).find(({ id }) => id === meal!.mealId);
    expect(declared).toMatchObject({ allergens, ingredients: 'Tofu (soy), sesame.' });
    expect((await versions(`meals/${meal!.mealId}/recipe`))[0]).toMatchObject({
      changes: ['Reason for sulphites: 4 mg/kg by the supplier’s test'],
    });
  });

  test('are settled for no meal that the save does not concern', async () => {
    const book = await readBook();
    const reply = await withSulphites('Anchovies in oil', [
      { mealId: 99_999, allergens: [], reasons: { sulphites: 'x' } },
    ]);
    expect(reply.json()).toMatchObject({ fields: { settle: expect.any(String) } });
    expect(await readBook()).toEqual(book);
  });
});
