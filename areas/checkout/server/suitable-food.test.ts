import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { PreparedOrder, PreparedPerson } from '#areas/order-book/rules/prepared-order.ts';
import { avoidWord } from '#areas/needs/rules/gate/food-facts.ts';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import {
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  day,
  menuOf,
  pay,
  place,
} from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let cashew: MealReply;
let nutless: MealReply;
let undeclared: MealReply;
let hiding: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  cashew = menu.find(({ allergens }) => allergens?.includes('cashew'))!;
  nutless = menu.find(
    ({ allergens, mealType }) =>
      mealType === cashew.mealType &&
      !allergens?.some((one) => [...TREE_NUTS, 'peanut'].includes(one)),
  )!;
  const [other, spiced] = menu.filter(({ id }) => ![cashew.id, nutless.id].includes(id));
  undeclared = await changed(other!, { allergens: null });
  hiding = await changed(spiced!, { allergens: [], ingredients: 'Rice, spices' });
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());

async function changed(meal: MealReply, change: Partial<MealReply>): Promise<MealReply> {
  await t.context.db.update(meals).set(change).where(eq(meals.id, meal.id));
  t.context.site.renew();
  return { ...meal, ...change };
}

const MIA = { name: 'Mia', calorieTarget: 1200, allergens: [...TREE_NUTS] };
const BEN = { name: 'Ben', calorieTarget: 1500 };

function aFamilyOrder(
  plates: readonly [string, MealReply][],
  them: PreparedPerson[] = [MIA, BEN],
): PreparedOrder {
  return anOrder([cashew, nutless], {
    people: them,
    orderItems: plates.map(([personName, meal], index) =>
      anItem(meal, { personName, mealDate: day(index % 2) }),
    ),
  });
}

const quote = (orderData: object) =>
  t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });

describe('a person with allergens is never sold', () => {
  test('a meal that declares one of them, and is told which', async () => {
    const order = aFamilyOrder([
      ['mia ', cashew],
      ['Ben', cashew],
    ]);
    const reply = await quote(order);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      code: 'allergen_clash',
      message: `${cashew.name} contains cashew. It can’t go to mia. Choose another meal, or please call us: (07) 5550 0164`,
      clashes: [
        {
          personName: 'mia',
          mealId: cashew.id,
          mealName: cashew.name,
          verdict: 'clash',
          allergens: ['cashew'],
        },
      ],
    });
    const intent = await checkOut(t, { ...order, total: '1.00' });
    expect(intent.json()).toMatchObject({ code: 'allergen_clash' });
    expect(await t.context.db.$count(checkouts)).toBe(0);
    expect(await t.context.db.$count(deliverySlots)).toBe(0);
  });

  test('a meal of which nobody knows what is in it', async () => {
    const mia = await quote(aFamilyOrder([['Mia', undeclared]], [MIA]));
    expect(mia.statusCode).toBe(400);
    expect(mia.json()).toMatchObject({
      code: 'allergen_clash',
      clashes: [{ mealId: undeclared.id, allergens: ['undeclared'] }],
    });
    expect((await quote(aFamilyOrder([['Ben', undeclared]], [BEN]))).statusCode).toBe(200);
  });

  test('a meal that lists a food they avoid, or may hide it', async () => {
    const [food = ''] = /\b[a-z]{5,}/u.exec(cashew.ingredients) ?? [];
    const named = await quote(aFamilyOrder([['Ben', cashew]], [{ ...BEN, avoid: [food] }]));
    expect([named.statusCode, named.json()]).toMatchObject([
      400,
      { code: 'allergen_clash', clashes: [{ verdict: 'clash', allergens: [avoidWord(food)] }] },
    ]);
    const unknown = await quote(
      aFamilyOrder([['Ben', hiding]], [{ ...BEN, avoid: ['asafoetida'] }]),
    );
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      400,
      {
        code: 'allergen_clash',
        message: expect.stringContaining(
          `We don’t know whether ${hiding.name} contains asafoetida.`,
        ),
        clashes: [{ verdict: 'undeclared', allergens: ['asafoetida'] }],
      },
    ]);
  });

  test('while everyone else still may have it', async () => {
    const reply = await quote(
      aFamilyOrder([
        ['Mia', nutless],
        ['Ben', cashew],
      ]),
    );
    expect(reply.statusCode, reply.body).toBe(200);
  });

  test('even when the recipe changes between the quote and the payment', async () => {
    const order = aFamilyOrder([['Mia', nutless]], [MIA]);
    const { checkout, orderData } = await anOpenCheckout(t, order);
    await withAllergens(nutless, ['almond'], async () => {
      expect((await checkOut(t, orderData)).json()).toMatchObject({ code: 'allergen_clash' });
      expect((await pay(t, checkout)).statusCode).toBe(200);
      const placed = await place(t, checkout.paymentIntentId, orderData);
      expect(placed.statusCode, placed.body).toBe(200);
    });
    expect(await t.context.db.select().from(orders)).toMatchObject([
      { status: 'pending', pendingReason: 'recipe_changed' },
    ]);
  });
});

/** Through the portal's own call, so that every process learns of it. */
async function withAllergens(
  meal: MealReply,
  allergens: NonNullable<MealReply['allergens']>,
  during: () => Promise<void>,
): Promise<void> {
  const { id, ...facts } = meal;
  const change = (said: Partial<MealReply>) => staff.put(`/api/meals/${id}`, { ...facts, ...said });
  const list = `Rice (${allergens.join(', ')})`;
  expect((await change({ allergens, ingredients: list })).statusCode).toBe(200);
  await during();
  expect((await change({})).statusCode).toBe(200);
}

