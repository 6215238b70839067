import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import type {
  AllergensDifferReply,
  ComponentReply,
  IngredientReply,
  MealByRecipeReply,
  MealRecipeReply,
  RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import type { SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import type { RecipesToSettleReply } from '#areas/orders/calls/food-to-settle.ts';
import { deriveMeal } from '#areas/menu/rules/derive-meal.ts';
import { listTakeOver, NOTHING_DECLARED, takenFacts } from '#areas/menu/rules/take-over.ts';
import { meals as mealRows } from '#areas/menu/server/tables/meals.ts';
import { recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, menuOf } from '#quality/support/an-order.ts';
import { checkMenu } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let menu: MealReply[];
let book: RecipeBookReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  await seedSampleRecipes(t.context.db, t.context.clock());
  menu = await menuOf(t);
});
afterEach(() => checkMenu(t.context));
afterAll(() => t.close());
beforeEach(async () => {
  book = (await staff.get('/api/admin/recipe-book')).json();
});

const find = <T extends { name: string }>(list: readonly T[], name: string): T => {
  const found = list.find((each) => each.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const ingredient = (name: string) => find(book.ingredients, name);
const component = (name: string) => find(book.components, name);
const meal = (slug: string) => menu.find((each) => each.slug === slug)!;
const recipe = (slug: string) => book.meals.find(({ mealId }) => mealId === meal(slug).id)!;
const current = async (slug: string) =>
  (await menuOf(t)).find((each) => each.slug === slug) as MealReply;

const versionOf = async (slug: string) =>
  (await staff.get('/api/admin/meals')).json<StaffMealReply[]>().find((each) => each.slug === slug)!
    .version;

type Line = ComponentReply['lines'][number];

/** As the editor sends lines that nobody touched. */
function sent(lines: readonly Line[]) {
  return lines.map((line) => ({
    ...('ingredientId' in line
      ? { ingredientId: line.ingredientId, unit: baseUnitOf(line.ingredientId) }
      : { componentId: line.componentId, unit: 'g' }),
    amount: String(line.qty),
    lossBp: line.lossBp,
    prep: line.prep,
  }));
}

function baseUnitOf(id: number) {
  return book.ingredients.find((each) => each.id === id)!.baseUnit;
}

const change = (
  of: IngredientReply,
  values: Partial<IngredientReply> & { settle?: unknown } = {},
) => {
  const {
    id: _id,
    baseUnit: _unit,
    checkedAt: _at,
    figuresVouchedBy: _by,
    pack: _pack,
    ...rest
  } = of;
  return staff.put(`/api/admin/ingredients/${of.id}`, { ...rest, ...values });
};

const changeComponent = (of: ComponentReply, values: Record<string, unknown> = {}) => {
  const { id, baseUnit, potQty, lines, ...rest } = of;
  return staff.put(`/api/admin/components/${id}`, {
    ...rest,
    pot: { amount: String(potQty), unit: baseUnit },
    lines: sent(lines),
    ...values,
  });
};

const changeRecipe = (of: MealRecipeReply, values: Record<string, unknown> = {}) => {
  const { mealId, lines, ...rest } = of;
  return staff.put(`/api/admin/meals/${mealId}/recipe`, {
    ...rest,
    lines: sent(lines),
    ...values,
  });
};

const line = (name: string, amount: string, unit = 'g') => ({
  ingredientId: ingredient(name).id,
  amount,
  unit,
});

const bought = (name: string) => ({
  name,
  baseUnit: 'g',
  storeArea: 'dry',
  contains: null,
  kilojoules: null,
  proteinGrams: null,
  fatGrams: null,
  saturatedFatGrams: null,
  carbsGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
});

const inMaps = ({ ingredients, components }: RecipeBookReply) => ({
  ingredients: new Map(ingredients.map((each) => [each.id, each])),
  components: new Map(components.map((each) => [each.id, each])),
});

const onTheWire = ({ id: _id, archivedAt: _at, notPublic: _why, ...known }: StaffMealReply) =>
  known;

/** As the form sends it: what the recipe has. */
const declared = (meals: AllergensDifferReply['meals']) =>
  meals.map(({ mealId, allergens, proposedIngredients: ingredients }) => ({
    mealId,
    allergens,
    ingredients,
  }));

const SOUVLAKI = 'chicken-souvlaki-with-lemon-potatoes';

describe('a bought sauce that now has sesame in it', () => {
  test('stops the save, names its meals, and saves with what they declare; people ahead are listed', async () => {
    const yoghurt = ingredient('Greek yoghurt');
    const souvlaki = meal(SOUVLAKI);
    await aPaidOrder(t, {
      people: [{ name: 'Mia', calorieTarget: 1200, allergens: ['sesame'] }],
      orderItems: [anItem(souvlaki)],
    });
    const withSesame = { contains: [...yoghurt.contains!, 'sesame' as const] };
    const stopped = await change(yoghurt, withSesame);
    expect(stopped.statusCode).toBe(409);
    const { code, meals } = stopped.json<AllergensDifferReply>();
    expect(code).toBe('allergens_differ');
    const ours = meals.find(({ mealId }) => mealId === souvlaki.id)!;
    expect(ours).toMatchObject({ missing: ['sesame'], people: 1, allergens: ['milk', 'sesame'] });
    expect(meals.length).toBeGreaterThan(3);
    const kept = (await staff.get('/api/admin/recipe-book')).json<RecipeBookReply>();
    expect(find(kept.ingredients, 'Greek yoghurt')).toEqual(yoghurt);

    const half = await change(yoghurt, {
      ...withSesame,
      settle: declared([ours]),
    });
    expect(half.json()).toMatchObject({ code: 'allergens_differ' });
    expect((await current(SOUVLAKI)).allergens).toEqual(['milk']);
    expect(await t.context.db.select().from(foodMatters)).toEqual([]);

    const saved = await change(yoghurt, { ...withSesame, settle: declared(meals) });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await current(SOUVLAKI)).allergens).toEqual(['milk', 'sesame']);
    const { recipes } = (await staff.get('/api/admin/recipe-alerts')).json<RecipesToSettleReply>();
    expect(recipes.flatMap(({ alerts }) => alerts)).toMatchObject([
      {
        personName: 'Mia',
        kind: 'stop',
        why: 'Chicken Souvlaki with Lemon Potatoes for Mia contains sesame.',
      },
    ]);
  });

  test('cannot be left out of the meal by its own editor either', async () => {
    const { id, slug: _slug, ...facts } = await current(SOUVLAKI);
    const reply = await staff.put(`/api/meals/${id}`, {
      ...facts,
      ingredients: 'Lamb, tahini (sesame)',
      allergens: ['sesame'],
    });
    expect(reply.json()).toMatchObject({
      code: 'invalid',
      fields: { allergens: 'Its recipe contains milk. Change the recipe first.' },
    });
    const less = { ...facts, allergens: null };
    expect((await staff.put(`/api/meals/${id}`, less)).statusCode).toBe(200);
    expect((await staff.put(`/api/meals/${id}`, facts)).statusCode).toBe(200);
  });
});

