/** Whatever customers and staff do, and in whatever sequence: nobody is sent what they cannot have without someone knowing. */
import fc from 'fast-check';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { RecipesToSettleReply } from '#areas/orders/calls/food-to-settle.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import { itemsOf } from '#areas/order-book/rules/order.ts';
import { clashNames, clashOf, covers } from '#areas/needs/rules/gate/verdict.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, checkOut, day, menuOf, pay, place } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const SEED = 15;
const RUNS = 24;
const PEOPLE = ['Mia', 'Ben'];
const ALLERGENS: Allergen[] = ['almond', 'sesame', 'milk'];

let t: TestApp;
let staff: StaffClient;
/** Three lunches and one more that suits everyone. */
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  menu = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch').slice(0, 4);
});
afterAll(() => t.close());

const someAllergens = fc.option(fc.subarray(ALLERGENS), { nil: null, freq: 5 });
const which = fc.nat({ max: 3 });
const anOrderStep = fc.record({
  do: fc.constant('order' as const),
  needs: fc.subarray(ALLERGENS),
  eats: fc.array(fc.record({ meal: which, day: fc.nat({ max: 4 }), person: fc.nat({ max: 1 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** A recipe may be saved while the customer types the card. */
  saves: fc.option(fc.record({ meal: which, allergens: someAllergens })),
});
const aSaveStep = fc.record({
  do: fc.constant('save' as const),
  meal: which,
  allergens: someAllergens,
  shelfLifeDays: fc.nat({ max: 4 }).map((days) => days + 1),
  freezable: fc.boolean(),
});
const anEditStep = fc.record({
  do: fc.constant('edit' as const),
  order: which,
  item: which,
  /** Rather than these: a meal on hold, if there is one. */
  isAboutAlert: fc.boolean(),
  change: fc.constantFrom('swap', 'move', 'second', 'remove', 'needs', 'rename'),
  meal: which,
  day: fc.nat({ max: 4 }),
  needs: fc.subarray(ALLERGENS),
});
const aSettleStep = fc.record({
  do: fc.constant('settle' as const),
  alert: which,
  action: fc.constantFrom('swap', 'refund', 'spoken'),
  meal: which,
});
const aStatusStep = fc.record({
  do: fc.constant('status' as const),
  order: which,
  status: fc.constantFrom('cancelled', 'confirmed', 'pending'),
});
const step = fc.oneof(
  anOrderStep,
  aSaveStep,
  { arbitrary: anEditStep, weight: 2 },
  aSettleStep,
  aStatusStep,
);
/** Begins with an order and a recipe that changes, so that there is something to go wrong. */
const mix = fc
  .tuple(anOrderStep, aSaveStep, fc.array(step, { minLength: 2, maxLength: 7 }))
  .map(([first, second, rest]): Step[] => [first, second, ...rest]);

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Step = ValueOf<typeof step>;

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

async function saveRecipe(at: number, change: Partial<MealReply>): Promise<void> {
  const { id, ...facts } = pick(menu, at);
  const reply = await staff.put(`/api/meals/${id}`, {
    ...facts,
    dietaryTags: null,
    storage: '',
    // A list that names others, or not these, would keep the meal off the menu.
    ...(change.allergens && { ingredients: ['Rice', ...change.allergens].join(', ') }),
    ...change,
  });
  expect(reply.statusCode, reply.body).toBe(200);
}

async function order({ needs, eats, saves }: Extract<Step, { do: 'order' }>): Promise<void> {
  const orderItems = eats.map(({ meal, day: date, person }) =>
    anItem(pick(menu, meal), { mealDate: day(date), personName: pick(PEOPLE, person) }),
  );
  const people = PEOPLE.map((name, index) => ({
    name,
    calorieTarget: 1200,
    allergens: index === 0 ? needs : [],
  })).filter(({ name }) => orderItems.some(({ personName }) => personName === name));
  const draft = anOrder(menu, { orderItems, people });
  const quote = await t.app.inject({
    method: 'POST',
    url: '/api/quote',
    body: { orderData: draft },
  });
  if (quote.statusCode !== 200) return;
  const { subtotal, deliveryFee, tax, total } = quote.json();
  const opened = await checkOut(t, { ...draft, subtotal, deliveryFee, tax, total });
  if (opened.statusCode !== 200) return;
  const checkout = opened.json();
  if (saves) await saveRecipe(saves.meal, { allergens: saves.allergens });
  await pay(t, checkout);
  const placed = await place(t, checkout.paymentIntentId);
  expect(placed.statusCode, placed.body).toBe(200);
}

async function edit(known: readonly AdminOrderReply[], change: Extract<Step, { do: 'edit' }>) {
  if (known.length === 0) return;
  const [alert] = change.isAboutAlert ? await listOpen() : [];
  const {
    id,
    customer,
    orderItems: before,
  } = known.find((one) => one.id === alert?.orderId) ?? pick(known, change.order);
  const item =
    before.find(
      ({ personName, meal }) => personName === alert?.personName && meal.id === alert.mealId,
    ) ?? pick(before, change.item);
  const orderItems = before.flatMap((each) => {
    const { id: itemId, mealId, mealType, mealDate, deliveryDate, personName } = each;
    const sent = { id: itemId, mealId, mealType, mealDate, deliveryDate, personName };
    if (each !== item) return [sent];
    const meal = pick(menu, change.meal);
    switch (change.change) {
      case 'swap':
        return [{ ...sent, mealId: meal.id }];
      case 'move':
        return [{ ...sent, deliveryDate: day(change.day), mealDate: day(change.day) }];
      case 'second':
        return [sent, { ...sent, id: null, mealId: meal.id }];
      case 'rename':
        return [{ ...sent, personName: `${personName} L.` }];
      case 'remove':
        return before.length > 1 ? [] : [sent];
      default:
        return [sent];
    }
  });
  await staff.put(`/api/admin/orders/${id}`, {
    customer,
    orderItems,
    ...(change.change === 'needs' && {
      people: [{ name: item.personName, allergens: change.needs }],
    }),
  });
}

async function listOpen() {
  const { recipes } = (await staff.get('/api/admin/recipe-alerts')).json<RecipesToSettleReply>();
  return recipes.flatMap(({ mealId, alerts }) => alerts.map((alert) => ({ ...alert, mealId })));
}

async function settle({ alert, action, meal }: Extract<Step, { do: 'settle' }>): Promise<void> {
  const open = await listOpen();
  if (open.length === 0) return;
  const { id, swaps } = pick(open, alert);
  const mealId = swaps.length > 0 ? pick(swaps, meal).mealId : pick(menu, meal).id;
  const note = 'spoke to them by phone';
  const reply = await staff.post('/api/admin/recipe-alerts/settle', {
    ids: [id],
    action,
    ...(action === 'swap' && { mealId }),
    ...(action === 'spoken' && { note }),
  });
  expect(reply.statusCode, reply.body).toBeLessThan(500);
}

async function take(one: Step): Promise<void> {
  const known = (await staff.get('/api/admin/orders')).json<AdminOrderReply[]>();
  if (one.do === 'order') await order(one);
  else if (one.do === 'save') {
    const { meal, allergens, shelfLifeDays, freezable } = one;
    await saveRecipe(meal, { allergens, shelfLifeDays, freezable });
  } else if (one.do === 'edit') await edit(known, one);
  else if (one.do === 'settle') await settle(one);
  else if (known.length > 0) {
    await staff.put(`/api/admin/orders/${pick(known, one.order).id}/status`, {
      status: one.status,
    });
  }
}

/** By the recipes as they are now, whatever the orders say. */
async function findUnsafe(): Promise<string[]> {
  const { db } = t.context;
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.status, ['pending', 'confirmed']));
  const current = new Map((await db.select().from(meals)).map((meal) => [meal.id, meal]));
  const open = (await db.select().from(foodMatters)).filter(({ settledAt }) => settledAt === null);
  return (await loadOrders(db, rows)).flatMap((each) =>
    each.deliveries.flatMap((delivery) =>
      delivery.people.flatMap((person) =>
        person.items.flatMap((item) => {
          const meal = current.get(item.mealId)!;
          const clash = clashOf(meal, person);
          const isAgreed = clash === null || covers(item.override, clash);
          const isKept = keepsUntil(meal, item, defaultBusiness);
          const isAsked = open.some(({ itemId, kind }) => itemId === item.id && isHold(kind));
          if ((isAgreed && isKept) || isAsked) return [];
          return [
            `${each.number} ${person.name} ${meal.name} ${clashNames(clash).join()} ${isKept}`,
          ];
        }),
      ),
    ),
  );
}

test('no live paid meal clashes, is undeclared, or lies past its day, unless agreed or on hold', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(mix, async (steps) => {
      await t.clearOrders();
      for (const [index, meal] of menu.entries()) {
        await saveRecipe(index, {
          allergens: meal.allergens ?? [],
          shelfLifeDays: 3,
          freezable: true,
        });
      }
      for (const one of steps) await take(one);
      const live = await loadOrders(
        t.context.db,
        await t.context.db.select().from(orders).where(eq(orders.status, 'confirmed')),
      );
      checked += live.flatMap(itemsOf).length;
      expect(await findUnsafe()).toEqual([]);
      expect(await findBrokenRules(t.context)).toEqual([]);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  expect(checked).toBeGreaterThan(10);
}, 180_000);
