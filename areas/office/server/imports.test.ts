import { eq } from 'drizzle-orm';
import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type {
  DoneReply,
  ImportReply,
  PreviewReply,
  ReadFileReply,
} from '#areas/office/calls/imports.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { pictureRequests } from '#areas/menu/server/tables/picture-requests.ts';
import { purgeImportFiles } from './imports.ts';
import { importFiles } from '#areas/office/server/tables/import-files.ts';
import { pictureKind } from '#areas/recipes/server/fetch-picture.ts';
import type { ImportKind, ImportMapping } from '#platform/rules/imports.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, anOrder, menuOf, priced } from '#quality/support/an-order.ts';
import { checkMenu } from '#quality/support/check-invariants.ts';
import { removeMeals } from '#quality/support/remove-meals.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
});
afterEach(() => checkMenu(t.context));
afterAll(() => t.close());

/** The header lines as these programs write them, without the columns that say nothing here at their ends. */
const SHOPIFY_OLD =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status';
const SHOPIFY_NEW =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description';
const WOOCOMMERCE =
  'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit","Download expiry days",Parent,"Grouped products",Upsells,Cross-sells,"External URL","Button text",Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global"';

/** A file of these columns, in their places. */
function fileOf(header: string, rows: Record<string, string>[]): string {
  const columns = header.split(',').map((name) => name.replaceAll('"', ''));
  const quoted = (cell = '') => `"${cell.replaceAll('"', '""')}"`;
  for (const row of rows)
    for (const name of Object.keys(row)) if (!columns.includes(name)) throw new Error(`no ${name}`);
  return [header, ...rows.map((row) => columns.map((name) => quoted(row[name])).join(','))].join(
    '\n',
  );
}

const read = async (file: string | Buffer, kind: ImportKind = 'meals') =>
  t.app.inject({
    method: 'POST',
    url: `/api/admin/imports/read?kind=${kind}&name=menu.csv`,
    headers: { cookie: staff.cookie, 'content-type': 'text/csv' },
    body: file,
  });

type Change = { answers?: Record<string, string>; mapping?: ImportMapping; header?: number };

async function ask(file: string, change: Change = {}, kind: ImportKind = 'meals') {
  const reply = await read(file, kind);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const { fileId, header, mapping } = reply.json<ReadFileReply>();
  return { kind, fileId, header, mapping, answers: {}, ...change };
}

async function preview(file: string, change?: Change, kind?: ImportKind) {
  const asked = await ask(file, change, kind);
  const reply = await staff.post('/api/admin/imports/preview', asked);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return { asked, ...reply.json<PreviewReply>() };
}

async function doImport(file: string, change?: Change, kind?: ImportKind): Promise<DoneReply> {
  const { asked, previewHash } = await preview(file, change, kind);
  const reply = await staff.post('/api/admin/imports', { ...asked, previewHash });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json();
}

const all = async () => (await staff.get('/api/admin/meals')).json<StaffMealReply[]>();
const called = async (name: string) => (await all()).find((meal) => meal.name === name);
const DINNERS = { answers: { service: 'dinner' } };

