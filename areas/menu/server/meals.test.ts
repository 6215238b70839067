import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { and, asc, eq } from 'drizzle-orm';
import { type StaffMealReply, StaleMealReply } from '#areas/menu/calls/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { aMealRequest } from '#quality/support/a-meal.ts';
import { menuOf } from '#quality/support/an-order.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { removeMeals } from '#quality/support/remove-meals.ts';
import { checkMenu } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let cookie: string;
let staffEmail: string;

beforeAll(async () => {
  t = await startTestApp();
  const signedIn = await signedInStaff(t);
  ({ cookie } = signedIn);
  staffEmail = signedIn.staff.email;
});
afterEach(() => checkMenu(t.context));
afterAll(() => t.close());
beforeEach(async () => {
  await removeMeals(t.context.db);
  t.context.site.renew();
});

/** Exactly what the spec sends; the refusals below count with its figures. */
const A_MEAL = aMealRequest({
  name: 'Lemon Chicken',
  description: 'Chicken with lemon and rice.',
  calories: 455,
  protein: 35,
  carbs: 45,
  fat: 15,
  mealType: 'lunch',
});

const ADDITIONS = {
  prepTime: 7,
  ingredients: 'Chicken, lemon, rice, egg, cream (milk).',
  allergens: ['egg', 'milk'],
  saturatedFat: 3.4,
  sugars: 6.1,
  sodium: 550,
  servingGrams: 400,
  shelfLifeDays: 3,
  freezable: true,
  storage: 'Keep refrigerated.',
  heating: 'Heat until steaming hot.',
  availableFrom: '2026-01-01',
  availableTo: '2026-12-31',
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, body?: object, as = cookie) =>
  t.app.inject({ method, url, headers: { cookie: as }, ...(body && { body }) });
const create = async (change: object = {}): Promise<StaffMealReply> => {
  const reply = await call('POST', '/api/meals', { ...A_MEAL, ...change });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json();
};
const trailOf = (id: number) =>
  t.context.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'meal'), eq(auditLog.entityId, String(id))))
    .orderBy(asc(auditLog.id));

describe('a new meal', () => {
  test('with the spec’s fields gets defaults for the rest, and is on the menu immediately', async () => {
    const reply = await call('POST', '/api/meals', A_MEAL);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toEqual({
      id: expect.any(Number),
      slug: 'lemon-chicken',
      ...A_MEAL,
      prepTime: 5,
      ingredients: '',
      allergens: null,
      mayContain: null,
      dietaryTags: null,
      saturatedFat: null,
      sugars: null,
      sodium: null,
      servingGrams: null,
      shelfLifeDays: null,
      freezable: null,
      storage: '',
      heating: '',
      coreCelsius: null,
      availableFrom: null,
      availableTo: null,
      recipeList: '',
      version: 1,
      archivedAt: null,
    });
    const menu = await menuOf(t);
    expect(menu).toMatchObject([A_MEAL]);
    expect(menu[0]).not.toHaveProperty('version');
    expect(await trailOf(reply.json().id)).toMatchObject([
      { action: 'meal.create', staffEmail, before: null, after: { name: 'Lemon Chicken' } },
    ]);
  });

  test('may have everything food law requires; allergens come in the law’s order', async () => {
    expect(await create(ADDITIONS)).toMatchObject({ ...ADDITIONS, allergens: ['milk', 'egg'] });
  });

  test('has its texts tidied, and keeps scripts as plain text', async () => {
    const name = ' <script>alert(1)</script>\u0007\n ';
    const meal = await create({ name, price: ' 9.5 ', imageUrl: ' ' });
    expect(meal).toMatchObject({
      name: '<script>alert(1)</script>',
      price: '9.50',
      imageUrl: null,
    });
  });
});

