/** An allergy that someone writes is answered before anything is paid or saved, whichever way the text comes in. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { avoidWord } from '#areas/needs/rules/gate/food-facts.ts';
import type { GivenFoodReply } from '#areas/orders/calls/food-to-settle.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PreparedOrder, PreparedPerson } from '#areas/order-book/rules/prepared-order.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { followMarkedFood } from './food-holds.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { aCall, send as takeOnPhone } from '#quality/support/a-phone-order.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  checkOut,
  menuOf,
  priced,
} from '#quality/support/an-order.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { writeUnasked } from '#quality/support/write-unasked.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let meal: MealReply;
/** A food that the meal lists. */
let foodInIt: string;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  meal = menu.find(
    ({ mealType, allergens }) => mealType === 'lunch' && !allergens?.includes('soy'),
  ) as MealReply;
  [foodInIt = ''] = (/\b[a-z]{6,}/u.exec(meal.ingredients) ?? []).map(avoidWord);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});

const NOTE = 'Zoe is allergic to soy';
const ZOE = { name: 'Zoe', calorieTarget: 1500 };
const INSTRUCTIONS = { customer: { ...A_CUSTOMER, specialInstructions: `Ring twice. ${NOTE}` } };
const LEFT_OUT: PreparedPerson[] = [{ ...ZOE, allergens: ['soy'] }];
const THE_QUESTION = {
  quote: NOTE,
  person: 'Zoe',
  kind: 'allergy',
  allergens: ['soy'],
  words: [],
  severe: false,
  holds: true,
};
const REFUSED = {
  code: 'food_questions',
  message: expect.stringContaining(`Your note says “${NOTE}”`),
  questions: [THE_QUESTION],
};

const zoesOrder = (change: Partial<PreparedOrder> = {}): Partial<PreparedOrder> => ({
  people: [ZOE],
  orderItems: [anItem(meal, { personName: 'Zoe' })],
  ...change,
});
const aTrackedOrder = async (change: Partial<PreparedOrder> = {}) => {
  const order = await aPaidOrder(t, zoesOrder(change));
  const token = await trackingTokenOf(t, order.id);
  return { ...order, token, url: `/api/orders/track/${token}` };
};
const storedOf = async (id: number) => {
  const [row] = await t.context.db.select().from(orders).where(eq(orders.id, id));
  return row;
};
function asItIs(order: AdminOrderReply) {
  const { customer, orderItems } = order;
  return {
    customer,
    orderItems: orderItems.map(({ id, mealId, mealType, deliveryDate, mealDate, personName }) => ({
      id,
      mealId,
      mealType,
      deliveryDate,
      mealDate,
      personName,
    })),
  };
}