describe('what a recipe says, taken over to its meal', () => {
  test('is one version, one line in its history and one matter for each person, and its list comes with it', async () => {
    const { db } = t.context;
    const ragu = menu.find((each) => each.slug.includes('ragu'))!;
    // As a menu that was brought in from elsewhere.
    const text = 'Beef, tomato.';
    await db
      .update(mealRows)
      .set({ allergens: [], ingredients: text, calories: 999, dietaryTags: null })
      .where(eq(mealRows.id, ragu.id));
    t.context.site.renew();
    const { id: orderId } = await aPaidOrder(t, {
      people: [{ name: 'Uma', calorieTarget: 1200, allergens: ['milk'] }],
      orderItems: [{ ...anItem(ragu), personName: 'Uma' }],
    });
    const of = book.meals.find(({ mealId }) => mealId === ragu.id)!;
    const [row] = await db.select().from(mealRows).where(eq(mealRows.id, ragu.id));
    const derived = deriveMeal(of, row!, of.allergenReasons, inMaps(book), { includesGst: false });
    const rows = listTakeOver(row!, derived, of.allergenReasons);
    const all = takenFacts(rows, new Set(rows.map(({ field }) => field)));
    expect(all).toMatchObject({
      allergens: expect.arrayContaining(['milk']),
      calories: expect.any(Number),
    });
    const asNow = (await staff.get('/api/admin/meals')).json<StaffMealReply[]>();
    const known = onTheWire(asNow.find(({ id }) => id === ragu.id)!);
    const { ingredients, allergens, calories } = all;
    const put = (taken: object) => staff.put(`/api/meals/${ragu.id}`, { ...known, ...taken });

    // A label that names in Contains what its list does not.
    const alone = await put({ allergens });
    expect(alone.json()).toMatchObject({ fields: { ingredients: expect.stringMatching(/Name/) } });

    const saved = await put({ allergens, ingredients, calories });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json<StaffMealReply>().version).toBe(known.version + 1);
    const history = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'meal'), eq(auditLog.entityId, String(ragu.id))));
    expect(history.map(({ action }) => action).toSorted()).toEqual([
      'meal.recipe_alerts',
      'meal.update',
    ]);
    const { recipes } = (await staff.get('/api/admin/recipe-alerts')).json<RecipesToSettleReply>();
    const found = recipes.flatMap(({ alerts }) => alerts);
    expect(found.filter((alert) => alert.orderId === orderId)).toMatchObject([
      { personName: 'Uma', kind: 'stop' },
    ]);
  });
});

