import fc from 'fast-check';
import { isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { ingredients, recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import type {
  DoneReply,
  ImportReply,
  PreviewReply,
  ReadFileReply,
} from '#areas/office/calls/imports.ts';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, menuOf } from '#quality/support/an-order.ts';
import { checkMenu } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
/** The kitchen as it began: what a test adds stays. */
beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
});
afterEach(() => checkMenu(t.context));
afterAll(() => t.close());

const HEAD = 'Recipe,Makes,Ingredient,Amount,Unit,Step';
const NEW_MEALS = { price: '14.99', service: 'dinner' };

async function preview(file: string, answers: Record<string, string> = {}) {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/admin/imports/read?kind=recipes&name=recipes.csv',
    headers: { cookie: staff.cookie, 'content-type': 'text/csv' },
    body: file,
  });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const { fileId, header, mapping } = reply.json<ReadFileReply>();
  const asked = { kind: 'recipes', fileId, header, mapping, answers };
  const shown = await staff.post('/api/admin/imports/preview', asked);
  if (shown.statusCode !== 200) throw new Error(shown.body);
  return { asked, ...shown.json<PreviewReply>() };
}

async function doImport(rows: readonly string[], answers?: Record<string, string>) {
  const { asked, previewHash, rows: shown } = await preview([HEAD, ...rows].join('\n'), answers);
  const reply = await staff.post('/api/admin/imports', { ...asked, previewHash });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return { ...reply.json<DoneReply>(), shown, asked };
}

const bookNow = async () => (await staff.get('/api/admin/recipe-book')).json<RecipeBookReply>();
const allMeals = async () => (await staff.get('/api/admin/meals')).json<StaffMealReply[]>();
const mealCalled = async (name: string) => (await allMeals()).find((meal) => meal.name === name)!;
const ingredientCalled = async (name: string) =>
  (await bookNow()).ingredients.find((one) => one.name === name);
const problemsOf = async (rows: readonly string[], answers?: Record<string, string>) =>
  (await preview([HEAD, ...rows].join('\n'), answers)).rows.flatMap(({ problems }) => problems);

