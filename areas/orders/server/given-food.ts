/** Food that was handed over although it is on hold for who eats it: they are warned, and staff call until they are reached. */
import { and, eq, isNull } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { whyNotToEat } from '#areas/order-book/rules/food-matters.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { takesTexts, withdrawMessages } from '#areas/messages/server/tell-customer.ts';
import { writeMessage, writeToStaff } from '#areas/messages/server/write-message.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { type OrderRow } from '#areas/order-book/server/tables/orders.ts';

type Facts = Pick<BusinessFacts, 'keepsFreshDays'>;

type WhoseFood = Pick<OrderRow, 'id' | 'number' | 'email' | 'phone' | 'recipient'>;

/**
 * In the transaction that says that a delivery arrived, or that its food is not what it was taken for. Warns the payer and
 * whom the food went to by email and text, tells those who can call, and opens a matter for each portion on hold; what is
 * known already is not said again. True: there is such a portion.
 */
export async function warnOfGivenFood(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  order: WhoseFood,
  { deliveryId, facts, sendAfter }: { deliveryId: number; facts: Facts; sendAfter?: Instant },
): Promise<boolean> {
  const [loaded] = await loadOrdersToCook(tx, { deliveryIds: [deliveryId], withCancelled: true });
  if (!loaded) return false;
  const holds = [...(await findHolds(tx, [loaded], facts)).values()];
  const held = holds.filter(({ isLeftOut }) => !isLeftOut);
  if (held.length === 0) return false;
  const known = await tx
    .select()
    .from(foodMatters)
    .where(and(eq(foodMatters.deliveryId, deliveryId), eq(foodMatters.kind, 'given_held')));
  for (const { item, person, verdict } of held) {
    const { id: itemId, personName, meal } = item;
    const why = whyNotToEat(verdict, person);
    if (known.some((matter) => matter.itemId === itemId && isSaid(matter, why))) continue;
    const found = { personName, mealName: meal.name, why };
    const [opened] = await tx
      .insert(foodMatters)
      .values({
        ...found,
        kind: 'given_held',
        orderId: order.id,
        deliveryId,
        itemId,
        openedAt: new Date(context.clock()),
      })
      .onConflictDoNothing()
      .returning();
    // One that is open and says something else is warned of as well: its matter stays the same call.
    const about = opened ? `${opened.id}` : `${itemId}:${why}`;
    await tellAll(tx, context, order, {
      about,
      deliveryId,
      food: { ...found, orderNumber: order.number },
      sendAfter,
    });
  }
  return true;
}

/** Who reads "it may contain milk" has been told of it, unless the delivery was taken back meanwhile. */
function isSaid({ why, settledHow }: FoodMatterRow, now: string): boolean {
  return why === now && settledHow !== 'taken_back';
}

type Warning = {
  about: string;
  deliveryId: number;
  food: { personName: string; mealName: string; why: string; orderNumber: string };
  sendAfter: Instant | undefined;
};

/** By every way we have, whatever the payer chose for news of deliveries. */
async function tellAll(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id: orderId, email, phone, recipient }: WhoseFood,
  { about, deliveryId, food, sendAfter }: Warning,
): Promise<void> {
  const message = {
    about,
    orderId,
    deliveryId,
    facts: { food },
    ...(sendAfter !== undefined && { sendAfter }),
  };
  const warning = { ...message, kind: 'food_warning' } as const;
  await writeMessage(tx, context, { ...warning, recipient: email });
  if (await takesTexts(tx, phone))
    await writeMessage(tx, context, { ...warning, channel: 'text', recipient: phone });
  if (recipient && recipient.phone !== phone && (await takesTexts(tx, recipient.phone)))
    await writeMessage(tx, context, {
      ...warning,
      channel: 'recipient_text',
      recipient: recipient.phone,
    });
  await writeToStaff(tx, context, 'settleRecipeAlerts', { ...message, kind: 'food_alert' });
}

/** In the transaction that takes a delivery's arrival back: nobody has the food, and it is on hold as before. */
export async function takeBackGivenFood(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  deliveryId: number,
): Promise<void> {
  const taken = await tx
    .update(foodMatters)
    .set({ settledAt: new Date(context.clock()), settledHow: 'taken_back' })
    .where(
      and(
        eq(foodMatters.deliveryId, deliveryId),
        eq(foodMatters.kind, 'given_held'),
        isNull(foodMatters.settledAt),
      ),
    )
    .returning({ id: foodMatters.id });
  if (taken.length > 0)
    await withdrawMessages(tx, { deliveryId, kinds: ['food_warning', 'food_alert'] });
}