describe('a new meal by its recipe', () => {
  const lines = () => [line('Chicken thigh fillet', '1500'), line('Greek yoghurt', '0.5', 'kg')];
  const add = (sending: object) =>
    staff.post('/api/admin/meals-by-recipe', {
      name: 'Yoghurt chicken',
      mealType: 'dinner',
      price: '14.50',
      basis: 10,
      lines: lines(),
      ...sending,
    });

  test('is off the menu and declares what the recipe says, in one version', async () => {
    const added = await add({});
    expect(added.statusCode, added.body).toBe(201);
    const { meal: created, book: now } = added.json<MealByRecipeReply>();
    expect(created).toMatchObject({
      name: 'Yoghurt chicken',
      isActive: false,
      version: 1,
      allergens: ['milk', 'sesame'],
      servingGrams: 200,
      ingredients: expect.stringMatching(/^Chicken thigh/),
    });
    const of = now.meals.find(({ mealId }) => mealId === created.id)!;
    const derived = deriveMeal(
      of,
      { ...NOTHING_DECLARED, priceCents: 1450 },
      of.allergenReasons,
      inMaps(now),
      { includesGst: false },
    );
    expect(created).toMatchObject({
      calories: derived.nutrition.calories,
      protein: derived.nutrition.proteinGrams,
      fat: derived.nutrition.fatGrams,
      saturatedFat: derived.nutrition.saturatedFatGrams,
      carbs: derived.nutrition.carbsGrams,
      sugars: derived.nutrition.sugarsGrams,
      sodium: derived.nutrition.sodiumMg,
      ingredients: derived.ingredientList,
    });
    expect((await menuOf(t)).some(({ id }) => id === created.id)).toBe(false);
    const on = await staff.put(`/api/meals/${created.id}`, {
      ...onTheWire(created),
      isActive: true,
    });
    expect(on.statusCode, on.body).toBe(200);
    await staff.put(`/api/meals/${created.id}`, onTheWire(created));
  });

  test('with an unread label declares nothing; what nobody knows is asked for at its field', async () => {
    const made = await staff.post('/api/admin/ingredients', bought('Kohlrabi'));
    const kohlrabi = made.json<IngredientReply>();
    const withIt = [...lines(), { ingredientId: kohlrabi.id, amount: '300', unit: 'g' }];
    const asked = await add({ name: 'Kohlrabi chicken', lines: withIt });
    expect(asked.statusCode).toBe(400);
    expect(Object.keys(asked.json<{ fields: object }>().fields)).toEqual([
      'figures.calories',
      'figures.protein',
      'figures.carbs',
      'figures.fat',
    ]);
    expect(asked.json()).toMatchObject({
      fields: { 'figures.protein': 'Not known of Kohlrabi. Enter it for one portion.' },
    });
    const figures = { calories: 420, protein: 31, carbs: 12, fat: 20 };
    const added = await add({ name: 'Kohlrabi chicken', lines: withIt, figures });
    expect(added.json<MealByRecipeReply>().meal).toMatchObject({
      ...figures,
      allergens: null,
      ingredients: '',
      isActive: false,
    });
  });

  test('is refused at every wrong field, and nothing is stored', async () => {
    const refusal = async (sending: object) =>
      (await add(sending)).json<{ fields: object }>().fields;
    expect(await refusal({ basis: 0 })).toHaveProperty('basis');
    expect(await refusal({ price: '0.10' })).toHaveProperty('price');
    expect(await refusal({ name: ' ' })).toHaveProperty('name');
    expect(await refusal({ lines: [] })).toHaveProperty('lines');
    expect(await refusal({ lines: [line('Greek yoghurt', '1,5')] })).toHaveProperty([
      'lines.0.amount',
    ]);
    const after = (await staff.get('/api/admin/meals?archived=true')).json<StaffMealReply[]>();
    const named = after.filter(({ name }) => name === 'Yoghurt chicken');
    expect(named).toHaveLength(1);
  });
});