test('our own file, imported again, changes nothing', async () => {
  const before = await bookNow();
  const trail = await t.context.db.$count(auditLog);
  const file = (await staff.get('/api/admin/imports/template?kind=recipes')).body;
  const { asked, previewHash, rows } = await preview(file);
  expect(rows.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
  expect(rows).toHaveLength(before.components.length + before.meals.length);
  const done = await staff.post('/api/admin/imports', { ...asked, previewHash });
  expect(done.json()).toMatchObject({ counts: { new: 0, changed: 0, refused: 0 } });
  expect(await bookNow()).toEqual(before);
  // The import itself, and nothing else.
  expect(await t.context.db.$count(auditLog)).toBe(trail + 1);
});

describe('new recipes', () => {
  test('come with what goes in, through what is cooked for them, in any sequence; all of it undeclared', async () => {
    const { counts, shown } = await doImport(
      [
        'Goat curry,10 portions,Goat shoulder,2,kg,Brown the goat.',
        ',,Curry base,1.5,kg,Simmer for 2 hours.',
        ',,Fenugreek leaves,½,cup,',
        'Curry base,5 kg,Red onion,4,kg,',
        ',,Mustard oil,200 ml,,',
        ',,Curry leaf,30,,',
      ],
      NEW_MEALS,
    );
    expect(counts).toEqual({ new: 2, changed: 0, same: 0, refused: 0 });
    expect(shown[0]!.notes).toEqual([
      'New and not declared: Goat shoulder, Fenugreek leaves.',
      'With a new meal, off the menu.',
    ]);
    const { components, meals: recipes, ingredients: bought } = await bookNow();
    const base = components.find(({ name }) => name === 'Curry base')!;
    expect(base).toMatchObject({ baseUnit: 'g', potQty: 5000, keepsDays: 0 });
    const curry = await mealCalled('Goat curry');
    expect(curry).toMatchObject({ price: '14.99', isActive: false, allergens: null });
    const recipe = recipes.find(({ mealId }) => mealId === curry.id)!;
    expect(recipe).toMatchObject({ basis: 10, steps: 'Brown the goat.\nSimmer for 2 hours.' });
    expect(recipe.lines[1]).toMatchObject({ componentId: base.id, qty: 1500 });
    const fresh = ['Goat shoulder', 'Fenugreek leaves', 'Mustard oil', 'Curry leaf'];
    expect(
      bought
        .filter(({ name }) => fresh.includes(name))
        .map(({ baseUnit, contains, checkedAt }) => ({ baseUnit, contains, checkedAt })),
    ).toEqual(
      expect.arrayContaining(
        ['g', 'ml', 'ml', 'piece'].map((baseUnit) => ({
          baseUnit,
          contains: null,
          checkedAt: null,
        })),
      ),
    );
  });

  test('of a meal that is switched on are not sold to a person with an allergy', async () => {
    const { id, version: _v, archivedAt: _a, ...curry } = await mealCalled('Goat curry');
    const on = { ...curry, calories: 500, protein: 30, carbs: 50, fat: 20, isActive: true };
    expect((await staff.put(`/api/meals/${id}`, on)).statusCode).toBe(200);
    const item = anItem((await menuOf(t)).find((meal) => meal.id === id)!);
    const quote = async (allergens: Allergen[]) =>
      t.app.inject({
        method: 'POST',
        url: '/api/quote',
        body: {
          orderData: anOrder(await menuOf(t), {
            orderItems: [item],
            people: [{ name: item.personName, calorieTarget: 1500, allergens }],
          }),
        },
      });
    expect((await quote([])).json()).toMatchObject({ subtotal: '14.99' });
    const refused = await quote(['peanut']);
    expect(refused.json()).toMatchObject({ code: 'allergen_clash' });
  });

  test('sent again are the same, and change what differs alone', async () => {
    const rows = ['Dal,8,Red lentils,800,g,Boil.', 'Dal,8,Turmeric,10,g,'];
    await doImport(rows, NEW_MEALS);
    expect(await doImport(rows)).toMatchObject({ counts: { new: 0, changed: 0, same: 1 } });
    const changed = await doImport(['Dal,8,Red lentils,900,g,', 'Dal,8,Turmeric,10,g,Boil.']);
    expect(changed).toMatchObject({ counts: { changed: 1 } });
    const dal = await mealCalled('Dal');
    const { meals: recipes } = await bookNow();
    expect(recipes.find(({ mealId }) => mealId === dal.id)).toMatchObject({
      version: 2,
      lines: [{ qty: 900 }, { qty: 10 }],
    });
  });

  test('keep how a line is cut and what is lost of it', async () => {
    const { meals: recipes, ingredients: bought } = await bookNow();
    const mealId = (await mealCalled('Dal')).id;
    const { lines, version } = recipes.find((one) => one.mealId === mealId)!;
    const sent = lines.map(({ qty, ...line }, at) => ({
      ...line,
      amount: String(qty),
      unit: 'g',
      ...(at === 0 && { lossBp: 500, prep: 'rinsed' }),
    }));
    const saved = await staff.put(`/api/admin/meals/${mealId}/recipe`, {
      basis: 8,
      packagingCents: 0,
      version,
      lines: sent,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    await doImport(['Dal,8,Red lentils,950,g,', 'Dal,8,"Turmeric, ground",10,g,']);
    const after = (await bookNow()).meals.find((one) => one.mealId === mealId)!;
    expect(after.lines).toMatchObject([
      { qty: 950, lossBp: 500, prep: 'rinsed' },
      { qty: 10, prep: 'ground' },
    ]);
    expect((await bookNow()).ingredients).toHaveLength(bought.length);
  });
});

describe('what is wrong is refused by row, and comes back as the same table', () => {
  test.each([
    ['no name', [',10,Rice,1,kg,'], 'Recipe is missing.'],
    ['no ingredients', ['Soup,10,,,,Boil.'], 'It has no ingredients.'],
    ['no amount', ['Soup,10,Barley,,kg,'], 'Row 2: Barley has no amount.'],
    [
      'an amount in words',
      ['Soup,10,Barley,some,g,'],
      'Row 2: Barley: “some g” is not an amount, such as 1.5 kg.',
    ],
    [
      'a unit of its own',
      ['Soup,10,Barley,2,bags,'],
      'Row 2: Barley: “bags” is not a unit we know. Write g, kg, ml, l, tsp, tbsp, cup or piece.',
    ],
    ['an amount of nothing', ['Soup,10,Barley,0,g,'], 'Row 2, Barley: Enter more than 0.'],
    [
      'a measure that nobody has weighed',
      ['Soup,10,Barley,1,kg,', 'Soup,10,Barley,1,cup,'],
      'Row 3, Barley: We do not know what this unit of Barley weighs. Weigh one of it first.',
    ],
    [
      'no yield',
      ['Soup,,Barley,1,kg,'],
      'Say what it makes: portions, such as 10, or an amount, such as 5 kg.',
    ],
    [
      'a yield in words',
      ['Soup,a pot,Barley,1,kg,'],
      'Makes: “a pot” is neither portions, such as 10, nor an amount, such as 5 kg.',
    ],
    ['too many portions', ['Soup,501,Barley,1,kg,'], 'Makes: Enter 1 to 500 portions.'],
    [
      'half a portion',
      ['Soup,½,Barley,1,kg,'],
      'Makes: “½” is neither portions, such as 10, nor an amount, such as 5 kg.',
    ],
    [
      'two of one name',
      ['Soup,10,Barley,1,kg,', 'Stew,10,Barley,1,kg,', 'Soup,12,Barley,1,kg,'],
      'Row 4 has the same recipe.',
    ],
    [
      'one that needs itself',
      ['A base,5 kg,B base,5,kg,', 'B base,5 kg,A base,5,kg,'],
      'A base would need itself: A base > B base > A base.',
    ],
    [
      'one that needs what is refused',
      ['Soup,10,Stock base,1,l,', 'Stock base,5 l,Bones,some,kg,'],
      'It needs Stock base, which is to fix.',
    ],
    [
      'an ingredient of 81 characters',
      [`Soup,10,${'x'.repeat(81)},1,kg,`],
      expect.stringMatching(/81|80/),
    ],
  ])('%s', async (_what, rows, problem) => {
    expect(await problemsOf(rows, NEW_MEALS)).toContainEqual(problem);
    expect(await ingredientCalled('Barley')).toBeUndefined();
  });

  test('a meal that is not there, unless new ones have a price', async () => {
    const rows = ['Soup,10,Barley,1,kg,'];
    expect(await problemsOf(rows)).toEqual([
      'No meal has this name. Import your meals first, or say at the columns what new ones cost.',
    ]);
    expect(await problemsOf(rows, { price: '14.99' })).toEqual([
      'It says neither lunch nor dinner. Go back to the columns and choose.',
    ]);
    expect(await problemsOf(rows, NEW_MEALS)).toEqual([]);
  });

  test('with what to fix in the first row of each', async () => {
    const { asked } = await preview(
      [
        HEAD,
        'Soup,10,Barley,some,kg,',
        ',,Leek,1,kg,Boil.',
        'Goat curry,10,Goat shoulder,2,kg,',
      ].join('\n'),
      NEW_MEALS,
    );
    const { body } = await staff.post('/api/admin/imports/refused', asked);
    expect(body.replace('﻿', '').trim().split(/\r?\n/)).toEqual([
      `${HEAD},What to fix`,
      'Soup,10,Barley,some,kg,,"Row 2: Barley: “some kg” is not an amount, such as 1.5 kg."',
      ',,Leek,1,kg,Boil.,',
    ]);
  });
});

describe('a meal that declares its allergens', () => {
  const DECLARED = {
    description: 'x',
    calories: 500,
    protein: 30,
    carbs: 50,
    fat: 20,
    price: '14.90',
    mealType: 'lunch',
    allergens: ['egg'],
    ingredients: 'Egg',
  };

  test('no longer does off the menu, once its recipe has what nobody has read the pack of', async () => {
    const { json } = await staff.post('/api/meals', {
      ...DECLARED,
      name: 'Quiet pie',
      isActive: false,
    });
    expect(json()).toMatchObject({ allergens: ['egg'] });
    const { shown } = await doImport(['Quiet pie,10,Filo from the market,1,kg,']);
    expect(shown[0]!.notes).toContain(
      'Quiet pie no longer declares its allergens: nobody has read the pack of Filo from the market.',
    );
    expect((await mealCalled('Quiet pie')).allergens).toBeNull();
  });

  test('keeps its recipe and what it declares while it is on the menu', async () => {
    await staff.post('/api/meals', { ...DECLARED, name: 'Loud pie', isActive: true });
    expect(await problemsOf(['Loud pie,10,Filo from the market,1,kg,'])).toEqual([
      'Loud pie declares its allergens, and nobody has read the pack of Filo from the market. Switch it off first, or read the pack.',
    ]);
    expect((await mealCalled('Loud pie')).allergens).toEqual(['egg']);
  });
});

test('no file makes an allergen list, least of all an empty one', async () => {
  const word = fc.constantFrom(
    'Rice',
    'rice',
    'None',
    'no allergens',
    'Milk',
    'Tahini, hulled',
    '=1+1',
    'Egg',
  );
  const row = fc.record({
    recipe: fc.constantFrom('Pot A', 'Pot B', 'Dal', 'Plate C', ''),
    makes: fc.constantFrom('5 kg', '10', '3 l', ''),
    ingredient: fc.oneof(word, fc.string({ maxLength: 12 })),
    amount: fc.constantFrom('1', '250', '½', 'none'),
    unit: fc.constantFrom('kg', 'g', 'ml', '', 'cup'),
  });
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const declared = async () => ({
    ingredients: (await t.context.db.select().from(ingredients))
      .filter(({ contains }) => contains !== null)
      .map(({ id, contains }) => [id, contains]),
    meals: (await t.context.db.select().from(meals).where(isNull(meals.archivedAt)))
      .filter(({ allergens }) => allergens !== null)
      .map(({ id, allergens }) => [id, allergens]),
  });
  const before = await declared();
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      const lines = rows.map((each) => [...Object.values(each), ''].map(quoted).join(','));
      await doImport(lines, NEW_MEALS);
      expect(await declared()).toEqual(before);
    }),
    { numRuns: 15, seed: 33 },
  );
});

