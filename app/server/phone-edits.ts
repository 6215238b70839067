/** What anyone who answers the phone changes in orders that are still to come. */
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { liveItemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { clashNames, clashOf } from '#areas/needs/rules/gate/verdict.ts';
import type { Household } from '#app/server/households.ts';
import { placeOrder } from '#app/server/place-order.ts';
import type { Stage, DemoWeek } from '#app/server/stage.ts';
import { findToCome } from '#app/server/troubles.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { editOrder } from '#areas/orders/server/edit-order.ts';
import { askPayment } from '#areas/orders/server/top-up-routes.ts';

/** A person with an allergy asks for a meal that declares it: settled on the phone, and kept with the order. */
export async function agreeOnMeal(
  stage: Stage,
  household: Household,
  wish: { week: DemoWeek; day: PlainDate },
): Promise<void> {
  const { context, crew } = stage;
  const { trackingToken: token } = await placeOrder(stage, household, wish);
  const order = await getOrder(context.db, { token });
  const [item] = liveItemsOf(order);
  const needs = household.people.find(({ name }) => name === item?.personName);
  const { menu } = await context.site.current();
  const asked = menu.find(
    (meal) =>
      meal.mealType === item?.mealType && needs && clashOf(meal, needs)?.verdict === 'clash',
  );
  if (!item || !needs || !asked) throw new Error('The demo has nothing to agree on');
  const edit = sameOrder(order);
  await editOrder(context, crew.phone, order.id, {
    ...edit,
    orderItems: edit.orderItems.map((sent) =>
      sent.id === item.id ? { ...sent, mealId: asked.id } : sent,
    ),
    overrides: [
      {
        mealId: asked.id,
        personName: needs.name,
        allergens: clashNames(clashOf(asked, needs)),
        reason: 'Called: a little of it, well cooked, is fine for them',
      },
    ],
  });
}

/** One more portion of a meal: the customer is asked to pay the rest, and has not yet. */
export async function addUnpaidPortion(stage: Stage): Promise<void> {
  const { context, crew } = stage;
  const order = await getOrder(context.db, { id: await findToCome(stage, 2) });
  const item = liveItemsOf(order).at(-1);
  if (!item) throw new Error('The demo has an order without meals');
  const edit = sameOrder(order);
  const { id: _, ...more } = sentItem(item);
  await editOrder(context, crew.phone, order.id, {
    ...edit,
    orderItems: [...edit.orderItems, more],
  });
  await askPayment(context, crew.phone, order.id, undefined);
}

/** As the portal sends it back when nothing was changed. */
function sameOrder(order: Order): EditOrderRequest {
  const { address, email, firstName, lastName, phone } = order.customer;
  const { line1, line2, suburb } = address;
  return {
    customer: {
      firstName,
      lastName,
      email,
      phone,
      address: joinAddress({ line1, line2, suburb: suburb.name }),
    },
    orderItems: liveItemsOf(order).map(sentItem),
  };
}

function sentItem({
  id,
  mealId,
  mealType,
  deliveryDate,
  mealDate,
  deliveryWindow,
  personName,
}: OrderItem) {
  return { id, mealId, mealType, deliveryDate, mealDate, deliveryWindow, personName };
}