describe('a part that no law lists', () => {
  const slug = 'smoky-beef-brisket-with-sweet-potato';

  test('holds the portions of who leaves it out, once a save of the book names it', async () => {
    await aPaidOrder(t, {
      people: [{ name: 'Zoe', calorieTarget: 1200, allergens: [], avoid: ['celery'] }],
      orderItems: [{ ...anItem(meal(slug)), personName: 'Zoe' }],
    });
    const version = await versionOf(slug);
    const saved = await change(ingredient('Smoked paprika'), { labelParts: 'paprika, celery' });
    expect(saved.statusCode, saved.body).toBe(200);
    // So little of it that the label does not say so.
    const now = await current(slug);
    expect(now.ingredients).toBe(meal(slug).ingredients);
    expect(now.recipeList).toContain('celery');
    expect(await versionOf(slug)).toBe(version + 1);
    const { recipes } = (await staff.get('/api/admin/recipe-alerts')).json<RecipesToSettleReply>();
    const found = recipes.flatMap(({ alerts }) => alerts);
    expect(found.filter(({ personName }) => personName === 'Zoe')).toMatchObject([
      { kind: 'stop', why: 'Smoky Beef Brisket with Sweet Potato for Zoe contains celery.' },
    ]);
  });

  test('that may be in it is known to the meal, which keeps what staff said; nobody is on hold for it', async () => {
    const { id: orderId } = await aPaidOrder(t, {
      people: [{ name: 'Zoe', calorieTarget: 1200, allergens: ['sesame'] }],
      orderItems: [{ ...anItem(meal(slug)), personName: 'Zoe' }],
    });
    const { id } = await current(slug);
    const version = await versionOf(slug);
    const { id: _id, ...facts } = meal(slug);
    const said = await staff.put(`/api/meals/${id}`, { ...facts, mayContain: ['egg'], version });
    expect(said.json()).toMatchObject({ mayContain: ['egg'] });
    const saved = await change(ingredient('Smoked paprika'), { mayContain: ['sesame'] });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await current(slug)).mayContain?.toSorted()).toEqual(['egg', 'sesame']);
    const { recipes } = (await staff.get('/api/admin/recipe-alerts')).json<RecipesToSettleReply>();
    const found = recipes.flatMap(({ alerts }) => alerts);
    expect(found.filter((alert) => alert.orderId === orderId)).toEqual([]);
    const unknown = await staff.put(`/api/meals/${id}`, { ...facts, mayContain: ['grass'] });
    expect([unknown.statusCode, Object.keys(unknown.json().fields)[0]]).toEqual([
      400,
      expect.stringMatching(/^mayContain/),
    ]);
  });

  test('cannot make a diet untrue while customers see the meal', async () => {
    const slugOfPie = 'lentil-and-cauliflower-cottage-pie';
    const version = await versionOf(slugOfPie);
    const yeast = ingredient('Nutritional yeast');
    const refused = await change(yeast, { labelParts: 'yeast, chicken fat' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { fields: { settle: expect.stringContaining('its recipe names chicken') } },
    ]);
    expect(await versionOf(slugOfPie)).toBe(version);
  });

  test('comes and goes with another ingredient in its place', async () => {
    const [old, by] = [ingredient('Sweet paprika'), ingredient('Smoked paprika')];
    const goulash = 'beef-goulash-with-pumpkin-mash';
    const version = await versionOf(goulash);
    const replaced = await staff.post(`/api/admin/ingredients/${old.id}/replace`, { byId: by.id });
    expect(replaced.statusCode, replaced.body).toBe(200);
    expect(await versionOf(goulash)).toBe(version + 1);
    expect((await current(goulash)).recipeList).toContain('smoked paprika');
  });
});

