/** Figures of ingredients from a food composition table. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FoodTableReply, MatchedIngredient } from '#areas/recipes/calls/food-table.ts';
import type { IngredientReply, RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import { ingredients } from '#areas/menu/server/tables/recipes.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { checkMenu } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let cookie: string;
let book: RecipeBookReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  cookie = staff.cookie;
  await seedSampleRecipes(t.context.db, t.context.clock());
});
afterEach(() => checkMenu(t.context));
afterAll(() => t.close());
beforeEach(async () => {
  book = (await staff.get('/api/admin/recipe-book')).json();
});

const HEADINGS = [
  'Public Food Key',
  'Food Name',
  '"Energy with dietary fibre, equated \n(kJ)"',
  'Protein  (g)',
  '"Fat, total (g)"',
  '"Total saturated fatty acids, equated (g)"',
  '"Available carbohydrate, without sugar alcohols (g)"',
  'Total sugars (g)',
  'Sodium (Na) (mg)',
];
const TITLE = 'Australian Food Composition Database\n\nAll solids & liquids per 100 g,,\n';
/** As the sheets have them: line breaks and double spaces, which CSV quotes, and columns that we do not need. */
const SHEET_HEADINGS = [
  '"Public Food\nKey"',
  '"Food  Name"',
  '"Energy with dietary fibre,  equated\n(kJ)"',
  '"Protein\n(g)"',
  '"Fat,  total\n(g)"',
  '"Total saturated fatty acids,\nequated  (g)"',
  '"Available carbohydrate,  without sugar alcohols\n(g)"',
  '"Total  sugars\n (g)"',
  '"Sodium\n(Na)  (mg)"',
  '"Total trans fatty acids,  imputed\n(mg)"',
].join(',');
const CUCUMBER = 'F003042,"Cucumber, common, ""slicing"", raw",55,0.7,0.1,0,1.7,1.5,4';
const TAHINI = 'F008990,"Tahini, sesame seed pulp",2660,20.3,60,,0.8,0.4,80';
const ROWS = `${CUCUMBER},0\n${TAHINI},\n`;
const AFCD = `${TITLE}${HEADINGS.join(',')}\n${CUCUMBER}\n${TAHINI}\n`;

const upload = (file: string | Buffer, path = 'preview') =>
  t.app.inject({
    method: 'POST',
    url: `/api/admin/food-table/${path}`,
    headers: { cookie, 'content-type': 'text/csv' },
    body: Buffer.isBuffer(file) ? file : Buffer.from(file),
  });