describe('before an order is paid', () => {
  test.each([
    ['in its instructions', INSTRUCTIONS],
    ['in a person’s note', { people: [{ ...ZOE, note: NOTE }] }],
  ])('%s, the checkout is refused, with nothing written', async (_, written) => {
    const order = await priced(t, anOrder(await menuOf(t), zoesOrder(written)));
    const reply = await checkOut(t, order);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, REFUSED]);
    expect(await t.context.db.$count(checkouts)).toBe(0);
  });

  test('the price is told with the question', async () => {
    const orderData = anOrder(await menuOf(t), zoesOrder(INSTRUCTIONS));
    const reply = await t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
    expect(reply.json()).toMatchObject({ questions: [THE_QUESTION] });
  });

  test('a clerk on the phone is asked as well', async () => {
    const reply = await takeOnPhone(staff, await aCall(t, zoesOrder(INSTRUCTIONS)));
    expect([reply.statusCode, reply.json()]).toMatchObject([400, REFUSED]);
  });

  test('what is left out for the person it names may be paid', async () => {
    const { id } = await aPaidOrder(t, zoesOrder({ ...INSTRUCTIONS, people: LEFT_OUT }));
    expect(await storedOf(id)).toMatchObject({ foodAnswers: [] });
  });

  test('a wish may be taken back in words that stay with the order', async () => {
    const wish = { customer: { ...A_CUSTOMER, specialInstructions: 'no soy please' } };
    const order = await priced(t, anOrder(await menuOf(t), zoesOrder(wish)));
    expect((await checkOut(t, order)).json()).toMatchObject({ code: 'food_questions' });
    const foodAnswers = [
      { quote: 'no soy please', personName: 'Zoe', answer: 'may_be_in' as const },
    ];
    const { id } = await aPaidOrder(t, zoesOrder({ ...wish, foodAnswers }));
    expect(await storedOf(id)).toMatchObject({ foodAnswers });
  });

  test('an answer that its question does not allow is refused at its field, one to no question is not looked at', async () => {
    const order = anOrder(await menuOf(t), zoesOrder(INSTRUCTIONS));
    const asked = (foodAnswers: PreparedOrder['foodAnswers']) =>
      t.app.inject({
        method: 'POST',
        url: '/api/quote',
        body: { orderData: { ...order, foodAnswers } },
      });
    const wrong = await asked([{ quote: NOTE, personName: 'Zoe', answer: 'may_be_in' }]);
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([
      400,
      ['orderData.foodAnswers.0.answer'],
    ]);
    const elsewhere = await asked([{ quote: 'no nuts', personName: null, answer: 'may_be_in' }]);
    expect(elsewhere.statusCode).toBe(200);
  });
});