describe('what a meal declares', () => {
  test('comes with the true diets only', async () => {
    const slug = 'beef-goulash-with-pumpkin-mash';
    const lines = [...sent(recipe(slug).lines), line('Cream', '100', 'ml')];
    const stopped = await changeRecipe(recipe(slug), { lines });
    expect(stopped.json()).toMatchObject({ meals: [{ missing: ['milk'] }] });
    const { meals } = stopped.json<AllergensDifferReply>();
    const settle = declared(meals);
    const unnamed = await changeRecipe(recipe(slug), {
      lines,
      settle: [{ mealId: meal(slug).id, allergens: ['milk'] }],
    });
    expect([unnamed.statusCode, unnamed.json()]).toMatchObject([
      400,
      { fields: { 'settle.0.ingredients': expect.stringContaining('You declared milk.') } },
    ]);
    const saved = await changeRecipe(recipe(slug), { lines, settle });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await current(slug)).toMatchObject({
      allergens: ['milk'],
      ingredients: meals[0]!.proposedIngredients,
      dietaryTags: ['gluten free'],
    });
  });

  test('may be more than is in it, with a reason', async () => {
    const slug = 'smoky-beef-brisket-with-sweet-potato';
    const ingredients = `${meal(slug).ingredients} Glaze (egg).`;
    const settle = [{ mealId: meal(slug).id, allergens: ['egg'], ingredients }];
    const refused = await changeRecipe(recipe(slug), { settle });
    expect(refused.json()).toMatchObject({
      fields: { 'allergenReasons.egg': expect.stringContaining('Say why') },
    });
    const saved = await changeRecipe(recipe(slug), {
      settle,
      allergenReasons: { egg: 'Brushed in the same pan' },
    });
    expect(saved.statusCode, saved.body).toBe(200);
  });

  test('cannot come from an ingredient whose pack nobody has read', async () => {
    const added = await staff.post('/api/admin/ingredients', bought('New stock powder'));
    expect(added.statusCode, added.body).toBe(201);
    const lines = [
      ...sent(recipe(SOUVLAKI).lines),
      { ingredientId: added.json<IngredientReply>().id, amount: '5', unit: 'g' },
    ];
    expect((await changeRecipe(recipe(SOUVLAKI), { lines })).json()).toMatchObject({
      code: 'allergens_differ',
      meals: [{ missing: [], unchecked: ['New stock powder'] }],
    });
  });
});

