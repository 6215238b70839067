/** A bank approved what a change costs more, and the change was not made: nothing is charged, and its customer hears of it. */
import { and, eq, inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { EmailContent } from '#areas/messages/server/message-writers.ts';
import { action, emailPage, paragraph } from '#areas/messages/server/email-parts.ts';
import type { MessageRow, NotChanged } from '#areas/messages/server/tables/messages.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import type { Context } from '#platform/server/context.ts';
import { formatDollars } from '#platform/rules/money.ts';

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
  const sentence = sentenceOf(why, found.number);
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

function sentenceOf(why: NotChanged, number: string): string {
  switch (why) {
    case 'slot_full':
      return `The last place for your change of order ${number} was gone when your bank approved.`;
    case 'meal_sold_out':
      return `A meal of your change of order ${number} was sold out when your bank approved.`;
    case 'hold_ended':
      return `Your change of order ${number} could no longer be made after your bank approved.`;
  }
}