const WRONG: [field: string, what: string, change: Record<string, unknown>][] = [
  ['name', 'is missing', { name: undefined }],
  ['name', 'is blank', { name: '  ' }],
  ['name', 'is of the wrong type', { name: 5 }],
  ['name', 'is enormous', { name: 'x'.repeat(10_000) }],
  ['name', 'cannot be stored', { name: 'a\u0000b' }],
  ['description', 'is missing', { description: undefined }],
  ['description', 'is enormous', { description: 'x'.repeat(10_000) }],
  ['imageUrl', 'is a script', { imageUrl: 'javascript:alert(1)' }],
  ['imageUrl', 'is not https', { imageUrl: 'http://pictures.example/a.jpg' }],
  ['imageUrl', 'is data', { imageUrl: 'data:image/svg+xml,<svg/>' }],
  ['imageUrl', 'is of the wrong type', { imageUrl: 5 }],
  ['imageUrl', 'is enormous', { imageUrl: `https://a.example/${'x'.repeat(10_000)}` }],
  ['imageUrl', 'is not stored', { imageUrl: `/images/meals/${'0'.repeat(32)}-640.webp` }],
  ['calories', 'are missing', { calories: undefined }],
  ['calories', 'are text', { calories: '455' }],
  ['calories', 'are not a whole number', { calories: 455.5 }],
  ['calories', 'are zero', { calories: 0 }],
  ['calories', 'are negative', { calories: -455 }],
  ['calories', 'are enormous', { calories: 1e300 }],
  ['protein', 'is negative', { protein: -1 }],
  ['carbs', 'are null', { carbs: null }],
  ['fat', 'is a list', { fat: [15] }],
  ['price', 'is missing', { price: undefined }],
  ['price', 'is a number', { price: 14.99 }],
  ['price', 'is not an amount', { price: 'free' }],
  ['price', 'is negative', { price: '-14.99' }],
  ['price', 'is too small', { price: '0.99' }],
  ['price', 'is enormous', { price: '9'.repeat(1000) }],
  ['price', 'has fractions of a cent', { price: '14.999' }],
  ['mealType', 'is unknown', { mealType: 'breakfast' }],
  ['isActive', 'is missing', { isActive: undefined }],
  ['isActive', 'is text', { isActive: 'true' }],
  ['prepTime', 'is negative', { prepTime: -1 }],
  ['prepTime', 'is null', { prepTime: null }],
  ['ingredients', 'are enormous', { ingredients: 'x'.repeat(5000) }],
  ['allergens.0', 'are unknown', { allergens: ['kryptonite'] }],
  ['allergens', 'are too many', { allergens: Array.from({ length: 100 }, () => 'milk') }],
  ['saturatedFat', 'is more than the fat', { saturatedFat: 15.1 }],
  ['saturatedFat', 'is too precise', { saturatedFat: 1.25 }],
  ['sugars', 'are more than the carbs', { sugars: 46 }],
  ['sodium', 'is negative', { sodium: -1 }],
  ['servingGrams', 'is less than its contents', { servingGrams: 94 }],
  ['shelfLifeDays', 'is too long', { shelfLifeDays: 30 }],
  ['storage', 'is enormous', { storage: 'x'.repeat(5000) }],
  ['heating', 'is enormous', { heating: 'x'.repeat(5000) }],
  ['coreCelsius', 'is hotter than boiling water', { coreCelsius: 101 }],
  ['availableFrom', 'is not a date', { availableFrom: '2026-02-30' }],
  ['availableFrom', 'is before the year 1', { availableFrom: '0000-01-01' }],
  [
    'availableTo',
    'is before the first day',
    { availableFrom: '2026-02-02', availableTo: '2026-02-01' },
  ],
];

describe('a meal is refused when its', () => {
  test.each(WRONG)('%s %s', async (field, _what, change) => {
    const meal = await create();
    const body = { ...A_MEAL, ...change };
    for (const [method, url] of [
      ['POST', '/api/meals'],
      ['PUT', `/api/meals/${meal.id}`],
    ] as const) {
      const reply = await call(method, url, body);
      expect(reply.statusCode, reply.body).toBe(400);
      expect(Object.keys(reply.json().fields)).toEqual([field]);
    }
    expect(await t.context.db.select().from(meals)).toHaveLength(1);
    expect(await trailOf(meal.id)).toHaveLength(1);
  });

  test('numbers are out of range, with each field’s message', async () => {
    const reply = await call('POST', '/api/meals', { ...A_MEAL, calories: 455.5, price: '1000' });
    expect(reply.json().fields).toEqual({
      calories: 'Calories must be a whole number from 1 to 2000 Cal.',
      price: 'Price must be from $1.00 to $100.00.',
    });
  });
});