describe('input that cannot be', () => {
  test.each([
    ['a comma', '1,5', 'kg', 'Enter a number with a point, such as 1.5.'],
    ['too much', '1000000000', 'g', 'Enter at most 10000 kg, l or thousand pieces.'],
    ['nothing', '0', 'g', 'Enter more than 0.'],
    ['a piece of rice', '1', 'piece', expect.stringContaining('Weigh one')],
    ['a cup of rice', '1', 'cup', expect.stringContaining('Weigh one')],
  ])('%s is refused at the line, and nothing is stored', async (_what, amount, unit, message) => {
    const rice = component('Jasmine rice, cooked');
    const lines = [line('Jasmine rice', amount, unit), line('Water', '4200')];
    const reply = await changeComponent(rice, { lines });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ fields: { 'lines.0.amount': message } });
    expect((await staff.get('/api/admin/recipe-book')).json()).toEqual(book);
  });

  test.each([
    ['rice whose water was forgotten', { pot: { amount: '6650', unit: 'g' } }, 'pot'],
    ['a loss of 100%', { lossBp: 10_000 }, 'lines.0.lossBp'],
    ['a smallest batch of more than half the largest', { minQty: 1500 }, 'minQty'],
    ['keeping 6 days without a reason', { keepsDays: 6 }, 'keepsBecause'],
    ['keeping 15 days', { keepsDays: 15, keepsBecause: 'acid' }, 'keepsDays'],
    ['minutes of more than a day', { cookMinutes: 1441 }, 'cookMinutes'],
    ['minutes below none', { restMinutes: -1 }, 'restMinutes'],
    ['cooked earlier than it keeps', { cookAheadDays: 5 }, 'cookAheadDays'],
    ['ready before it may be cooked', { readyDaysBefore: 2 }, 'readyDaysBefore'],
  ])('%s', async (_what, { lossBp, ...values }: Record<string, unknown>, field) => {
    const lines = [
      { ...line('Jasmine rice', '2.8', 'kg'), ...(lossBp !== undefined && { lossBp }) },
    ];
    const reply = await changeComponent(component('Jasmine rice, cooked'), {
      pot: { amount: '2.8', unit: 'kg' },
      minQty: 0,
      lines,
      ...values,
    });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('packs of pieces are grams once 100 pieces have been weighed, and refused before', async () => {
    const made = await staff.post('/api/admin/suppliers', { name: 'Limes by the tray' });
    const { id, suppliers } = made.json<SuppliersReply & { id: number }>();
    const trayOf = async (gramsPer100Pieces: number | null) => {
      const kaffir = { ...bought(`Lime, ${gramsPer100Pieces}`), gramsPer100Pieces };
      const { id: ingredientId } = (
        await staff.post('/api/admin/ingredients', kaffir)
      ).json<IngredientReply>();
      const { version } = suppliers.find((each) => each.id === id)!;
      return staff.post(`/api/admin/suppliers/${id}/packs`, {
        version,
        ingredientId,
        amount: '20',
        unit: 'piece',
      });
    };
    expect((await trayOf(null)).json()).toMatchObject({
      fields: { amount: expect.stringContaining('Weigh one') },
    });
    const weighed = (await trayOf(6700)).json<SuppliersReply>();
    expect(weighed.suppliers.find((each) => each.id === id)?.packs).toMatchObject([{ qty: 1340 }]);
  });

  test('a name that is taken, in any case', async () => {
    const reply = await staff.post('/api/admin/ingredients', bought('greek YOGHURT'));
    expect(reply.json()).toMatchObject({ fields: { name: expect.stringContaining('already') } });
  });
});

describe('circles', () => {
  test('are refused with the shortest way', async () => {
    const paste = component('Green curry paste');
    const sauce = component('Green curry sauce');
    const lines = [...sent(paste.lines), { componentId: sauce.id, amount: '1', unit: 'g' }];
    const reply = await changeComponent(paste, { lines });
    expect(reply.json()).toMatchObject({
      code: 'circle',
      way: ['Green curry paste', 'Green curry sauce', 'Green curry paste'],
    });
  });

  test('cannot be closed by two chefs at once', async () => {
    const [a, b] = [component('Tzatziki'), component('Tomato salsa')];
    const using = (of: ComponentReply, other: ComponentReply) =>
      changeComponent(of, {
        lines: [...sent(of.lines), { componentId: other.id, amount: '1', unit: 'g' }],
        settle: book.meals.flatMap(({ mealId, lines }) => {
          if (!lines.some((each) => 'componentId' in each && each.componentId === of.id)) return [];
          const { allergens, ingredients } = menu.find(({ id }) => id === mealId)!;
          return [
            {
              mealId,
              allergens: [...new Set([...(allergens ?? []), 'milk', 'sesame'])],
              ingredients: `${ingredients} Butter (milk), tahini (sesame).`,
            },
          ];
        }),
      });
    const replies = await Promise.all([using(a, b), using(b, a)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      code: 'circle',
    });
  });
});

