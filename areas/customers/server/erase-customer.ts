import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { ErasedReply } from '#areas/customers/calls/customers.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { erasedCustomer, erasedFees } from '#areas/order-book/rules/erased-person.ts';
import { isText } from '#areas/messages/rules/messages.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { purgedCheckout } from '#areas/checkout/server/purge-unpaid-checkouts.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Context } from '#platform/server/context.ts';
import { eraseAftercare } from '#areas/customers/server/erase-aftercare.ts';
import { eraseAudit } from '#areas/customers/server/erase-audit.ts';
import { ERASED, erasePrintout } from '#areas/customers/server/erased-records.ts';
import { type CustomerRows, findCustomer } from '#areas/customers/server/find-customer.ts';
import { heldElsewhere } from '#areas/customers/server/held-elsewhere.ts';
import { refuseOpenMatters } from '#areas/customers/server/refuse-open-matters.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { gatewayEvents } from '#areas/order-book/server/tables/gateway-events.ts';
import { topUps } from '#areas/order-book/server/tables/top-ups.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { customerMerges } from '#areas/customers/server/tables/customer-merges.ts';
import { customerNotes } from '#areas/customers/server/tables/customer-notes.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { textRefusals } from '#areas/messages/server/tables/text-refusals.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/delivery-events.ts';
import { packChecks } from '#areas/order-book/server/tables/pack-checks.ts';
import { deliveryPhotos } from '#areas/order-book/server/tables/delivery-photos.ts';
import { incidentRows } from '#areas/order-book/server/tables/incidents.ts';
import { askedMeals } from '#areas/order-book/server/tables/meal-choices.ts';
import { recipeAlerts } from '#areas/order-book/server/tables/recipe-alerts.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/people.ts';
import { orderColumns, orderFacts } from '#areas/order-book/server/order-columns.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import { deleteBells } from '#areas/checkout/server/ring-bells.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Erasing = Pick<Context, 'db' | 'clock' | 'site' | 'mailer' | 'texter' | 'backup' | 'gateway'>;

/**
 * Erases the person with this email address from every table that holds them, in one transaction; amounts, meals and
 * dates stay. `staff` null: a command on the host. Throws NotFound, or Conflict `delivery_ahead` or `money_open`.
 */
export async function eraseCustomer(
  context: Erasing,
  staff: StaffMember | null,
  email: string,
): Promise<ErasedReply> {
  const { timeZone } = (await context.site.current()).business;
  const today = wallTimeAt(context.clock(), timeZone).date;
  const counts = await context.db.transaction(async (tx) => {
    const rows = await findCustomer(tx, email);
    await refuseOpenMatters(tx, rows, today);
    await eraseRows(context, tx, rows);
    const erased = countErased(rows);
    await recordErasure(context, tx, { staff, rows, erased });
    // Last: a failure keeps the texts in the database too, and all of it can be repeated.
    await context.mailer.discard(rows.messages.filter(({ channel }) => !isText(channel)));
    await context.texter.discard(rows.messages.filter(({ channel }) => isText(channel)));
    return erased;
  });
  return { ...counts, elsewhere: await heldElsewhere(context) };
}

async function eraseRows(context: Erasing, tx: Transaction, rows: CustomerRows): Promise<void> {
  const now = context.clock();
  for (const order of rows.orders) await eraseOrder(tx, order, now);
  for (const checkout of rows.checkouts) await eraseCheckout(tx, checkout, now);
  await eraseMessages(tx, rows);
  await eraseAftercare(tx, rows);
  await tx.delete(textRefusals).where(inArray(textRefusals.phone, phonesOf(rows)));
  await tx.delete(customerNotes).where(inArray(customerNotes.id, idsOf(rows.notes)));
  await tx
    .delete(customerMerges)
    .where(
      or(
        inArray(customerMerges.fromEmail, rows.emails),
        inArray(customerMerges.intoEmail, rows.emails),
      ),
    );
  await tx.delete(messages).where(inArray(messages.waitlistEntryId, idsOf(rows.waitlist)));
  await tx.delete(waitlistEntries).where(inArray(waitlistEntries.id, idsOf(rows.waitlist)));
  await deleteBells(tx, idsOf(rows.bells));
  const orderIds = new Set(idsOf(rows.orders));
  for (const { id, state } of rows.printouts) {
    await tx
      .update(printedDocuments)
      .set({ state: erasePrintout(state, orderIds) })
      .where(eq(printedDocuments.id, id));
  }
  await eraseWords(tx, rows);
  await eraseAudit(tx, rows);
}