test('what a person may not eat comes with the order, in legal order and once', async () => {
  const note = 'hates mushrooms';
  const mia = {
    ...MIA,
    allergens: ['peanut', 'peanut'],
    avoid: ['Lychees', 'dairy', 'lychee'],
    diets: ['vegan'],
    note: ` ${note} `,
  };
  const { id } = await aPaidOrder(t, {
    people: [mia as PreparedPerson, BEN],
    orderItems: [
      anItem(milkless(), { personName: 'Mia' }),
      anItem(cashew, { personName: 'Ben', mealDate: day(1) }),
    ],
  });
  const order = await staff.order(id);
  expect(order.people).toEqual([
    { name: 'Mia', allergens: ['peanut', 'milk'], avoid: ['lychee'], diets: ['vegan'], note },
    { name: 'Ben', allergens: [], avoid: [], diets: [], note: '' },
  ]);
});

function milkless(): MealReply {
  return nutless.allergens?.includes('milk') ? cashew : nutless;
}

test('a meal against a diet is sold, and said', async () => {
  const vegan = { ...BEN, diets: ['vegan', 'no pork'] } as PreparedPerson;
  const reply = await quote(aFamilyOrder([['Ben', cashew]], [vegan]));
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json<QuoteReply>().dietWarnings).toEqual([
    { personName: 'Ben', mealId: cashew.id, mealName: cashew.name, diets: ['vegan'] },
  ]);
});

describe('is refused with its field, and nothing is held:', () => {
  const none = { name: 'Leo', calorieTarget: 1200 };
  test.each<[string, object[], string]>([
    ['an allergen that does not exist', [{ ...MIA, allergens: ['nuts'] }], 'people.0.allergens.0'],
    ['an allergen in capitals', [{ ...MIA, allergens: ['Peanut'] }], 'people.0.allergens.0'],
    [
      'ten thousand allergens',
      [{ ...MIA, allergens: Array.from({ length: 10_000 }, () => 'peanut') }],
      'people.0.allergens',
    ],
    ['a diet that does not exist', [{ ...MIA, diets: ['keto'] }], 'people.0.diets.0'],
    ['a long note', [{ ...MIA, note: 'x'.repeat(201) }], 'people.0.note'],
    [
      'allergens of somebody without meals',
      [MIA, { ...none, allergens: ['egg'] }],
      'people.1.allergens',
    ],
    ['a food of 31 characters', [{ ...MIA, avoid: ['x'.repeat(31)] }, BEN], 'people.0.avoid.0'],
    [
      '21 foods',
      [{ ...MIA, avoid: Array.from({ length: 21 }, (_, index) => `food ${index}`) }, BEN],
      'people.0.avoid',
    ],
  ])('%s', async (_, them, field) => {
    const order = aFamilyOrder([['Mia', nutless]], them as PreparedPerson[]);
    const replies = [await quote(order), await checkOut(t, { ...order, total: '1.00' })];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(400);
      expect(Object.keys(reply.json().fields)).toEqual([`orderData.${field}`]);
    }
    expect(await t.context.db.$count(checkouts)).toBe(0);
    expect(await t.context.db.$count(people)).toBe(0);
  });

  test('wrong fields before clashes, clashes before what does not keep, and that before the week', async () => {
    const late = { mealDate: day(4), deliveryDate: day(0) };
    const salad = (await menuOf(t)).find(
      ({ freezable, shelfLifeDays }) => freezable === false && shelfLifeDays === 3,
    )!;
    const items = [anItem(cashew), anItem(salad, { ...late, personName: 'Ben' })];
    const order = anOrder([cashew], { people: [MIA, BEN], orderItems: items });
    const codeOf = async (sent: object) => (await quote(sent)).json().code;
    expect(await codeOf({ ...order, customer: { ...order.customer, phone: '1' } })).toBe('invalid');
    expect(await codeOf(order)).toBe('allergen_clash');
    expect(await codeOf({ ...order, people: [{ ...MIA, allergens: [] }, BEN] })).toBe(
      'will_not_keep',
    );
  });
});

describe('a second helping', () => {
  const portion = (change = {}) => anItem(nutless, { ...change });

  test('is one more portion at the same time, without another fee', async () => {
    const { id } = await aPaidOrder(t, {
      orderItems: [portion(), anItem(cashew)],
    });
    const order = await staff.order(id);
    expect(order.orderItems.map(({ mealId }) => mealId)).toEqual([nutless.id, cashew.id]);
    expect(order.deliveryFee).toBe('5.99');
    expect(order.deliveries).toHaveLength(1);
  });

  test('counts towards daily delivery', async () => {
    const orderItems = [0, 1, 2].flatMap((at) => {
      const date = { mealDate: day(at), deliveryDate: day(at) };
      return at === 2 ? [portion(date)] : [portion(date), portion(date)];
    });
    const reply = await quote(anOrder([nutless], { orderItems, deliveryType: 'daily' }));
    expect(reply.json()).toMatchObject({ deliveryType: 'daily', deliveryFee: '8.97' });
  });

  test.each<[string, object[], string]>([
    ['a third', [{}, {}, {}], 'orderItems.2.mealDate'],
    [
      'on another delivery',
      [{ mealDate: day(1) }, { mealDate: day(1), deliveryDate: day(1) }],
      'orderItems.1.deliveryDate',
    ],
  ])('is refused: %s', async (_, changes, field) => {
    const order = anOrder([nutless], { orderItems: changes.map(portion) });
    const reply = await quote({ ...order, deliveryType: 'weekly' });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toContain(`orderData.${field}`);
  });
});