describe('the slug of a meal', () => {
  test('stays when the meal is renamed, archived and restored, so that printed links keep working', async () => {
    const { id, slug } = await create({ name: 'Crème Brûlée & Berries' });
    expect(slug).toBe('creme-brulee-and-berries');
    const renamed = await call('PUT', `/api/meals/${id}`, { ...A_MEAL, name: 'Custard' });
    expect(renamed.json()).toMatchObject({ name: 'Custard', slug });
    await call('DELETE', `/api/meals/${id}`);
    const restored = await call('POST', `/api/admin/meals/${id}/restore`);
    expect(restored.json()).toMatchObject({ name: 'Custard', slug });
  });

  test('of a second meal of that name has a number, and so on, archived ones included', async () => {
    const first = await create();
    await call('DELETE', `/api/meals/${first.id}`);
    const slugs = [(await create()).slug, (await create()).slug];
    expect([first.slug, ...slugs]).toEqual(['lemon-chicken', 'lemon-chicken-2', 'lemon-chicken-3']);
  });

  test('is unique when many of that name are stored at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(6);
  });

  test('is ours to choose, like all that no form has: what is sent of it is not read', async () => {
    const ours = { id: 7, slug: 'mine', archivedAt: '2026-01-07T02:00:00.000Z', inStock: 3 };
    const { id, slug } = await create(ours);
    expect(slug).toBe('lemon-chicken');
    const changed = await call('PUT', `/api/meals/${id}`, { ...A_MEAL, ...ours, fat: 16 });
    expect(changed.json()).toMatchObject({ id, fat: 16, slug, archivedAt: null });
    expect(changed.json()).not.toHaveProperty('inStock');
  });

  test('is on the menu that customers see', async () => {
    const { slug } = await create();
    expect(await menuOf(t)).toMatchObject([{ slug }]);
  });
});

