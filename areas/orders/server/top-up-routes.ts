import type { FastifyInstance } from 'fastify';
import { postPayLink, type PayLinkReply } from '#areas/orders/calls/order-editing.ts';
import { startTopUp, type TopUpReply } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { and, eq, inArray, or } from 'drizzle-orm';
import { formatAmount } from '#platform/rules/money.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type TopUpRow, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { Conflict } from '#platform/server/errors.ts';
import { loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { paysForWaitingChange } from '#areas/order-book/server/waiting-changes.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { finishChangeOf } from '#areas/orders/server/finish-change.ts';
import { endTopUp } from '#areas/orders/server/end-top-ups.ts';
import { openTopUpIntent } from '#areas/orders/server/top-up-intent.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerTopUpRoutes(app: FastifyInstance, context: Context): void {
  route(app, startTopUp, async ({ params, reply }) => {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, 'trackingChange', reply.request);
    return openTopUp(context, params.token);
  });

  staffRoute(app, postPayLink, ({ params, body, staff }) =>
    askPayment(context, staff, params.id, body.version),
  );
}

// What a customer pays on top, because their order costs more than they paid.

/** Well within the day for which the gateway remembers idempotency keys. */
const OPEN_FOR_MS = 12 * 60 * 60_000;

/**
 * Opens the payment of what the order behind this token owes now; asked again, the same one. One that was opened for
 * another amount can no longer be paid before this one can. Throws NotFound, Conflict `nothing_owed` or
 * `payment_in_progress`, or Unavailable.
 */
async function openTopUp(context: Context, token: string): Promise<TopUpReply> {
  for (;;) {
    const { current, stale } = await context.db.transaction((tx) => claim(tx, context, token));
    if (current) {
      const { id, clientSecret } = await openTopUpIntent(context, current);
      return {
        paymentIntentId: id,
        clientSecret,
        amount: formatAmount(current.amountCents),
      };
    }
    for (const topUp of stale) {
      if ((await endTopUp(context, topUp)) === 'processing')
        throw new Conflict(
          'payment_in_progress',
          'Your bank is still processing a payment for this order. Wait a moment, then try again.',
        );
      await finishChangeOf(context, topUp.id);
    }
  }
}

type Claimed = { current: TopUpRow | null; stale: TopUpRow[] };

/** The top-up to pay; or those that must be ended before there can be one. */
async function claim(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  token: string,
): Promise<Claimed> {
  const row = await lockOrder(tx, await orderIdOf(tx, token), undefined);
  const live = await tx
    .select({
      topUp: topUps,
      isForChange: paysForWaitingChange(topUps.id),
    })
    .from(topUps)
    .where(
      and(
        eq(topUps.orderId, row.id),
        or(inArray(topUps.state, ['open', 'ending']), paysForWaitingChange(topUps.id)),
      ),
    );
  const now = context.clock();
  const isGood = ({ topUp, isForChange }: (typeof live)[number]) =>
    !isForChange &&
    topUp.state === 'open' &&
    topUp.orderVersion === row.version &&
    topUp.openUntil.getTime() > now;
  const stale = live.filter((each) => !isGood(each)).map(({ topUp }) => topUp);
  if (stale.length > 0) return { current: null, stale };
  const { owedCents } = accountOfOrder(await loadOrder(tx, row));
  if (owedCents === 0) throw new Conflict('nothing_owed', 'Nothing is left to pay for this order.');
  const [known] = live;
  if (known) return { current: known.topUp, stale: [] };
  const [current] = await tx
    .insert(topUps)
    .values({
      orderId: row.id,
      amountCents: owedCents,
      orderVersion: row.version,
      openUntil: new Date(now + OPEN_FOR_MS),
      createdAt: new Date(now),
    })
    .returning();
  if (!current) throw new Error('the top-up was not stored');
  return { current, stale: [] };
}

/**
 * Emails the customer a link to pay what they owe. Throws NotFound, or Conflict `changed_meanwhile`, `nothing_owed` or
 * `customer_erased`.
 */
export async function askPayment(
  context: Context,
  staff: StaffMember,
  id: number,
  seenVersion: number | undefined,
): Promise<PayLinkReply> {
  return context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id, seenVersion);
    const { owedCents } = accountOfOrder(await loadOrder(tx, row));
    if (owedCents === 0)
      throw new Conflict('nothing_owed', 'Nothing is left to pay for this order.');
    if (row.email === '')
      throw new Conflict('customer_erased', 'The customer was erased: there is nobody to ask.');
    // So that a second click, which still sends the old version, sends no second email.
    const version = row.version + 1;
    await tx.update(orders).set({ version }).where(eq(orders.id, id));
    const amount = formatAmount(owedCents);
    await recordChange(tx, context, {
      staff,
      action: 'order.ask_payment',
      entityId: id,
      before: { version: row.version },
      after: { version, amount },
    });
    await writeMessage(tx, context, {
      kind: 'order_payment_due',
      about: `${id}:${version}`,
      orderId: id,
      recipient: row.email,
    });
    return { amount, sentTo: row.email, link: `${trackingUrlFor(context, row.checkoutId)}#pay` };
  });
}
