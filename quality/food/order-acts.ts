/** Orders as customers place and change them, and as the office settles what is wrong with them. */
import { eq } from 'drizzle-orm';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { GivenFoodReply, RecipesToSettleReply } from '#areas/orders/calls/food-to-settle.ts';
import type { PreparedPerson } from '#areas/order-book/rules/prepared-order.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { trackingTokenOf } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, checkOut, day, pay } from '#quality/support/an-order.ts';
import { tokenIn } from '#quality/support/a-phone-order.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/test-app.ts';
import {
  answerOf,
  idOf,
  namedIn,
  accepted,
  orderOf,
  findPortion,
  WINDOW,
  type ActAnswer,
  type Kitchen,
  type Of,
  type CasePlate,
} from '#quality/food/kitchen.ts';
import { hearOfPayment } from '#quality/food/hear-of-payment.ts';
import { saveMeal } from '#quality/food/meal-acts.ts';

const NEEDS_LOST = 'My allergies were lost.';

/** Ordered in the week before, through the page or by phone. */
export async function order(k: Kitchen, one: Of<'order'>): Promise<ActAnswer> {
  const back = k.t.context.clock();
  k.t.setNow(AN_ORDINARY_WEDNESDAY);
  const answer = await placed(k, one);
  k.t.setNow(new Date(back).toISOString());
  return answer;
}

async function placed(k: Kitchen, one: Of<'order'>): Promise<ActAnswer> {
  const { t } = k;
  const draft = draftOf(k, one.fact ? { ...one, instructions: '' } : one);
  const quote = await t.app.inject({
    method: 'POST',
    url: '/api/quote',
    body: { orderData: draft },
  });
  const quoted = answerOf(quote) as ActAnswer & { questions?: { holds: boolean }[] };
  const { subtotal = '1', deliveryFee = '1', tax = '0', total = '2' } = quote.json();
  const orderData = { ...draft, subtotal, deliveryFee, tax, total };
  const opened = await open(k, orderData, one);
  const answer = answerOf(opened);
  // The quote only asks.
  const isAsked = quoted.questions?.some(({ holds }) => holds);
  const expected = isAsked ? 'food_questions' : quoted['code'];
  if (answer['code'] !== expected)
    throw new Error(`the quote says ${quote.body}, the checkout ${opened.body}`);
  if (answer.refused !== null) return { ...answer, ...namedIn(k, answer) };
  const checkout = opened.json<CheckoutReply>();
  if (one.fact) await writeUnread(k, checkout.paymentIntentId, one);
  if (one.recipeSavedMeanwhile) {
    const saved = await saveMeal(k, { do: 'save meal', ...one.recipeSavedMeanwhile });
    if (saved.refused !== null) throw new Error(JSON.stringify(saved));
  }
  await pay(t, checkout);
  await hearOfPayment(k, checkout.paymentIntentId, one.heardBy ?? 'page');
  const ofCheckout = eq(orders.checkoutId, checkout.checkoutId);
  const [row] = await t.context.db.select().from(orders).where(ofCheckout);
  if (!row) throw new Error(`no order of ${checkout.checkoutId}`);
  k.orders.set(one.key, { id: row.id, token: await trackingTokenOf(t, row.id) });
  return { refused: null, status: row.status };
}

async function open(k: Kitchen, orderData: ReturnType<typeof draftOf>, { byPhone }: Of<'order'>) {
  if (!byPhone) return checkOut(k.t, orderData);
  const taken = await k.office.post('/api/admin/phone-orders', { orderData });
  if (taken.statusCode >= 300) return taken;
  return k.t.app.inject({ method: 'POST', url: `/api/pay/${tokenIn(taken.json().link)}` });
}

/** What nobody has asked about: written as 0.1.0 did, or lost with the database. */
async function writeUnread(k: Kitchen, paymentIntentId: string, one: Of<'order'>): Promise<void> {
  const ofIntent = eq(checkouts.paymentIntentId, paymentIntentId);
  const [row] = await k.t.context.db.select().from(checkouts).where(ofIntent);
  const frozen = row?.frozenOrder;
  if (!frozen) throw new Error(`no checkout of ${paymentIntentId}`);
  const frozenOrder: FrozenOrder = {
    ...frozen,
    meals: Object.fromEntries(
      Object.entries(frozen.meals).map(([id, { recipeList: _recipeList, ...meal }]) => [
        id,
        meal as FrozenOrder['meals'][string],
      ]),
    ),
    customer: { ...frozen.customer, specialInstructions: one.instructions ?? '' },
    people: frozen.people.map((person) =>
      one.people[person.name]?.known === false ? { ...person, note: NEEDS_LOST } : person,
    ),
  };
  await k.t.context.db.update(checkouts).set({ frozenOrder }).where(ofIntent);
}