async function preview(file: string | Buffer, query = ''): Promise<FoodTableReply> {
  const reply = await upload(file, `preview${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const ingredient = (name: string): IngredientReply =>
  book.ingredients.find((each) => each.name === name)!;
const matched = (table: FoodTableReply, name: string): MatchedIngredient =>
  table.ingredients.find((each) => each.name === name)!;
const take = (...chosen: { of: MatchedIngredient; food?: object }[]) =>
  staff.post('/api/admin/food-table/take', {
    source: 'AFCD Release 3',
    foods: chosen.map(({ of, food }) => ({
      ingredientId: of.id,
      version: of.version,
      ...of.foods[0],
      ...food,
    })),
  });

describe('a table', () => {
  test.each([
    ['of AFCD', AFCD],
    ['with a byte order mark', `\uFEFF${AFCD}`],
    ['with CRLF', AFCD.replaceAll('\n', '\r\n')],
    ['without a last line break', AFCD.trimEnd()],
    ['with empty lines between', AFCD.replace(`\n${TAHINI}`, `\n\n,,,\n${TAHINI}`)],
    ['of release 2, without a title', AFCD.slice(TITLE.length)],
    ['of release 2, with line breaks in each heading', `${SHEET_HEADINGS}\n${ROWS}`],
    ['of release 3, with line breaks in each heading', `${TITLE}${SHEET_HEADINGS}\n${ROWS}`],
    [
      'of release 3, with CRLF in each heading',
      `${TITLE}${SHEET_HEADINGS}\n${ROWS}`.replaceAll('\n', '\r\n'),
    ],
    ['with semicolons', asSemicolons(AFCD)],
    ['in UTF-16, as spreadsheets write it', Buffer.from(`\uFEFF${AFCD}`, 'utf16le')],
  ])('%s is read, and its foods are suggested by name', async (_what, file) => {
    const table = await preview(file);
    expect(table).toMatchObject({ foodCount: 2, problemCount: 0, needsColumns: false });
    const { foods, isKnown } = matched(table, 'Cucumber');
    expect(isKnown).toBe(false);
    expect(foods).toEqual([
      {
        key: 'F003042',
        name: 'Cucumber, common, "slicing", raw',
        kilojoules: 55,
        proteinGrams: 0.7,
        fatGrams: 0.1,
        saturatedFatGrams: 0,
        carbsGrams: 1.7,
        sugarsGrams: 1.5,
        sodiumMg: 4,
      },
    ]);
    expect(matched(table, 'Tahini').foods[0]).toMatchObject({ saturatedFatGrams: null });
    expect(table.ingredients.some(({ name }) => name === 'Water')).toBe(false);
  });

  test('from an old spreadsheet keeps its accents', async () => {
    const file = Buffer.from(AFCD.replace('Tahini, sesame', 'Tahini, sésame'), 'latin1');
    expect(matched(await preview(file), 'Tahini').foods[0]?.name).toBe('Tahini, sésame seed pulp');
  });

  test('of another origin is read once staff name its columns', async () => {
    const other = 'Lebensmittel;kJ;Eiweiss\nTahini;2500;19.5\n';
    expect(await preview(other)).toMatchObject({
      needsColumns: true,
      headings: ['Lebensmittel', 'kJ', 'Eiweiss'],
      ingredients: [],
    });
    const table = await preview(other, '?name=0&kilojoules=1&proteinGrams=2');
    expect(matched(table, 'Tahini').foods).toEqual([
      { key: null, name: 'Tahini', kilojoules: 2500, proteinGrams: 19.5 },
    ]);
  });

  test('can be searched for words of our own', async () => {
    const found = await upload(AFCD, 'find?words=sesame%20pulp');
    expect(found.json()).toMatchObject({ foods: [{ key: 'F008990' }] });
  });
});

describe('a column in another unit', () => {
  const IN_KCAL = AFCD.replace('(kJ)', '(kcal)').replace(',2660,', ',636,');

  test('is named, and nothing of the file is offered before someone says so', async () => {
    const columns = '&kilojoules=2&proteinGrams=3&fatGrams=4&carbsGrams=6&sodiumMg=8';
    const asked = await preview(IN_KCAL, `?name=1&key=0${columns}`);
    expect(asked).toMatchObject({
      doubts: [{ column: 'kilojoules', at: 2, unit: 'kilocalories', isSaid: true }],
      foodCount: 0,
      ingredients: [],
    });
    const said = await preview(IN_KCAL, `?name=1&key=0${columns}&energyIn=kcal`);
    expect(said.doubts).toEqual([]);
    // 55 x 4.184, to the hundredth.
    expect(matched(said, 'Cucumber').foods[0]).toMatchObject({ kilojoules: 230.12, sodiumMg: 4 });
    const found = await upload(IN_KCAL, `find?words=cucumber&name=1${columns}&energyIn=kcal`);
    expect(found.json()).toMatchObject({ foods: [{ kilojoules: 230.12 }] });
  });
});

describe('a file that cannot be', () => {
  const wide = (line: string) => `${HEADINGS.join(',')}\n${line}\n`;
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004'), expect.stringContaining('Save the sheet')],
    ['a picture', Buffer.from([0x89, 0x50, 0, 1]), 'This is not a table in CSV form.'],
    ['a letter', 'Dear kitchen\nhow are you\n', 'This is not a table in CSV form.'],
    ['headings alone', wide('').trimEnd(), 'The file has headings, but no foods.'],
    [
      'the sheet of liquids',
      AFCD.replace('All solids & liquids per 100 g', 'Liquids only per 100mL'),
      'These figures are for 100 mL. Use the sheet for 100 g.',
    ],
  ])('%s', async (_what, file, message) => {
    const reply = await upload(file);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ fields: { file: message } });
  });

  test('more than 10 MB', async () => {
    const reply = await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ message: 'The table is larger than 10 MB' });
  });

  test.each([
    ['a word for a figure', CUCUMBER.replace('0.7', 'trace'), 2, 'Protein, g', /“trace” is not/],
    ['a comma in a figure', CUCUMBER.replace('0.7', '"0,7"'), 2, 'Protein, g', /“0,7” is not/],
    ['less than nothing', CUCUMBER.replace('0.7', '-1'), 2, 'Protein, g', /“-1” is not/],
    ['no name', CUCUMBER.replace(/"C.*raw"/, ''), 2, 'Food name', /missing/],
    ['the same key twice', `${CUCUMBER}\n${CUCUMBER}`, 3, 'Food key', /Line 2/],
    ['a name with a comma and no quotes', CUCUMBER.replaceAll('"', ''), 2, '', /need quotes/],
    ['a line that was cut', 'F1,Cucumber,55', 2, '', /has 3 columns/],
    ['a quote that nothing closes', `${TAHINI}\nF1,"Cucumber,1`, 3, '', /quote/],
  ])('%s is named by line and column', async (_what, lines, line, column, message) => {
    const flat = HEADINGS.map((each) => each.replace('\n', ''));
    const table = await preview(`${flat.join(',')}\n${lines}\n`);
    expect(table.problems).toEqual([{ line, column, message: expect.stringMatching(message) }]);
    expect(table).toMatchObject({ problemCount: 1, foodCount: 0, ingredients: [] });
  });

  test.each([
    ['?name=0&kilojoules=0', { kilojoules: 'This column is chosen twice.' }],
    ['?name=0&kilojoules=77', { kilojoules: 'The table has no such column.' }],
  ])('columns %s', async (query, fields) => {
    expect((await upload(AFCD, `preview${query}`)).json()).toMatchObject({ fields });
  });
});