describe('meals of a shop', () => {
  beforeEach(async () => {
    await removeMeals(t.context.db);
    t.context.site.renew();
  });

  test.each([
    [
      'Shopify (older export)',
      SHOPIFY_OLD,
      { Handle: 'korma', Title: 'Korma', 'Variant Price': '14.99', Type: 'Dinner' },
    ],
    [
      'Shopify',
      SHOPIFY_NEW,
      { 'URL handle': 'korma', Title: 'Korma', Price: '14.99', Tags: 'vegan, dinner' },
    ],
    [
      'WooCommerce',
      WOOCOMMERCE,
      { ID: '7', Type: 'simple', Name: 'Korma', 'Regular price': '14.99', Categories: 'Dinners' },
    ],
  ])(
    'of %s is known by its headings, and arrives off and undeclared',
    async (name, header, row) => {
      const file = fileOf(header, [row as unknown as Record<string, string>]);
      expect((await read(file)).json()).toMatchObject({ shape: name, rowCount: 1 });
      expect(await doImport(file)).toMatchObject({ counts: { new: 1, refused: 0 } });
      expect(await called('Korma')).toMatchObject({
        price: '14.99',
        mealType: 'dinner',
        isActive: false,
        allergens: null,
        mayContain: null,
        dietaryTags: null,
      });
      expect(await menuOf(t)).toEqual([]);
    },
  );

  test('without nutrition cannot be switched on until someone enters it', async () => {
    await doImport(
      fileOf(SHOPIFY_NEW, [{ 'URL handle': 'a', Title: 'Korma', Price: '14.99' }]),
      DINNERS,
    );
    const korma = (await called('Korma'))!;
    const on = await staff.post('/api/admin/meals/many', { ids: [korma.id], act: 'on' });
    expect(on.json()).toMatchObject({
      results: [{ ok: false, message: 'Enter the nutrition of one serving first.' }],
    });
    const { id: _id, version: _version, archivedAt: _at, ...sent } = korma;
    const saved = await staff.put(`/api/meals/${korma.id}`, { ...sent, isActive: true });
    expect(saved.json()).toMatchObject({
      fields: { calories: 'Enter the nutrition of one serving first.' },
    });
    const entered = { ...sent, calories: 500, protein: 30, carbs: 50, fat: 20, isActive: true };
    expect((await staff.put(`/api/meals/${korma.id}`, entered)).statusCode).toBe(200);
    expect(await menuOf(t)).toHaveLength(1);
  });

  test('has its HTML as text, cut at a sentence where it is too long', async () => {
    const body = `<h2>Rich</h2><p>Slow <b>cooked</b> &amp; mild.</p><ul><li>Rice</li></ul><img src="x.jpg">`;
    const long = `<p>${'Made with care. '.repeat(60)}</p>`;
    const file = fileOf(SHOPIFY_OLD, [
      { Handle: 'a', Title: 'Korma', 'Body (HTML)': body, 'Variant Price': '14.99' },
      { Handle: 'b', Title: 'Laksa', 'Body (HTML)': long, 'Variant Price': '14.99' },
    ]);
    const { rows } = await preview(file, DINNERS);
    expect(rows[1]!.notes[0]).toMatch(/^The description is cut from 959 to \d+ characters\.$/);
    await doImport(file, DINNERS);
    const { description } = (await called('Korma'))!;
    expect(description).toContain('Slow cooked & mild.');
    expect(description).not.toMatch(/[<>]|x\.jpg/);
    expect((await called('Laksa'))!.description).toMatch(/^Made with care\. .*care\.$/);
  });

  test('sold at several prices becomes a meal of each; at one price it is one', async () => {
    const file = fileOf(SHOPIFY_OLD, [
      {
        Handle: 'a',
        Title: 'Korma',
        'Option1 Value': 'Regular',
        'Variant Price': '12.00',
        'Image Src': 'https://x.example/a.jpg',
      },
      { Handle: 'a', 'Option1 Value': 'Large', 'Variant Price': '15.00' },
      { Handle: 'a', 'Image Src': 'https://x.example/b.jpg' },
      { Handle: 'b', Title: 'Laksa', 'Option1 Value': 'Mild', 'Variant Price': '14.00' },
      { Handle: 'b', 'Option1 Value': 'Hot', 'Variant Price': '14.00' },
      { Handle: 'c', Title: 'Ramen', 'Option1 Value': 'Default Title', 'Variant Price': '13.00' },
    ]);
    await doImport(file, DINNERS);
    expect((await all()).map(({ name, price }) => [name, price])).toEqual([
      ['Korma, Regular', '12.00'],
      ['Korma, Large', '15.00'],
      ['Laksa', '14.00'],
      ['Ramen', '13.00'],
    ]);
    const many = Array.from({ length: 21 }, (_, at) => ({
      Handle: 'd',
      Title: at === 0 ? 'Stew' : '',
      'Option1 Value': `${at}`,
      'Variant Price': `${10 + at}.00`,
    }));
    const { rows } = await preview(fileOf(SHOPIFY_OLD, many), DINNERS);
    expect(rows).toMatchObject([
      {
        outcome: 'refused',
        problems: [/21 variants/.exec('21 variants') && expect.stringMatching(/21 variants/)],
      },
    ]);
  });

  test('of WooCommerce knows variations by their parent; a sale price is ignored, and that is said', async () => {
    const file = fileOf(WOOCOMMERCE, [
      {
        ID: '44',
        Type: 'variable',
        SKU: 'korma',
        Name: 'Korma',
        Categories: 'Dinner',
        'Short description': 'Mild.',
      },
      {
        ID: '45',
        Type: 'variation',
        Name: 'Korma - R',
        'Regular price': '12',
        Parent: 'korma',
        'Attribute 1 value(s)': 'Regular',
      },
      {
        ID: '46',
        Type: 'variation',
        Name: 'Korma - L',
        'Regular price': '15',
        'Sale price': '9',
        Parent: 'id:44',
        'Attribute 1 value(s)': 'Large',
      },
      { ID: '50', Type: 'variation', Name: 'Lost', 'Regular price': '15', Parent: 'gone' },
    ]);
    const { rows } = await preview(file);
    expect(rows).toMatchObject([
      { row: 3, name: 'Korma, Regular', outcome: 'new' },
      { row: 4, name: 'Korma, Large', outcome: 'new' },
      { row: 5, outcome: 'refused' },
    ]);
    expect(rows[1]!.notes).toContain('The sale price 9 is ignored.');
    expect(rows[2]!.problems).toContain('Its parent “gone” is not in this file.');
    await doImport(file);
    expect(await called('Korma, Large')).toMatchObject({ price: '15.00', description: 'Mild.' });
  });

  test('sent again is all the same, and changes nothing', async () => {
    const file = fileOf(SHOPIFY_NEW, [
      {
        'URL handle': 'a',
        Title: 'Korma',
        Price: '$14,99',
        'Product image URL': 'https://x.example/a.jpg',
      },
      { 'URL handle': 'b', Title: 'Laksa', Price: '13.5' },
    ]);
    const asked = { answers: { service: 'dinner', pictures: 'yes' } };
    const { rows } = await preview(file, asked);
    expect(rows[0]!.notes).toContain('Price “$14,99” is $14.99.');
    await doImport(file, asked);
    const before = await all();
    expect(await doImport(file, asked)).toMatchObject({ counts: { new: 0, changed: 0, same: 2 } });
    expect(await all()).toEqual(before);
    const dearer = file.replace('$14,99', '1,499.00');
    expect((await preview(dearer, asked)).rows[0]).toMatchObject({ outcome: 'refused' });
    expect((await preview(file.replace('13.5', '13.90'), asked)).rows[1]).toMatchObject({
      outcome: 'changed',
      notes: expect.arrayContaining(['Changes price.']),
    });
  });

  test('two imports of one preview: the second finds everything there, and is told', async () => {
    const { asked, previewHash } = await preview(
      fileOf(SHOPIFY_NEW, [{ 'URL handle': 'a', Title: 'Korma', Price: '14.99' }]),
      DINNERS,
    );
    const send = () => staff.post('/api/admin/imports', { ...asked, previewHash });
    const replies = await Promise.all([send(), send()]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(await all()).toHaveLength(1);
  });

  test('the slug of an archived meal is not taken over', async () => {
    const file = fileOf(SHOPIFY_NEW, [{ 'URL handle': 'a', Title: 'Korma', Price: '14.99' }]);
    await doImport(file, DINNERS);
    await staff.delete(`/api/meals/${(await called('Korma'))!.id}`);
    await doImport(file, DINNERS);
    expect((await called('Korma'))!.slug).toBe('korma-2');
  });
});

describe('rows that are wrong', () => {
  const OWN =
    'name,description,price,mealType,calories,protein,carbs,fat,prepTime,ingredients,allergens,dietaryTags,sugars,availableFrom,freezable';
  const GOOD = {
    name: 'Korma',
    description: 'Mild.',
    price: '14.99',
    mealType: 'dinner',
    calories: '500',
    protein: '30',
    carbs: '50',
    fat: '20',
    prepTime: '5',
  };

  test.each([
    ['no name', { name: ' ' }, 'Name is missing.'],
    ['no price', { price: '' }, 'Price is missing.'],
    ['a price in words', { price: 'free' }, 'Price: “free” is not an amount.'],
    ['a price out of range', { price: '0.10' }, 'Price must be from $1.00 to $100.00.'],
    [
      'another meal type',
      { mealType: 'breakfast' },
      'Meal type: “breakfast” is neither lunch nor dinner.',
    ],
    ['nutrition in words', { protein: 'lots' }, 'Protein: “lots” is not a number.'],
    ['some of its nutrition', { fat: '' }, 'Fat is missing.'],
    [
      'more sugar than carbs',
      { sugars: '60' },
      'Sugars cannot be more than the carbs they are part of.',
    ],
    [
      'no real date',
      { availableFrom: '31/1/2026' },
      'Available from: “31/1/2026” is not a date, such as 2026-01-31.',
    ],
    ['neither yes nor no', { freezable: 'perhaps' }, 'Freezing: “perhaps” is neither yes nor no.'],
    [
      'allergens at odds with its ingredients',
      { ingredients: 'Rice, milk', allergens: 'none' },
      'The ingredients name milk. Tick it, or change the text.',
    ],
  ])('with %s are refused, and say so', async (_what, change, problem) => {
    const { rows } = await preview(fileOf(OWN, [{ ...GOOD, ...change }]));
    expect(rows).toMatchObject([{ row: 2, outcome: 'refused' }]);
    expect(rows[0]!.problems).toContain(problem);
  });

  test('one name twice: both', async () => {
    const { rows } = await preview(fileOf(OWN, [GOOD, { ...GOOD, name: 'korma ' }]));
    expect(rows.map(({ problems }) => problems)).toEqual([
      ['Row 3 has the same name.'],
      ['Row 2 has the same name.'],
    ]);
  });

  test('come back as the same table with what to fix, and go in once they are right; good ones have gone in', async () => {
    await removeMeals(t.context.db);
    const file =
      `My menu;;\n${OWN}\n`.replaceAll(';', ',') +
      fileOf(OWN, [GOOD, { ...GOOD, name: 'Laksa', price: '=1+1' }])
        .split('\n')
        .slice(1)
        .join('\n');
    const { asked } = await preview(file);
    expect(asked.header).toBe(1);
    expect(await doImport(file)).toMatchObject({ counts: { new: 1, refused: 1 } });
    const back = await staff.post('/api/admin/imports/refused', asked);
    expect(back.headers['content-disposition']).toContain('meals-to-fix.csv');
    expect(back.body).toContain('What to fix');
    expect(back.body).toContain('is not an amount.');
    expect(back.body).not.toContain('Korma');
    expect(await doImport(back.body.replace("'=1+1", '12.50'))).toMatchObject({
      counts: { new: 1 },
    });
    expect(await called('Laksa')).toMatchObject({ price: '12.50' });
  });

  test.each([
    ['', null],
    [' ', null],
    ['milk, nuts', null],
    ['None', null],
    ['no', null],
    ['-', null],
    ['n/a', null],
    ['[]', null],
    ['none, milk', null],
    ['Milk; egg', ['milk', 'egg']],
    ['none', []],
  ])('allergens “%s” declare only what we know', async (cell, allergens) => {
    await removeMeals(t.context.db);
    const ingredients = 'Rice, milk, egg';
    await doImport(
      fileOf(OWN, [
        { ...GOOD, ingredients: allergens?.length === 0 ? 'Rice' : ingredients, allergens: cell },
      ]),
    );
    expect((await called('Korma'))!.allergens).toEqual(allergens);
  });

  test('columns that are missing or not there are named', async () => {
    const asked = await ask(fileOf(OWN, [GOOD]), { mapping: { price: 99 } });
    const reply = await staff.post('/api/admin/imports/preview', asked);
    expect(reply.json()).toMatchObject({
      fields: {
        'mapping.price': 'The file has no such column.',
        'mapping.name': 'Choose the column of Name.',
      },
    });
  });

  test('the headings may be in another row', async () => {
    const file = `name,price\nname,price\n${'Korma,14.99\n'}`;
    const { fileId, header } = (await read(file)).json<ReadFileReply>();
    expect(header).toBe(0);
    const again = await staff.get(`/api/admin/import-files/${fileId}?kind=meals&header=1`);
    expect(again.json()).toMatchObject({ header: 1, rowCount: 1, firstRows: [['Korma', '14.99']] });
  });

  test('a file is gone after an hour', async () => {
    const asked = await ask(fileOf(OWN, [GOOD]));
    t.advanceMinutes(61);
    const late = await staff.post('/api/admin/imports/preview', asked);
    expect(late.json()).toMatchObject({ code: 'file_gone' });
    await purgeImportFiles(t.context);
    expect(await t.context.db.select().from(importFiles)).toEqual([]);
    t.advanceMinutes(-61);
  });
});

describe('our own template', () => {
  test('exported and imported changes nothing', async () => {
    const own = await startTestApp();
    try {
      const client = await aStaffClient(own);
      await client.post('/api/meals', {
        name: 'All of it',
        description: '- first line\n\'quoted\', with "marks"',
        imageUrl: 'https://x.example/a.jpg',
        calories: 500,
        protein: 30,
        carbs: 50,
        fat: 20,
        price: '14.90',
        mealType: 'lunch',
        isActive: true,
        allergens: [],
        ingredients: 'Rice',
        mayContain: ['peanut'],
        dietaryTags: ['vegan'],
        sugars: 1.5,
        freezable: false,
        shelfLifeDays: 3,
        availableFrom: '2026-01-01',
      });
      const before = (await client.get('/api/admin/meals')).json();
      expect(before).toHaveLength(37);
      const trail = await own.context.db
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(eq(auditLog.entity, 'meal'));
      const file = (await client.get('/api/admin/imports/template?kind=meals')).body;
      const sent = await own.app.inject({
        method: 'POST',
        url: '/api/admin/imports/read?kind=meals',
        body: file,
        headers: { cookie: client.cookie, 'content-type': 'text/csv' },
      });
      const { fileId, header, mapping, shape } = sent.json<ReadFileReply>();
      expect(shape).toBe('Mealrun');
      const asked = { kind: 'meals', fileId, header, mapping, answers: { pictures: 'yes' } };
      const shown = (await client.post('/api/admin/imports/preview', asked)).json<PreviewReply>();
      expect(shown.rows.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
      expect(shown.rows).toHaveLength(37);
      const { previewHash } = shown;
      expect((await client.post('/api/admin/imports', { ...asked, previewHash })).statusCode).toBe(
        201,
      );
      expect((await client.get('/api/admin/meals')).json()).toEqual(before);
      const after = await own.context.db
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(eq(auditLog.entity, 'meal'));
      expect(after).toHaveLength(trail.length);
    } finally {
      await own.close();
    }
  });
});

describe('an import is undone', () => {
  test('as far as nobody has changed or ordered what came with it', async () => {
    await removeMeals(t.context.db);
    t.context.site.renew();
    const header = 'name,price,mealType,calories,protein,carbs,fat';
    const rows = ['Korma', 'Laksa', 'Ramen'].map((name) => `${name},14.99,lunch,500,30,50,20`);
    const { importId } = await doImport([header, ...rows].join('\n'));
    const [korma, laksa, ramen] = (await all()).map(({ id }) => id) as [number, number, number];
    await staff.post('/api/admin/meals/many', { ids: [korma, laksa, ramen], act: 'on' });
    const lunch = (await menuOf(t)).find(({ id }) => id === laksa)!;
    await aPaidOrder(t, { orderItems: [anItem(lunch)] });
    const { id: _i, version: _v, archivedAt: _a, ...sent } = (await called('Ramen'))!;
    await staff.put(`/api/meals/${ramen}`, { ...sent, price: '15.99' });
    const listed = (await staff.get('/api/admin/imports?kind=meals')).json<ImportReply[]>();
    expect(listed[0]).toMatchObject({ id: importId, fileName: 'menu.csv', made: 3 });
    const undone = await staff.post(`/api/admin/imports/${importId}/undo`);
    expect(undone.json()).toEqual({ undone: 1, left: 2 });
    expect((await all()).map(({ name }) => name)).toEqual(['Laksa', 'Ramen']);
    expect((await staff.post(`/api/admin/imports/${importId}/undo`)).statusCode).toBe(404);
    await t.clearOrders();
  });
});

describe('pictures that a file names', () => {
  test('come afterwards, from public addresses only; what cannot be had leaves the drawn plate', async () => {
    await t.context.db.delete(pictureRequests);
    await removeMeals(t.context.db);
    const picture = await sharp({
      create: { width: 40, height: 40, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const shop = createServer((request, reply) => {
      if (request.url === '/a.png') reply.end(picture);
      else if (request.url === '/large.png') reply.end(Buffer.alloc(11 * 1024 * 1024));
      else if (request.url === '/moved.png') reply.writeHead(302, { location: '/a.png' }).end();
      else reply.writeHead(200).end('no picture');
    });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const address = shop.address() as { port: number };
    const at = (path: string) => `http://localhost:${address.port}/${path}`;
    const names = ['Good', 'Large', 'Moved', 'Text', 'Inside'];
    const urls = [
      at('a.png'),
      at('large.png'),
      at('moved.png'),
      at('x.txt'),
      'https://10.0.0.1/a.png',
    ];
    const rows = names.map((name, index) => ({
      'URL handle': name,
      Title: name,
      Price: '14.99',
      'Product image URL': urls[index]!,
    }));
    try {
      const asked = { answers: { service: 'lunch', pictures: 'yes' } };
      const { importId } = await doImport(fileOf(SHOPIFY_NEW, rows), asked);
      const local = { ...t.context, allowsLocalHosts: true };
      const ending = new AbortController().signal;
      // As in production first: nothing of this machine or its network is asked.
      const [inside] = await t.context.db
        .select()
        .from(pictureRequests)
        .where(eq(pictureRequests.url, urls[4]!));
      await pictureKind.run({ ...t.context, allowsLocalHosts: false }, { line: '', ending });
      expect(await statesOf()).toEqual(['failed', 'failed', 'failed', 'failed', 'failed']);
      expect(inside).toBeDefined();
      await t.context.db
        .update(pictureRequests)
        .set({ state: 'waiting', nextTryAt: null, tries: 0, error: null });
      await t.context.db
        .update(pictureRequests)
        .set({ state: 'failed' })
        .where(eq(pictureRequests.url, urls[4]!));
      await pictureKind.run(local, { line: '', ending });
      expect(await statesOf()).toEqual(['done', 'failed', 'failed', 'failed', 'failed']);
      const pictures = (await all()).map(({ imageUrl }) => imageUrl);
      expect(pictures).toEqual([
        expect.stringMatching(/^\/images\/meals\//),
        null,
        null,
        null,
        null,
      ]);
      // The photo came with the file: it is no change of one's own.
      expect((await staff.post(`/api/admin/imports/${importId}/undo`)).json()).toEqual({
        undone: 5,
        left: 0,
      });
      expect(await t.context.db.select({ id: meals.id }).from(meals)).toHaveLength(5);
    } finally {
      shop.close();
    }
  });

  const statesOf = async () =>
    (await t.context.db.select().from(pictureRequests).orderBy(pictureRequests.id)).map(
      ({ state }) => state,
    );
});

describe('contacts', () => {
  const SHOPIFY_CUSTOMERS =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags';
  const WHERE = 'Ticked at the checkout of our Shopify store';
  const asked = { answers: { agreed: 'yes', where: WHERE } };
  const ana = {
    'First Name': 'Ana',
    'Last Name': 'Diaz',
    Email: 'ana@example.com',
    'Accepts Email Marketing': 'yes',
    'Default Address City': 'Cleveland',
    Phone: '0412 345 678',
    Note: 'Coeliac',
  };
  const people = () => t.context.db.select().from(waitlistEntries);
  beforeEach(async () => {
    await t.context.db.delete(messages);
    await t.context.db.delete(waitlistEntries);
  });

  test('who agreed join the waitlist with where and when they did, without offer, note or email', async () => {
    const file = fileOf(SHOPIFY_CUSTOMERS, [
      ana,
      { ...ana, Email: 'bo@example.com', 'Accepts Email Marketing': 'no' },
      { ...ana, Email: 'nothing' },
      { ...ana, Email: 'cy@example.com', 'Default Address City': '' },
    ]);
    const { rows } = await preview(file, asked, 'contacts');
    expect(rows.map(({ problems }) => problems)).toEqual([
      [],
      ['The file does not say that they agreed to emails.'],
      ['“nothing” is not an email address.'],
      ['Suburb is missing.'],
    ]);
    await doImport(file, asked, 'contacts');
    const [entry, ...others] = await people();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      name: 'Ana Diaz',
      suburb: 'Cleveland',
      phone: '+61412345678',
      source: 'import',
      hasOffer: false,
      consentText: WHERE,
    });
    expect(JSON.stringify(entry)).not.toContain('Coeliac');
    expect(await t.context.db.select().from(messages)).toEqual([]);
  });

  test('nobody is imported unless the owner says that they agreed, and where', async () => {
    const file = fileOf(SHOPIFY_CUSTOMERS, [ana]);
    for (const answers of [{}, { agreed: 'yes' }, { where: WHERE }] as Record<string, string>[]) {
      const reply = await staff.post(
        '/api/admin/imports/preview',
        await ask(file, { answers }, 'contacts'),
      );
      expect(reply.statusCode).toBe(400);
    }
  });

  test('anyone who has unsubscribed stays so, and who is there already stays as they are', async () => {
    const file = fileOf(SHOPIFY_CUSTOMERS, [ana]);
    await doImport(file, asked, 'contacts');
    await t.context.db.update(waitlistEntries).set({ unsubscribedAt: new Date(t.context.clock()) });
    const before = await people();
    expect(await doImport(file, asked, 'contacts')).toMatchObject({ counts: { new: 0, same: 1 } });
    expect(await people()).toEqual(before);
  });

  test('have free delivery of their first order only with the tick, or once they join themselves', async () => {
    const deliveryFee = async () => {
      const customer = { ...A_CUSTOMER, email: 'ana@example.com' };
      return (await priced(t, anOrder(await menuOf(t), { customer }))).deliveryFee;
    };
    await doImport(`name,price,mealType,calories,protein,carbs,fat\nSoup,14.99,lunch,500,30,50,20`);
    await staff.post('/api/admin/meals/many', {
      ids: (await all()).map(({ id }) => id),
      act: 'on',
    });
    await doImport(fileOf(SHOPIFY_CUSTOMERS, [ana]), asked, 'contacts');
    expect(await deliveryFee()).toBe('5.99');
    const body = { email: 'ana@example.com', suburb: 'Cleveland' };
    await t.app.inject({ method: 'POST', url: '/api/waitlist', body });
    expect(await deliveryFee()).toBe('0.00');
  });

  test('an undone import removes them, but for those who have answered it', async () => {
    const bo = { ...ana, Email: 'bo@example.com' };
    const { importId } = await doImport(fileOf(SHOPIFY_CUSTOMERS, [ana, bo]), asked, 'contacts');
    await t.context.db
      .update(waitlistEntries)
      .set({ unsubscribedAt: new Date(t.context.clock()) })
      .where(eq(waitlistEntries.email, 'bo@example.com'));
    const undone = await staff.post(`/api/admin/imports/${importId}/undo`);
    expect(undone.json()).toEqual({ undone: 1, left: 1 });
    expect((await people()).map(({ email }) => email)).toEqual(['bo@example.com']);
  });
});
