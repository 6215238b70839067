import { eq, and, inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { type EmailContent, writeMessage } from '#areas/messages/server/write-message.ts';
import { action, emailPage, paragraph, small } from '#areas/messages/server/email-parts.ts';
import type { NotOrdered, MessageRow, NotChanged } from '#areas/messages/server/tables/messages.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';

export type { NotOrdered };

/** A bank approved, and nothing came of it: their bank may show it as pending for days. */
export async function tellNotOrdered(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, frozenOrder }: CheckoutRow,
  why: NotOrdered,
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'not_ordered',
    about: id,
    recipient: frozenOrder.customer.email,
    facts: { notOrdered: { checkoutId: id, why } },
  });
}

/** Null: it was forgotten by now. */
export async function notOrderedEmail(
  { db, signIn }: Pick<Context, 'db' | 'signIn'>,
  { facts: { notOrdered } }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  if (!notOrdered) return null;
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, notOrdered.checkoutId));
  if (!checkout || checkout.purgedAt !== null) return null;
  const { drops } = checkout.frozenOrder;
  const windows = drops.map(
    ({ date, window }) => `${formatDate(date)}, ${windowWithName(business, window)}`,
  );
  const why = sentenceOf(notOrdered.why, new Intl.ListFormat('en-AU').format(windows));
  const subject = 'Not ordered, not charged';
  return emailPage(
    business,
    {
      subject,
      preview: why,
      why: ['You’re receiving this email because you paid for an order on our website.'],
    },
    paragraph(why),
    paragraph(
      `Your card was not charged. Your bank may show ${formatDollars(checkout.totalCents)} as pending for a few days.`,
    ),
    action(`${signIn.publicUrl}/order?step=2`, 'Back to your basket'),
    small('Open the link in the browser where you chose your meals, and they’re still there.'),
  );
}

function sentenceOf(why: NotOrdered, windows: string): string {
  switch (why) {
    case 'slot_full':
      return `The last place for ${windows} was gone when your bank approved.`;
    case 'meal_sold_out':
      return `A meal of your order for ${windows} was sold out when your bank approved.`;
    case 'recipe_changed':
      return `The recipe of a meal in your order for ${windows} changed before your bank approved, so we didn’t charge you.`;
    case 'past_cutoff':
      return `Orders for ${windows} had closed when your bank approved.`;
    case 'amount_differs':
      return `The amount your bank approved is not the price of your order for ${windows}.`;
    case 'ended':
      return `The time to pay for ${windows} had run out when your bank approved.`;
  }
}

// A bank approved what a change costs more, and the change was not made: nothing is charged, and its customer hears of it.

/**
 * A top-up that can no longer be paid, for its intent is cancelled. `approved`: why what its bank had approved came to nothing;
 * null: nobody had approved it, or they are told on their page.
 */
export async function closeTopUp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  topUpId: string,
  approved: NotChanged | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(topUps)
      .set({ state: 'ended' })
      .where(and(eq(topUps.id, topUpId), inArray(topUps.state, ['open', 'ending'])))
      .returning();
    if (!ended || !approved) return;
    const [order] = await tx
      .select({ id: orders.id, email: orders.email })
      .from(orders)
      .where(eq(orders.id, ended.orderId));
    if (!order) return;
    await writeMessage(
      tx,
      { clock },
      {
        kind: 'not_ordered',
        about: topUpId,
        orderId: order.id,
        recipient: order.email,
        facts: { notChanged: { topUpId, why: approved } },
      },
    );
  });
}

/** Null: it was forgotten by now. */
export async function notChangedEmail(
  context: Pick<Context, 'db' | 'signIn' | 'trackingSecret'>,
  { topUpId, why }: NonNullable<MessageRow['facts']['notChanged']>,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const [found] = await context.db
    .select({
      amountCents: topUps.amountCents,
      number: orders.number,
      checkoutId: orders.checkoutId,
      erasedAt: orders.erasedAt,
    })
    .from(topUps)
    .innerJoin(orders, eq(orders.id, topUps.orderId))
    .where(eq(topUps.id, topUpId));
  if (!found || found.erasedAt !== null) return null;
  const sentence = whyNotChanged(why, found.number);
  const subject = 'Not changed, not charged';
  return emailPage(
    business,
    {
      subject,
      preview: sentence,
      why: [
        'You’re receiving this email because you paid for a change of your order on our website.',
      ],
    },
    paragraph(sentence),
    paragraph(
      `Nothing of your change was made, and your card was not charged for it. Your bank may show ${formatDollars(found.amountCents)} as pending for a few days.`,
    ),
    action(trackingUrlFor(context, found.checkoutId), 'See your order'),
  );
}

function whyNotChanged(why: NotChanged, number: string): string {
  switch (why) {
    case 'slot_full':
      return `The last place for your change of order ${number} was gone when your bank approved.`;
    case 'meal_sold_out':
      return `A meal of your change of order ${number} was sold out when your bank approved.`;
    case 'hold_ended':
      return `Your change of order ${number} could no longer be made after your bank approved.`;
  }
}