function draftOf(k: Kitchen, one: Of<'order'>) {
  const draft = anOrder([{ id: 0, mealType: 'lunch' } as never]);
  return {
    ...draft,
    customer: { ...draft.customer, specialInstructions: one.instructions ?? '' },
    orderItems: one.plates.map((plate) => itemOf(k, plate, one)),
    people: Object.entries(one.people).map(
      ([name, { known: _known, ...needs }]) =>
        ({ name, calorieTarget: 1500, ...needs }) as PreparedPerson,
    ),
  };
}

function itemOf(
  k: Kitchen,
  plate: CasePlate,
  { deliver, window = WINDOW }: { deliver?: string; window?: string },
) {
  const [, personName = '', meal = '', mealDate = day(0)] =
    /^(.+?) (\w+)(?: (\d{4}-\d\d-\d\d))?$/.exec(plate) ?? [];
  const { id, facts } = k.meals.get(meal)!;
  return anItem({ id, ...facts } as never, {
    personName,
    mealDate,
    deliveryDate: deliver ?? mealDate,
    deliveryWindow: window as typeof WINDOW,
  });
}

export async function edit(k: Kitchen, one: Of<'edit'>): Promise<ActAnswer> {
  const { id, token } = orderOf(k, one.order);
  const people = Object.entries(one.needs ?? {}).map(([name, needs]) => ({ name, ...needs }));
  if (one.by === 'customer') {
    const address = `/api/orders/track/${token}`;
    const { instructions } = one;
    return answerOf(
      await (instructions === undefined
        ? k.t.app.inject({ method: 'POST', url: `${address}/change`, body: { people } })
        : k.t.app.inject({
            method: 'PUT',
            url: `${address}/instructions`,
            body: { specialInstructions: instructions },
          })),
    );
  }
  const { customer, orderItems, version } = await k.office.order(id);
  return answerOf(
    await k.office.put(`/api/admin/orders/${id}`, {
      version,
      customer: {
        ...customer,
        specialInstructions: one.instructions ?? customer.specialInstructions,
      },
      orderItems: [
        ...orderItems.map(({ meal: _m, price: _p, override: _o, ...item }) => item),
        ...(one.plates ?? []).map((plate) => {
          const { price: _, ...item } = itemOf(k, plate, {
            ...one,
            window: orderItems[0]!.deliveryWindow,
          });
          return item;
        }),
      ],
      ...(people.length > 0 && { people }),
    }),
  );
}

export async function settle(k: Kitchen, one: Of<'settle'>): Promise<ActAnswer> {
  const { orderId, personName, mealId } = findPortion(k, one.portion);
  const listed = accepted(
    await k.office.get('/api/admin/recipe-alerts'),
  ).json<RecipesToSettleReply>();
  const alert = listed.recipes
    .filter((recipe) => recipe.mealId === mealId)
    .flatMap(({ alerts }) => alerts)
    .find((each) => each.orderId === orderId && each.personName === personName);
  if (!alert) return { refused: 404 };
  const reply = await k.office.post('/api/admin/recipe-alerts/settle', {
    ids: [alert.id],
    action: one.how === 'agree' ? 'spoken' : one.how,
    ...(one.meal && { mealId: idOf(k, one.meal) }),
    ...(one.reason && { note: one.reason }),
  });
  const answer = answerOf(reply);
  return { ...answer, ...namedIn(k, answer) };
}

export async function callAbout(k: Kitchen, one: Of<'call'>): Promise<ActAnswer> {
  const { orderId, personName } = findPortion(k, one.portion);
  const isIt = (each: GivenFoodReply) =>
    each.kind === 'given_held' && each.orderId === orderId && each.personName === personName;
  const listed = accepted(await k.office.get('/api/admin/given-food')).json<GivenFoodReply[]>();
  const matter = listed.find(isIt);
  if (!matter) return { refused: 404 };
  const { result, note } = one;
  const body = { result, calls: matter.calls.length, ...(note && { note }) };
  const reply = await k.office.post(`/api/admin/given-food/${matter.id}/calls`, body);
  const answer = answerOf(reply);
  if (answer.refused !== null) return answer;
  return { refused: null, open: reply.json<GivenFoodReply[]>().some(isIt) };
}