describe('a long table', () => {
  const flat = HEADINGS.map((each) => each.replace('\n', '')).join(',');
  const linesTo = (last: number, bad?: number) =>
    [flat]
      .concat(
        Array.from({ length: last - 1 }, (_, at) =>
          at + 2 === bad ? `K${at},Food ${at},x,1,1,1,1,1,20` : `K${at},Food ${at},9,1,1,1,1,1,20`,
        ),
      )
      .join('\n');

  test('of 50,000 lines is read; with line 49,999 wrong, nothing of it is', async () => {
    expect(await preview(linesTo(50_000))).toMatchObject({ foodCount: 49_999, problemCount: 0 });
    expect(await preview(linesTo(50_000, 49_999))).toMatchObject({
      foodCount: 0,
      problems: [{ line: 49_999, column: 'Energy, kJ' }],
    });
  });

  test('of more lines is refused', async () => {
    expect((await upload(linesTo(50_001))).json()).toMatchObject({
      fields: { file: 'The file has more than 50,000 lines.' },
    });
  });

  test('names the first hundred wrong lines, and how many there are', async () => {
    const bad = `${flat}\n${'K1,,1,1,1,1,1,1,1\n'.repeat(250)}`;
    const { problems, problemCount } = await preview(bad);
    expect([problems.length, problemCount]).toEqual([100, 250]);
  });
});

const UNLIKELY = 'Protein, fat and carbs give about 2,579 kJ, not 1,600.';
const vouchedFor = (saved: { json: () => unknown }) =>
  (saved.json() as RecipeBookReply).ingredients.find(({ name }) => name === 'Tahini')!
    .figuresVouchedBy;