describe('two chefs and one recipe', () => {
  test('the second is told who changed what', async () => {
    const dressing = component('Caesar dressing');
    expect((await changeComponent(dressing, { steps: 'Blend.' })).statusCode).toBe(200);
    const reply = await changeComponent(dressing, { steps: 'Whisk.' });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'changed_meanwhile', changedFields: ['steps'] });
    expect(reply.json<{ message: string }>().message).toContain('@');
    const versions = await t.context.db
      .select({ version: recipeVersions.version })
      .from(recipeVersions)
      .where(eq(recipeVersions.componentId, dressing.id));
    expect(versions.map(({ version }) => version).toSorted()).toEqual([1, 2]);
  });

  test('how a line is cut is kept with it, up to 60 characters', async () => {
    const salsa = component('Tomato salsa');
    const cut = (prep: string) => ({
      lines: sent(salsa.lines).map((each, at) => (at === 0 ? { ...each, prep } : each)),
    });
    expect((await changeComponent(salsa, cut('a'.repeat(61)))).statusCode).toBe(400);
    const saved = await changeComponent(salsa, cut(' 8 mm dice '));
    const { lines } = find(saved.json<RecipeBookReply>().components, salsa.name);
    expect(lines.map(({ prep }) => prep)).toEqual([
      '8 mm dice',
      ...salsa.lines.slice(1).map(({ prep }) => prep),
    ]);
  });

  test('versions stay as they were written', async () => {
    const { db } = t.context;
    const refused = { cause: { message: 'recipe_versions only takes new rows' } };
    await expect(db.delete(recipeVersions)).rejects.toMatchObject(refused);
    await expect(db.update(recipeVersions).set({ version: 9 })).rejects.toMatchObject(refused);
  });
});

describe('an ingredient in use', () => {
  test('cannot go, and its recipes are named; an unused one can', async () => {
    const reply = await staff.post(`/api/admin/ingredients/${ingredient('Tahini').id}/archive`);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: 'in_use',
      recipes: [{ name: meal('harissa-tofu-and-chickpea-quinoa-bowl').name }],
    });
    const added = await staff.post('/api/admin/ingredients', bought('Never used'));
    const { id } = added.json<IngredientReply>();
    expect((await staff.post(`/api/admin/ingredients/${id}/archive`)).statusCode).toBe(200);
  });

  test('is replaced everywhere at once, and the allergens of all its meals are derived again', async () => {
    const soy = ingredient('Soy sauce, salt reduced');
    const oyster = ingredient('Oyster sauce');
    const stopped = await staff.post(`/api/admin/ingredients/${soy.id}/replace`, {
      byId: oyster.id,
    });
    expect(stopped.json()).toMatchObject({ code: 'allergens_differ' });
    const { meals } = stopped.json<AllergensDifferReply>();
    expect(meals.every(({ missing }) => missing.join() === 'mollusc')).toBe(true);
    expect(meals.length).toBeGreaterThanOrEqual(4);
    const saved = await staff.post(`/api/admin/ingredients/${soy.id}/replace`, {
      byId: oyster.id,
      settle: declared(meals),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const after = saved.json<RecipeBookReply>();
    expect(JSON.stringify(after)).not.toContain(`"ingredientId":${soy.id},`);
    const glaze = find(after.components, 'Ginger soy glaze');
    expect(glaze.version).toBe(component('Ginger soy glaze').version + 1);
  });
});

test('every component and recipe can be saved as it was read', async () => {
  for (const each of book.components) {
    expect((await changeComponent(each)).statusCode, each.name).toBe(200);
  }
  for (const each of book.meals) {
    const reply = await changeRecipe(each);
    expect(reply.statusCode, reply.body).toBe(200);
  }
});