describe('an import of recipes is undone', () => {
  test('as far as nobody has changed or ordered what came with it', async () => {
    await staff.post('/api/meals', {
      description: 'x',
      calories: 500,
      protein: 30,
      carbs: 50,
      fat: 20,
      price: '14.90',
      mealType: 'lunch',
      name: 'Kept meal',
      isActive: true,
    });
    const { importId } = await doImport(
      [
        'Kept meal,10,Sorrel,1,kg,',
        ',,Undone base,1,kg,',
        'Undone base,5 kg,Lovage,5,kg,',
        'Stays base,5 kg,Burdock,5,kg,',
        'Bought meal,10,Salsify,2,kg,',
        'Gone meal,10,Undone base,2,kg,',
      ],
      NEW_MEALS,
    );
    const listed = (await staff.get('/api/admin/imports?kind=recipes')).json<ImportReply[]>();
    expect(listed[0]).toMatchObject({ id: importId, made: 5 });
    const { components } = await bookNow();
    const stays = components.find(({ name }) => name === 'Stays base')!;
    const burdock = (await ingredientCalled('Burdock'))!;
    const { id: _i, baseUnit: _b, potQty, lines: _l, ...fields } = stays;
    const saved = await staff.put(`/api/admin/components/${stays.id}`, {
      ...fields,
      steps: 'Roast.',
      pot: { amount: String(potQty), unit: 'g' },
      lines: [{ ingredientId: burdock.id, amount: '5', unit: 'kg' }],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const bought = await mealCalled('Bought meal');
    const { id, version: _v, archivedAt: _a, ...sent } = bought;
    await staff.put(`/api/meals/${id}`, {
      ...sent,
      calories: 500,
      protein: 30,
      carbs: 50,
      fat: 20,
      isActive: true,
    });
    await aPaidOrder(t, {
      orderItems: [anItem((await menuOf(t)).find((meal) => meal.id === id)!)],
    });
    const undone = await staff.post(`/api/admin/imports/${importId}/undo`);
    expect(undone.json()).toEqual({ undone: 3, left: 2 });
    const after = await bookNow();
    expect(after.components.map(({ name }) => name)).toContain('Stays base');
    expect(after.components.map(({ name }) => name)).not.toContain('Undone base');
    const names = after.ingredients.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Burdock', 'Salsify']));
    expect(names).not.toContain('Sorrel');
    expect(names).not.toContain('Lovage');
    const kept = await mealCalled('Kept meal');
    expect(after.meals.some(({ mealId }) => mealId === kept.id)).toBe(false);
    expect(await mealCalled('Gone meal')).toBeUndefined();
    expect(await mealCalled('Bought meal')).toBeDefined();
    // What was saved once stays in the history.
    expect(await t.context.db.$count(recipeVersions)).toBeGreaterThan(0);
    expect((await staff.post(`/api/admin/imports/${importId}/undo`)).statusCode).toBe(404);
    await t.clearOrders();
  });

  test('again and again, unless someone changed it since', async () => {
    const again = () =>
      doImport(['Kept meal,10,Sorrel,1,kg,', ',,Again base,1,kg,', 'Again base,5 kg,Lovage,5,kg,']);
    const undo = async (importId: number) =>
      (await staff.post(`/api/admin/imports/${importId}/undo`)).json<object>();
    const first = await again();
    expect(await undo(first.importId)).toEqual({ undone: 2, left: 0 });
    const second = await again();
    expect(await undo(second.importId)).toEqual({ undone: 2, left: 0 });
    const third = await again();
    const { id } = await mealCalled('Kept meal');
    const book = await bookNow();
    const { mealId: _, lines, ...recipe } = book.meals.find(({ mealId }) => mealId === id)!;
    const lineSent = lines.map(({ qty, ...line }) => ({ ...line, amount: String(qty), unit: 'g' }));
    const saved = await staff.put(`/api/admin/meals/${id}/recipe`, {
      ...recipe,
      steps: 'Stir.',
      lines: lineSent,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await undo(third.importId)).toEqual({ undone: 0, left: 2 });
  });
});