describe('figures that staff take', () => {
  test('are stored with where they are from; blank is not known; nothing else changes', async () => {
    const before = [ingredient('Cucumber'), ingredient('Tahini')];
    const table = await preview(AFCD);
    expect((await staff.get('/api/admin/recipe-book')).json()).toEqual(book);
    const saved = await take({ of: matched(table, 'Cucumber') }, { of: matched(table, 'Tahini') });
    expect(saved.statusCode, saved.body).toBe(200);
    const after = saved.json<RecipeBookReply>();
    const tahini = after.ingredients.find(({ name }) => name === 'Tahini')!;
    expect(tahini).toMatchObject({
      ...before[1],
      kilojoules: 2660,
      proteinGrams: 20.3,
      fatGrams: 60,
      saturatedFatGrams: null,
      carbsGrams: 0.8,
      sugarsGrams: 0.4,
      sodiumMg: 80,
      nutrientSource: 'AFCD Release 3: Tahini, sesame seed pulp',
      version: before[1]!.version + 1,
    });
    const others = ({ ingredients: all, ...rest }: RecipeBookReply) => ({
      ...rest,
      all: all.filter(({ name }) => name !== 'Tahini' && name !== 'Cucumber'),
    });
    expect(others(after)).toEqual(others(book));
  });

  test('taken again change nothing, and are known again by their key in a later release', async () => {
    const again = await take({ of: matched(await preview(AFCD), 'Tahini') });
    expect(again.json<RecipeBookReply>()).toEqual(book);
    const release = AFCD.replace('Tahini, sesame seed pulp', 'Paste, of sesame').replace(
      '2660',
      '2650',
    );
    const tahini = matched(await preview(release), 'Tahini');
    expect(tahini).toMatchObject({
      isKnown: true,
      foods: [{ key: 'F008990', name: 'Paste, of sesame', kilojoules: 2650 }],
    });
  });

  test('of columns that the table does not have stay', async () => {
    const table = await preview('Food,kJ\nTahini,2500\n', '?name=0&kilojoules=1');
    const saved = await take({ of: matched(table, 'Tahini') });
    const [after] = await t.context.db
      .select()
      .from(ingredients)
      .where(eq(ingredients.name, 'Tahini'));
    expect(saved.statusCode).toBe(200);
    expect(after).toMatchObject({ kilojoules: 2500, proteinGrams: 20.3, nutrientKey: null });
  });

  test('are refused together when one of them cannot be', async () => {
    const table = await preview(AFCD.replace('0.7,0.1', '70,60'));
    const of = matched(table, 'Cucumber');
    const reply = await take({ of: matched(table, 'Tahini') }, { of });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      fields: { 'foods.1': expect.stringContaining('more than 100 g together') },
    });
    expect((await take({ of }, { of })).json()).toMatchObject({
      fields: { 'foods.1.ingredientId': 'This ingredient is listed twice.' },
    });
    expect((await take({ of, food: { ingredientId: 99_999 } })).json()).toMatchObject({
      fields: { 'foods.0.ingredientId': expect.stringContaining('no longer') },
    });
    expect((await staff.get('/api/admin/recipe-book')).json()).toEqual(book);
  });

  test('that are kilocalories are refused in the form, in the API and from a file alike', async () => {
    const message = 'Looks like kilocalories. In kilojoules: 2,661';
    const chosen = { of: matched(await preview(AFCD.replace(',2660,', ',636,')), 'Tahini') };
    expect((await take(chosen)).json()).toMatchObject({
      fields: { 'foods.0': `Tahini: ${message}` },
    });
    const figures = { kilojoules: 636, proteinGrams: 20.3, fatGrams: 60, carbsGrams: 0.8 };
    const {
      id,
      pack: _pack,
      checkedAt: _at,
      figuresVouchedBy: _by,
      baseUnit,
      version,
      ...tahini
    } = ingredient('Tahini');
    const typed = await staff.put(`/api/admin/ingredients/${id}`, {
      ...tahini,
      ...figures,
      version,
      checked: true,
    });
    expect(typed.json()).toMatchObject({ fields: { kilojoules: message } });
    const added = { ...tahini, ...figures, name: 'Tahini, black', baseUnit, checked: true };
    expect((await staff.post('/api/admin/ingredients', added)).json()).toMatchObject({
      fields: { kilojoules: message },
    });
  });

  test('are asked about once when they seem unlikely, in the form as from a file, and kept with who says so', async () => {
    const table = await preview(AFCD.replace(',2660,', ',1600,'));
    const chosen = { of: matched(table, 'Tahini') };
    const asked = await take(chosen);
    expect(asked.statusCode, asked.body).toBe(409);
    expect(asked.json()).toMatchObject({
      code: 'unlikely_figures',
      fields: { 'foods.0': `Tahini: ${UNLIKELY}` },
    });
    const {
      id,
      pack: _pack,
      checkedAt: _at,
      figuresVouchedBy: _by,
      baseUnit: _unit,
      ...tahini
    } = ingredient('Tahini');
    const put = (change: object) =>
      staff.put(`/api/admin/ingredients/${id}`, { ...tahini, ...change });
    const figures = { kilojoules: 1600, proteinGrams: 20.3, fatGrams: 60, carbsGrams: 0.8 };
    const typed = await put(figures);
    expect(typed.statusCode, typed.body).toBe(409);
    expect(typed.json()).toMatchObject({
      code: 'unlikely_figures',
      fields: { kilojoules: UNLIKELY },
    });
    const kept = await put({ ...figures, checked: true });
    expect(vouchedFor(kept)).toMatch(/@/);
    const other = { ...tahini, ...figures, version: tahini.version + 1, labelName: 'tahini' };
    const renamed = await staff.put(`/api/admin/ingredients/${id}`, other);
    expect(renamed.statusCode, renamed.body).toBe(200);
    expect(vouchedFor(renamed)).toBe(vouchedFor(kept));
    const back = { ...other, ...tahini, version: tahini.version + 2 };
    expect(vouchedFor(await staff.put(`/api/admin/ingredients/${id}`, back))).toBe(null);
  });

  test('do not replace what someone has changed since', async () => {
    const table = await preview(AFCD);
    const of = matched(table, 'Tahini');
    const {
      id,
      baseUnit: _unit,
      checkedAt: _at,
      figuresVouchedBy: _by,
      pack: _pack,
      ...rest
    } = ingredient('Tahini');
    const changed = await staff.put(`/api/admin/ingredients/${id}`, { ...rest, sodiumMg: 1 });
    expect(changed.statusCode, changed.body).toBe(200);
    const reply = await take({ of: matched(table, 'Cucumber'), food: { kilojoules: 50 } }, { of });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'changed_meanwhile', ingredients: ['Tahini'] });
    const now = (await staff.get('/api/admin/recipe-book')).json<RecipeBookReply>();
    expect(now.ingredients.find(({ name }) => name === 'Cucumber')).toEqual(ingredient('Cucumber'));
  });
});

/** Quotes stay where they are; what separates is a semicolon. */
function asSemicolons(csv: string): string {
  let isQuoted = false;
  return [...csv]
    .map((character) => {
      if (character === '"') isQuoted = !isQuoted;
      return character === ',' && !isQuoted ? ';' : character;
    })
    .join('');
}