describe('of a paid order', () => {
  test.each<
    [string, (at: { url: string; id: number }) => Promise<{ statusCode: number; body: string }>]
  >([
    [
      'instructions on the tracking page',
      async ({ url }) =>
        t.app.inject({
          method: 'PUT',
          url: `${url}/instructions`,
          body: { specialInstructions: NOTE },
        }),
    ],
    [
      'the price of a change',
      async ({ url }) =>
        t.app.inject({
          method: 'POST',
          url: `${url}/quote`,
          body: { customer: { specialInstructions: NOTE } },
        }),
    ],
    [
      'a change by its customer',
      async ({ url }) =>
        t.app.inject({
          method: 'POST',
          url: `${url}/change`,
          body: { people: [{ name: 'Zoe', note: NOTE }] },
        }),
    ],
    [
      'an edit by staff',
      async ({ id }) => {
        const order = await staff.order(id);
        const customer = { ...order.customer, specialInstructions: NOTE };
        return staff.put(`/api/admin/orders/${id}`, { ...asItIs(order), customer });
      },
    ],
    [
      'the preview of an edit',
      async ({ id }) => {
        const order = await staff.order(id);
        const people = [{ name: 'Zoe', note: NOTE }];
        return staff.post(`/api/admin/orders/${id}/preview`, { ...asItIs(order), people });
      },
    ],
  ])('%s is refused until it is answered', async (_, write) => {
    const order = await aTrackedOrder();
    const before = await storedOf(order.id);
    const reply = await write(order);
    expect(reply).toMatchObject({ statusCode: 400 });
    expect(JSON.parse(reply.body)).toMatchObject(REFUSED);
    expect(await storedOf(order.id)).toEqual(before);
  });

  test('what was refused is known to staff, once, until the order says it too', async () => {
    const told = async () =>
      (await staff.get('/api/admin/given-food'))
        .json<GivenFoodReply[]>()
        .map(({ kind, personName, why }) => ({ kind, personName, why }));
    const { url } = await aTrackedOrder();
    const write = (body: object) =>
      t.app.inject({ method: 'PUT', url: `${url}/instructions`, body });
    await write({ specialInstructions: NOTE });
    await write({ specialInstructions: NOTE });
    expect(await told()).toEqual([{ kind: 'told', personName: 'Zoe', why: NOTE }]);
    expect(await staff.today('told')).toMatchObject([
      { title: `Someone wrote “${NOTE}”, and nothing is left out`, level: 'answer' },
    ]);
    const body = { people: [{ name: 'Zoe', allergens: ['soy'] }] };
    const reply = await t.app.inject({ method: 'POST', url: `${url}/change`, body });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await told()).toEqual([]);
  });

  test('what is written beside the order is stored, and known to staff until its needs say it', async () => {
    const toCall = async () =>
      (await staff.get('/api/admin/given-food'))
        .json<GivenFoodReply[]>()
        .map(({ kind, personName, why }) => ({ kind, personName, why }));
    const { id, url } = await aTrackedOrder();
    const wrote = async (path: string, text: string) => {
      const reply = await staff.post(path, {
        text,
        ...(path.includes('orders') && { isPinned: false }),
      });
      expect(reply.statusCode, reply.body).toBeLessThan(300);
    };
    await wrote(`/api/admin/orders/${id}/notes`, NOTE);
    expect(await toCall()).toHaveLength(1);
    await wrote(`/api/admin/customers/${id}/notes`, `She called. ${NOTE}`);
    await wrote(`/api/admin/orders/${id}/notes`, 'Leave it at the back gate, code 1234');
    expect(await toCall()).toEqual([{ kind: 'told', personName: 'Zoe', why: NOTE }]);
    const body = { specialInstructions: 'Ring twice.' };
    await t.app.inject({ method: 'PUT', url: `${url}/instructions`, body });
    expect(await toCall()).toHaveLength(1);
    const people = [{ name: 'Zoe', allergens: ['soy'] }];
    await t.app.inject({ method: 'POST', url: `${url}/change`, body: { people } });
    expect(await toCall()).toEqual([]);
  });

  test('what a call, a missed delivery or a hold was settled with is read too', async () => {
    const open = async () =>
      (await staff.get('/api/admin/given-food')).json<GivenFoodReply[]>().map(({ id, why }) => ({
        id,
        why,
      }));
    const { id } = await aTrackedOrder();
    await staff.post(`/api/admin/orders/${id}/notes`, { text: NOTE, isPinned: false });
    const [told] = await open();
    const call = { result: 'told', calls: 0, note: 'Done. Zoe must avoid sesame as well' };
    const reply = await staff.post(`/api/admin/given-food/${told!.id}/calls`, call);
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await open()).map(({ why }) => why)).toEqual(['Zoe must avoid sesame as well']);
    const [delivery] = (await staff.order(id)).deliveries;
    t.setNow(`${delivery!.date}T08:00:00Z`);
    const missed = {
      deliveries: [{ id: delivery!.id }],
      reason: 'Nobody home',
      confirm: CONFIRMED,
    };
    for (const status of ['out', 'missed'])
      await staff.post('/api/admin/deliveries/status', { ...missed, status });
    const settled = { ids: [delivery!.id], note: 'They ate out. Zoe is allergic to egg' };
    const done = await staff.post('/api/admin/deliveries/settle', settled);
    expect(done.json().results).toMatchObject([{ ok: true }]);
    expect((await open()).map(({ why }) => why)).toContain('Zoe is allergic to egg');
  });

  describe('that leaves out less than an earlier one of its email', () => {
    const asked = async () => {
      await followMarkedFood(t.context);
      return (await staff.get('/api/admin/given-food'))
        .json<GivenFoodReply[]>()
        .map(({ id, kind, why, orderId }) => ({ id, kind, why, orderId }));
    };

    test('it is asked about until the order says it too', async () => {
      await aPaidOrder(t, zoesOrder({ people: LEFT_OUT }));
      expect(await asked()).toEqual([]);
      const { id, url } = await aTrackedOrder();
      expect(await asked()).toMatchObject([
        { kind: 'needs_fewer', why: 'Zoe left out soy', orderId: id },
      ]);
      expect(await staff.today('needs_fewer')).toMatchObject([
        { title: 'Zoe left out soy before, and this order does not', level: 'answer' },
      ]);
      expect((await t.app.inject({ url })).body).not.toContain('soy before');
      const people = [{ name: 'Zoe', allergens: ['soy'] }];
      await t.app.inject({ method: 'POST', url: `${url}/change`, body: { people } });
      expect(await asked()).toEqual([]);
    });

    test('once settled with them it is not asked again, unless it leaves out less still', async () => {
      await aPaidOrder(t, zoesOrder({ people: [{ ...ZOE, allergens: ['soy', 'sesame'] }] }));
      const { id, url } = await aTrackedOrder({ people: LEFT_OUT });
      const [first] = await asked();
      expect(first).toMatchObject({ why: 'Zoe left out sesame', orderId: id });
      const told = { result: 'told', calls: 0 };
      await staff.post(`/api/admin/given-food/${first?.id}/calls`, told);
      await t.app.inject({
        method: 'POST',
        url: `${url}/change`,
        body: { people: [{ name: 'Zoe', allergens: ['soy', 'milk'] }] },
      });
      expect(await asked()).toEqual([]);
    });

    test('nothing is asked after 12 months, of another person or of another email', async () => {
      await aPaidOrder(t, zoesOrder({ people: LEFT_OUT }));
      const customer = { ...A_CUSTOMER, email: 'someone.else@example.com' };
      await aPaidOrder(t, zoesOrder({ customer }));
      await aPaidOrder(t, {
        people: [{ ...ZOE, name: 'Ben' }],
        orderItems: [anItem(meal, { personName: 'Ben' })],
      });
      expect(await asked()).toEqual([]);
      await aPaidOrder(t, zoesOrder());
      expect(await asked()).toHaveLength(1);
      const [oldest] = await t.context.db.select().from(orders).orderBy(orders.id).limit(1);
      const before = new Date(Date.parse('2025-01-06T00:00:00Z'));
      await t.context.db.update(orders).set({ createdAt: before }).where(eq(orders.id, oldest!.id));
      await t.context.db.execute(
        sql`insert into food_marks (order_id) select max(id) from orders on conflict do nothing`,
      );
      expect(await asked()).toEqual([]);
    });
  });

  test('a need that a meal of theirs is against is known to staff as well', async () => {
    const { url } = await aTrackedOrder();
    const body = { people: [{ name: 'Zoe', avoid: [foodInIt] }] };
    const reply = await t.app.inject({ method: 'POST', url: `${url}/change`, body });
    expect(reply.json()).toMatchObject({ code: 'allergen_clash' });
    const matters = (await staff.get('/api/admin/given-food')).json<GivenFoodReply[]>();
    expect(matters).toMatchObject([{ kind: 'told', why: expect.stringContaining(foodInIt) }]);
  });

  test('the answer comes with the text', async () => {
    const { id, url } = await aTrackedOrder();
    const reply = await t.app.inject({
      method: 'POST',
      url: `${url}/change`,
      body: {
        customer: { specialInstructions: NOTE },
        people: [{ name: 'Zoe', allergens: ['soy'] }],
      },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await storedOf(id)).toMatchObject({ specialInstructions: NOTE });
  });

  test('what stood before is not asked again, and everything else may be saved beside it', async () => {
    const { id, url } = await aTrackedOrder();
    await writeUnasked(t.context.db, id, NOTE);
    const body = { specialInstructions: `${NOTE}. Side gate` };
    const reply = await t.app.inject({ method: 'PUT', url: `${url}/instructions`, body });
    expect(reply.statusCode, reply.body).toBe(200);
    const moved = await staff.put(`/api/admin/orders/${id}`, {
      ...asItIs(await staff.order(id)),
      people: [{ name: 'Zoe', diets: ['vegetarian'] }],
    });
    expect(moved.statusCode, moved.body).toBe(200);
  });

  test('taking a need back that the note speaks of opens the question', async () => {
    const { id, url } = await aTrackedOrder({ ...INSTRUCTIONS, people: LEFT_OUT });
    const body = { people: [{ name: 'Zoe', allergens: [] }] };
    const reply = await t.app.inject({ method: 'POST', url: `${url}/change`, body });
    expect([reply.statusCode, reply.json()]).toMatchObject([400, REFUSED]);
    expect(await storedOf(id)).toMatchObject({ version: 1 });
  });
});