async function eraseOrder(tx: Transaction, row: OrderRow, now: number): Promise<void> {
  const { customer, price, ...order } = orderFacts(row);
  const ofOrder = eq(people.orderId, row.id);
  const named = await tx.select().from(people).where(ofOrder).orderBy(people.position);
  const fees = erasedFees(
    price.fees,
    named.map(({ name }) => name),
  );
  await tx
    .update(orders)
    .set({
      ...orderColumns({
        ...order,
        customer: erasedCustomer(customer),
        recipient: null,
        price: { ...price, fees },
      }),
      recipientTokenHash: null,
      version: row.version + 1,
      erasedAt: new Date(now),
    })
    .where(eq(orders.id, row.id));
  // What it says of them is in the order too; what was settled is in the audit trail.
  await tx.delete(recipeAlerts).where(eq(recipeAlerts.orderId, row.id));
  await tx.delete(askedMeals).where(eq(askedMeals.orderId, row.id));
  await tx.update(incidentRows).set({ message: null }).where(eq(incidentRows.orderId, row.id));
  const theirs = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, row.id));
  // "Left with her neighbour": where it went is nobody's business any more.
  await tx
    .update(deliveryEvents)
    .set({ reason: '', place: '', note: '' })
    .where(inArray(deliveryEvents.deliveryId, theirs));
  const events = tx
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(inArray(deliveryEvents.deliveryId, theirs));
  await tx.delete(packChecks).where(inArray(packChecks.deliveryId, theirs));
  await tx.delete(deliveryPhotos).where(inArray(deliveryPhotos.eventId, events));
  // In two steps: someone may be called "Person 2" and stand first, and no two people may share a name.
  await tx
    .update(people)
    .set({ name: sql`'erased ' || ${people.id}` })
    .where(ofOrder);
  await tx
    .update(people)
    .set({ name: sql`'Person ' || ${people.position}`, ...NO_FOOD_NEEDS })
    .where(ofOrder);
  await tx
    .update(orderItems)
    .set({ override: sql`${orderItems.override} || ${JSON.stringify({ reason: ERASED })}::jsonb` })
    .where(and(eq(orderItems.orderId, row.id), isNotNull(orderItems.override)));
}

/** The tracking link stops working: nothing has the hash that it is looked up by. */
async function eraseCheckout(tx: Transaction, checkout: CheckoutRow, now: number): Promise<void> {
  await tx
    .update(checkouts)
    .set({
      ...purgedCheckout(checkout, now),
      trackingTokenHash: hashTrackingToken(randomUUID()),
    })
    .where(eq(checkouts.id, checkout.id));
}

/** That an email or text was sent, and when, stays with the order. */
async function eraseMessages(tx: Transaction, rows: CustomerRows): Promise<void> {
  await tx
    .update(messages)
    .set({
      recipient: '',
      facts: {},
      mail: null,
      textMessage: null,
      textSid: null,
      linkHash: null,
      lastError: null,
      state: sql`case when ${messages.state} in ('waiting', 'failed') then 'withdrawn' else ${messages.state} end`,
    })
    .where(inArray(messages.id, idsOf(rows.messages)));
}

/** What staff wrote about refunds, and what the card provider told us. */
async function eraseWords(tx: Transaction, rows: CustomerRows): Promise<void> {
  const ofOrders = inArray(refunds.orderId, idsOf(rows.orders));
  await tx
    .update(refunds)
    .set({ reason: ERASED })
    .where(and(ofOrders, isNotNull(refunds.staffEmail)));
  await tx
    .update(refunds)
    .set({ handledNote: ERASED })
    .where(and(ofOrders, isNotNull(refunds.handledNote)));
  const onTop = await tx
    .update(topUps)
    .set({ clientSecret: null })
    .where(inArray(topUps.orderId, idsOf(rows.orders)))
    .returning({ paymentIntentId: topUps.paymentIntentId });
  const intents = [...rows.checkouts, ...onTop].flatMap(
    ({ paymentIntentId }) => paymentIntentId ?? [],
  );
  await tx
    .update(gatewayEvents)
    .set({ payload: null })
    .where(inArray(gatewayEvents.paymentIntentId, intents));
}

/** On each order, and once for all: the audit trail says that and when, never who. */
async function recordErasure(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { staff, rows, erased }: { staff: StaffMember | null; rows: CustomerRows; erased: Counts },
): Promise<void> {
  for (const { id, version } of rows.orders) {
    await recordChange(tx, context, {
      staff,
      action: 'order.erase_customer',
      entity: 'order',
      entityId: id,
      before: { version },
      after: { version: version + 1 },
    });
  }
  await recordChange(tx, context, {
    staff,
    action: 'customer.erase',
    entity: 'customer',
    entityId: randomUUID(),
    before: erased,
    after: null,
  });
}

/** As they are now, and as texts were sent to them. */
function phonesOf(rows: CustomerRows): string[] {
  const texted = rows.messages.filter(({ channel }) => isText(channel));
  const own = rows.orders.flatMap(({ phone, recipient }) => [phone, recipient?.phone ?? []].flat());
  return [...own, ...texted.map(({ recipient }) => recipient)];
}

type Counts = Omit<ErasedReply, 'elsewhere'>;

function countErased(rows: CustomerRows): Counts {
  return {
    orders: rows.orders.length,
    unpaidCheckouts: rows.checkouts.filter(({ state }) => state !== 'paid').length,
    emails: rows.messages.length,
    printouts: rows.printouts.length,
    waitlistEntries: rows.waitlist.length,
  };
}

function idsOf<Id>(rows: readonly { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}