describe('changing a meal', () => {
  test('stores what is sent, keeps omitted additions, and is recorded in the audit trail', async () => {
    const meal = await create(ADDITIONS);
    const reply = await call('PUT', `/api/meals/${meal.id}`, { ...A_MEAL, price: '12.50' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual({ ...meal, price: '12.50', version: 2 });
    const trail = await trailOf(meal.id);
    expect(trail.at(-1)).toMatchObject({
      action: 'meal.update',
      staffEmail,
      before: { price: '14.99', version: 1 },
      after: { price: '12.50', version: 2 },
    });
  });

  test('removes additions sent as null', async () => {
    const meal = await create(ADDITIONS);
    const change = { allergens: null, sugars: null, availableTo: null, storage: '' };
    const reply = await call('PUT', `/api/meals/${meal.id}`, { ...A_MEAL, ...change });
    expect(reply.json()).toMatchObject({ ...change, availableFrom: '2026-01-01' });
  });

  test('checks what is sent together with what is stored', async () => {
    const meal = await create(ADDITIONS);
    const reply = await call('PUT', `/api/meals/${meal.id}`, { ...A_MEAL, carbs: 6 });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual(['sugars']);
  });

  test('to its current values changes nothing and is not recorded', async () => {
    const meal = await create(ADDITIONS);
    const reply = await call('PUT', `/api/meals/${meal.id}`, { ...A_MEAL, ...ADDITIONS });
    expect(reply.json()).toEqual(meal);
    expect(await trailOf(meal.id)).toHaveLength(1);
  });

  test('is refused when someone else has changed it, saying who and what', async () => {
    const meal = await create();
    const other = await signedInStaff(t, { firstName: 'Kim' });
    const url = `/api/meals/${meal.id}`;
    await call('PUT', url, { ...A_MEAL, price: '12.50', version: 1 }, other.cookie);
    await call('PUT', url, { ...A_MEAL, price: '12.50', name: 'Lime Chicken' }, other.cookie);
    const reply = await call('PUT', url, { ...A_MEAL, isActive: false, version: 1 });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: 'stale_version',
      changedBy: other.staff.email,
      changedFields: ['name', 'price'],
      meal: { name: 'Lime Chicken', version: 3, isActive: true },
    });
    expect(StaleMealReply.parse(reply.json()).message).toContain(
      `${other.staff.email} changed this meal`,
    );
    expect((await call('PUT', url, { ...A_MEAL, version: 3 })).statusCode).toBe(200);
  });

  test('by two at once with the same version succeeds for one', async () => {
    const meal = await create();
    const replies = await Promise.all(
      ['10.00', '11.00', '12.00', '13.00'].map((price) =>
        call('PUT', `/api/meals/${meal.id}`, { ...A_MEAL, price, version: 1 }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('refuses a version of the wrong type, and one that never existed', async () => {
    const meal = await create();
    const url = `/api/meals/${meal.id}`;
    expect((await call('PUT', url, { ...A_MEAL, version: '1' })).statusCode).toBe(400);
    const ahead = await call('PUT', url, { ...A_MEAL, version: 99 });
    expect(ahead.json()).toMatchObject({ code: 'stale_version', changedFields: [] });
  });
});

describe('deleting a meal', () => {
  test('archives it: gone from the menu and the list, found in the archive, restored as inactive', async () => {
    const meal = await create();
    const gone = await call('DELETE', `/api/meals/${meal.id}`, A_MEAL);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect(await menuOf(t)).toEqual([]);
    expect((await call('GET', '/api/meals')).json()).toEqual([]);
    expect((await call('GET', '/api/admin/meals')).json()).toEqual([]);
    const archive = (await call('GET', '/api/admin/meals?archived=true')).json();
    expect(archive).toMatchObject([{ id: meal.id, archivedAt: '2026-01-07T02:00:00.000Z' }]);
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await call(method, `/api/meals/${meal.id}`, A_MEAL)).statusCode).toBe(404);
    }

    const restored = await call('POST', `/api/admin/meals/${meal.id}/restore`);
    expect([restored.statusCode, restored.json()]).toEqual([
      200,
      { ...meal, isActive: false, version: 3 },
    ]);
    const again = await call('POST', `/api/admin/meals/${meal.id}/restore`);
    expect(again.json()).toEqual(restored.json());
    expect((await trailOf(meal.id)).map((entry) => entry.action)).toEqual([
      'meal.create',
      'meal.archive',
      'meal.restore',
    ]);
  });

  test.each([
    ['nothing', {}, undefined],
    ['a JSON content type without a body', { 'content-type': 'application/json' }, undefined],
    ['broken JSON', { 'content-type': 'application/json' }, '{'],
    ['a meal with every field wrong', { 'content-type': 'application/json' }, '{"name":5}'],
    ['a picture', { 'content-type': 'image/png' }, 'x'],
  ])('works with %s as body', async (_what, headers: Record<string, string>, payload) => {
    const meal = await create();
    const reply = await t.app.inject({
      method: 'DELETE',
      url: `/api/meals/${meal.id}`,
      headers: { ...headers, cookie },
      ...(payload !== undefined && { payload }),
    });
    expect(reply.statusCode, reply.body).toBe(204);
  });
});

test('a copy is inactive, has no dates, is named as a copy, and has its own audit trail', async () => {
  const meal = await create({ ...ADDITIONS, name: 'x'.repeat(80) });
  const reply = await call('POST', `/api/admin/meals/${meal.id}/duplicate`);
  expect(reply.statusCode, reply.body).toBe(201);
  expect(reply.json()).toEqual({
    ...meal,
    id: expect.any(Number),
    slug: `${'x'.repeat(73)}-copy`,
    name: `${'x'.repeat(73)} (copy)`,
    isActive: false,
    availableFrom: null,
    availableTo: null,
  });
  expect(await trailOf(reply.json().id)).toMatchObject([{ action: 'meal.duplicate', staffEmail }]);
});

describe('what is on the list', () => {
  test('for staff: active and inactive, never cached; for visitors and strangers: active only, cached as bytes', async () => {
    await create({ mealType: 'dinner', name: 'Stew' });
    await create({ isActive: false });
    const staff = await call('GET', '/api/meals');
    expect(staff.json()).toMatchObject([{ name: 'Lemon Chicken', version: 1 }, { name: 'Stew' }]);
    expect(staff.headers['cache-control']).toBe('no-store');
    for (const stranger of [
      '',
      'theme=dark',
      'mealrun.session_token=forged.signature',
      cookie.replace(/(session_token=[^;]+)[^;]{9}/, '$1'),
    ]) {
      const reply = await t.app.inject({ url: '/api/meals', headers: { cookie: stranger } });
      expect(reply.json().map((meal: StaffMealReply) => meal.name)).toEqual(['Stew']);
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-cache',
        etag: expect.any(String),
      });
    }
    const visitor = await t.app.inject('/api/meals');
    const held = { cookie, 'if-none-match': String(visitor.headers.etag) };
    expect((await t.app.inject({ url: '/api/meals', headers: held })).json()).toHaveLength(2);
    expect(visitor.headers.vary).toContain('cookie');
  });

  test('is found by every word in any case and spelling, and by type; % and _ are literal', async () => {
    await create({ description: 'With rice.', ingredients: 'LEMON, rice.' });
    await create({ name: '100% Lamb_Stew', description: '', mealType: 'dinner' });
    const found = async (query: string) =>
      (await call('GET', `/api/admin/meals?${query}`))
        .json()
        .map((meal: StaffMealReply) => meal.name);
    expect(await found('q=chicken%20lemon')).toEqual(['Lemon Chicken']);
    await create({ name: 'O’Brien’s Crème Brûlée', description: '', ingredients: '' });
    expect(await found('q=obriens%20brulee')).toEqual(['O’Brien’s Crème Brûlée']);
    expect(await found('q=100%25')).toEqual(['100% Lamb_Stew']);
    expect(await found('q=%25')).toEqual([]);
    expect(await found('q=b_s')).toEqual(['100% Lamb_Stew']);
    expect(await found('q=n_c')).toEqual([]);
    expect(await found('q=%5C')).toEqual([]);
    expect(await found('type=dinner')).toEqual(['100% Lamb_Stew']);
    expect(await found('archived=false&q=')).toEqual([
      'Lemon Chicken',
      'O’Brien’s Crème Brûlée',
      '100% Lamb_Stew',
    ]);
  });

  test.each(['archived=maybe', 'type=brunch', `q=${'x'.repeat(500)}`, 'q=%00', 'nothing=1'])(
    'is refused for %s',
    async (query) => {
      expect((await call('GET', `/api/admin/meals?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('ids', () => {
  const writes = [
    ['PUT', (id: string) => `/api/meals/${id}`],
    ['DELETE', (id: string) => `/api/meals/${id}`],
    ['POST', (id: string) => `/api/admin/meals/${id}/restore`],
    ['POST', (id: string) => `/api/admin/meals/${id}/duplicate`],
  ] as const;

  test.each([
    ['999999', 404],
    ['2147483647', 404],
    ['2147483648', 400],
    ['0', 400],
    ['-1', 400],
    ['1.5', 400],
    ['abc', 400],
    ['9'.repeat(60), 400],
    ['%3Cscript%3E', 400],
  ])('%s is not a meal', async (id, status) => {
    for (const [method, url] of writes) {
      const reply = await call(method, url(id), method === 'PUT' ? A_MEAL : undefined);
      expect(reply.statusCode, `${method} ${reply.body}`).toBe(status);
    }
  });

  test('of real meals are useless without signing in', async () => {
    const meal = await create();
    for (const [method, url] of [
      ...writes,
      ['POST', () => '/api/meals'],
      ['GET', () => '/api/admin/meals'],
    ] as const) {
      const reply = await t.app.inject({
        method,
        url: url(String(meal.id)),
        ...(method !== 'GET' && { body: A_MEAL }),
      });
      expect([reply.statusCode, reply.json().message]).toEqual([401, 'Unauthorized']);
    }
    expect((await t.context.db.select().from(meals))[0]).toMatchObject({
      version: 1,
      archivedAt: null,
    });
  });
});

describe('a meal whose list names what it does not declare', () => {
  const AT_ODDS = {
    name: 'Prawn Noodles',
    ingredients: 'Rice noodles (wheat), coconut milk, prawn (crustacean), peanut',
    allergens: [],
    dietaryTags: ['vegan'],
    isActive: true,
  };
  const message =
    'The ingredients name wheat, gluten, peanut, crustacean. Tick them, or change the text.';

  test('is kept as a draft, says why, and is on the menu once it is put right', async () => {
    const draft = await create(AT_ODDS);
    expect(draft).toMatchObject({
      isActive: false,
      notPublic: [{ field: 'allergens', message }, { field: 'dietaryTags' }],
    });
    expect(await menuOf(t)).toEqual([]);
    const allergens = ['wheat', 'gluten', 'peanut', 'crustacean'];
    const change = { ...A_MEAL, ...AT_ODDS, allergens, dietaryTags: null };
    const saved = await call('PUT', `/api/meals/${draft.id}`, change);
    expect(saved.json()).not.toHaveProperty('notPublic');
    expect(await menuOf(t)).toMatchObject([{ id: draft.id }]);
  });

  test('cannot become so while customers see it, nor be switched on', async () => {
    const { id } = await create();
    const { isActive: _, ...atOdds } = AT_ODDS;
    const refused = await call('PUT', `/api/meals/${id}`, { ...A_MEAL, ...atOdds });
    expect([refused.statusCode, refused.json().fields]).toMatchObject([
      400,
      { allergens: message },
    ]);
    const off = { ...A_MEAL, ...AT_ODDS, isActive: false };
    expect((await call('PUT', `/api/meals/${id}`, off)).statusCode).toBe(200);
    const on = await call('PUT', `/api/meals/${id}`, { ...off, isActive: true });
    expect(on.statusCode).toBe(400);
  });

  test('that an upgrade or an import brought is not sold, and staff read why', async () => {
    const { id } = await create();
    await t.context.db
      .update(meals)
      .set({ ingredients: AT_ODDS.ingredients, allergens: [] })
      .where(eq(meals.id, id));
    t.context.site.renew();
    expect(await menuOf(t)).toEqual([]);
    const [listed] = (await call('GET', '/api/admin/meals')).json<StaffMealReply[]>();
    expect(listed).toMatchObject({ isActive: true, notPublic: [{ field: 'allergens', message }] });
  });
});
