/** The words to a caller about an order that staff took on the phone. Nothing for one that has gone on since. */
import { eq, and, isNull, lte } from 'drizzle-orm';
import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { staffTextMessage } from '#areas/messages/rules/messages.ts';
import { formatDollars } from '#platform/rules/money.ts';
import {
  payUntilText,
  PHONE_ORDER_TEXTS,
  type PhoneMessageKind,
} from '#areas/order-book/rules/phone-order.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type CheckoutRow,
  checkouts,
  phoneOrders,
} from '#areas/order-book/server/tables/checkouts.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { phoneOrderEmail } from '#areas/checkout/server/phone/phone-order-email.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { findPhoneOrder, payUrlFor } from '#areas/checkout/server/phone-orders.ts';
import { stateOf, lockPhoneOrder } from '#areas/checkout/server/phone/describe-phone-order.ts';
import { writePhoneMessage } from '#areas/checkout/server/phone/write-phone-message.ts';

/** A text of an hour ago is stale when the link is good for two. */
const VALID_SECONDS = 3600;

type Asked = Pick<MessageRow, 'facts'>;

/** Null for a message that should no longer be sent. */
export async function writePhoneOrderEmail(
  context: Context,
  kind: PhoneMessageKind,
  message: Asked,
  business: BusinessFacts,
): Promise<{ subject: string; page: ReactElement } | null> {
  const checkout = await findTold(context, message);
  if (!checkout) return null;
  return phoneOrderEmail(kind, {
    business,
    order: checkout.frozenOrder,
    until: payUntilText(checkout.holdUntil.getTime(), business.timeZone),
    payUrl: payUrlFor(context, checkout.id),
  });
}

/** Null for a text that should no longer be sent. */
export async function writePhoneOrderText(
  context: Context,
  kind: PhoneMessageKind,
  message: Asked,
  business: BusinessFacts,
): Promise<{ body: string; validSeconds: number } | null> {
  const checkout = await findTold(context, message);
  if (!checkout) return null;
  const words = PHONE_ORDER_TEXTS[kind]({
    total: formatDollars(checkout.totalCents),
    until: payUntilText(checkout.holdUntil.getTime(), business.timeZone),
  });
  const link = payUrlFor(context, checkout.id);
  const { text } = staffTextMessage(words, { business: business.name, link });
  return { body: text, validSeconds: VALID_SECONDS };
}

/** Its checkout, unless it was paid or forgotten. */
async function findTold(context: Context, { facts }: Asked): Promise<CheckoutRow | null> {
  const id = facts.phoneOrder?.checkoutId;
  if (id === undefined) return null;
  const [checkout] = await context.db.select().from(checkouts).where(eq(checkouts.id, id));
  const order = await findPhoneOrder(context.db, id);
  if (!checkout || !order || checkout.purgedAt !== null || checkout.state === 'paid') return null;
  noteCheckout(id);
  return checkout;
}

/** Reminds each caller who has not paid once, when `remindAt` says so. Returns how many. */
export async function remindPhoneOrders(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const due = await context.db
    .select({ id: phoneOrders.checkoutId })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .where(
      and(
        lte(phoneOrders.remindAt, new Date(context.clock())),
        isNull(phoneOrders.remindedAt),
        isNull(phoneOrders.cancelledAt),
        eq(checkouts.state, 'open'),
      ),
    );
  let reminded = 0;
  for (const { id } of due) if (await remind(context, id)) reminded += 1;
  return reminded;
}

/** Under the lock that a payment, a cancel and the end of its time take as well. */
async function remind(context: Pick<Context, 'db' | 'clock'>, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (stateOf({ order, checkout }, context.clock()) !== 'waiting') return false;
    await tx
      .update(phoneOrders)
      .set({ remindedAt: new Date(context.clock()) })
      .where(eq(phoneOrders.checkoutId, id));
    await writePhoneMessage(tx, context, 'phone_order_reminder', { checkout, order });
    return true;
  });
}
