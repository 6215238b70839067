/** Everything that happened to an order, from the places where each part of it is kept. */
import { and, desc, eq, inArray, or, sql, asc } from 'drizzle-orm';
import type { ChangeReply } from '#platform/calls/audit.ts';
import type { TimelineEntry } from '#areas/orders/calls/order-timeline.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { changeSentence } from '#areas/order-book/rules/change-words.ts';
import type { Order, OrderItem } from '#areas/order-book/rules/order.ts';
import { listChanges } from '#platform/server/audit/audit.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type MessageRow, messages } from '#areas/messages/server/tables/messages.ts';
import {
  type OrderChangeRow,
  orderChanges,
} from '#areas/order-book/server/tables/order-changes.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import {
  deliveries,
  deliveryEvents,
  deliveryPhotos,
} from '#areas/order-book/server/tables/deliveries.ts';
import { describeMessage } from '#areas/messages/server/sent-emails.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { findPhoneOrder, phoneMessageKeys } from '#areas/checkout/server/phone-orders.ts';
import { refundRepliesOf } from '#areas/order-book/server/failed-refunds.ts';
import { isDeepStrictEqual } from 'node:util';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { EditedPerson } from '#areas/order-book/rules/people-after.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

/** More changes than any order has had. */
const MOST_CHANGES = 500;

/** Newest first. Throws NotFound. */
export async function listTimeline(db: Database, orderId: number): Promise<TimelineEntry[]> {
  const order = await getOrder(db, { id: orderId });
  const entityId = String(orderId);
  const [audit, onPhone, sent, reports, made] = await Promise.all([
    listChanges(db, { entity: 'order', entityId, limit: MOST_CHANGES }),
    // Before it was an order: who took it, and what was sent.
    listChanges(db, { entity: 'phone_order', entityId: order.checkoutId, limit: MOST_CHANGES }),
    listMessages(db, order),
    listReports(db, orderId),
    listOrderChanges(db, orderId),
  ]);
  const dates = [...order.deliveries, ...reports].map(({ date }) => date);
  const entries: TimelineEntry[] = [
    ...order.payments.map(({ paidAt, amountCents }) => ({
      kind: 'paid' as const,
      at: paidAt.toISOString(),
      amount: formatAmount(amountCents),
    })),
    ...refundRepliesOf(order).map((refund) => ({
      kind: 'refund' as const,
      at: refund.createdAt,
      refund,
    })),
    ...changesAndNotes([...audit.changes, ...onPhone.changes], made),
    ...made.filter(({ state }) => state === 'refused').map(describeRefused),
    ...sent.map((message) => ({
      kind: 'message' as const,
      at: (message.sentAt ?? message.createdAt).toISOString(),
      message: describeMessage(message, order.number),
    })),
    ...reports,
    ...(await listPrintouts(db, orderId, dates)),
  ];
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** About the order, and from before it was paid if staff took it on the phone. */
async function listMessages(db: Database, { id, checkoutId }: Order): Promise<MessageRow[]> {
  const taken = await findPhoneOrder(db, checkoutId);
  const keys = taken ? phoneMessageKeys(taken) : [];
  return db
    .select()
    .from(messages)
    .where(or(eq(messages.orderId, id), inArray(messages.dedupeKey, keys)));
}

/** Who asked for a refund and why is in the refund itself; a payment and a pay link are entries of their own. */
const TOLD_ELSEWHERE = new Set([
  'order.refund',
  'order.refund_again',
  'order.top_up',
  'order.ask_payment',
]);
const PINS = new Set(['order.pin_note', 'order.unpin_note']);

function describeRefused(change: OrderChangeRow): TimelineEntry {
  const { id, what, settledAt, createdAt } = change;
  const at = (settledAt ?? createdAt).toISOString();
  return { kind: 'refused_change', at, id, words: changeSentence(what, change) };
}

const EDITS = new Set(['order.edit', 'order.customer_edit', 'order.customer_cancel']);

/** The edit whose version followed on the one that the change was made from; a payment may have come between. */
function wordsOf(change: ChangeReply, made: readonly OrderChangeRow[]): string | null {
  if (!EDITS.has(change.action)) return null;
  const from = Number(fieldOf(change.before, 'version'));
  const found = made.find(
    ({ fromVersion, state, topUpId }) =>
      state === 'applied' && fromVersion + (topUpId === null ? 0 : 1) === from,
  );
  return found ? changeSentence(found.what, found) : null;
}

function changesAndNotes(
  changes: readonly ChangeReply[],
  made: readonly OrderChangeRow[],
): TimelineEntry[] {
  const pins = changes.filter(({ action }) => PINS.has(action));
  return changes
    .filter(({ action }) => !TOLD_ELSEWHERE.has(action) && !PINS.has(action))
    .map((change) => {
      if (change.action !== 'order.note')
        return { kind: 'change', at: change.at, change, words: wordsOf(change, made) };
      const { id, at, staffEmail } = change;
      const latest = pins.find(({ after }) => fieldOf(after, 'noteId') === id);
      return {
        kind: 'note',
        at,
        id,
        who: staffEmail ?? '',
        text: String(fieldOf(change.after, 'note')),
        isPinned: latest
          ? latest.action === 'order.pin_note'
          : fieldOf(change.after, 'isPinned') === true,
      };
    });
}

function fieldOf(side: unknown, field: string): unknown {
  return typeof side === 'object' && side !== null && field in side
    ? (side as Record<string, unknown>)[field]
    : undefined;
}

async function listReports(db: Database, orderId: number) {
  const rows = await db
    .select({
      event: deliveryEvents,
      hasPhoto: sql<boolean>`${deliveryPhotos.eventId} is not null`,
    })
    .from(deliveryEvents)
    .innerJoin(deliveries, eq(deliveries.id, deliveryEvents.deliveryId))
    .leftJoin(deliveryPhotos, eq(deliveryPhotos.eventId, deliveryEvents.id))
    .where(and(eq(deliveries.orderId, orderId), deliveryEvents.isDecisive))
    .orderBy(desc(deliveryEvents.id));
  return rows.map(({ event, hasPhoto }) => ({
    kind: 'delivery' as const,
    at: event.at.toISOString(),
    id: event.id,
    who: event.staffName,
    status: event.status,
    isUndo: event.undoes !== null,
    date: event.date,
    window: event.window,
    place: event.place,
    reason: event.reason,
    note: event.note,
    photoKey: hasPhoto ? event.key : null,
  }));
}

async function listPrintouts(
  db: Database,
  orderId: number,
  dates: readonly string[],
): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      id: printedDocuments.id,
      kind: printedDocuments.kind,
      date: printedDocuments.date,
      amends: printedDocuments.amends,
      printedAt: printedDocuments.printedAt,
    })
    .from(printedDocuments)
    .where(
      and(
        inArray(printedDocuments.date, [...new Set(dates)]),
        sql`${printedDocuments.state} @> ${JSON.stringify([{ orderId }])}::jsonb`,
      ),
    );
  return rows.map(({ id, kind, date, amends, printedAt }) => ({
    kind: 'printed',
    at: printedAt.toISOString(),
    id,
    printout: kind,
    isSlip: amends !== null,
    date,
  }));
}

/**
 * What the audit trail keeps of a change to an order: the fields that changed, in words staff can read, and the
 * resulting version.
 */
type Fields = Record<string, unknown>;

type AuditedItem = Omit<OrderItem, 'id'>;

/** The fields that differ, with their values before and after. */
export function auditSnapshotOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (fields: Fields): Fields =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: only(before), after: only(after) };
}

export function auditedFields(
  order: Order & { items: readonly AuditedItem[]; people: readonly EditedPerson[] },
  served: ServiceFacts,
): Fields {
  const { customer, price } = order;
  return {
    version: order.version,
    status: order.status,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    addressLine1: customer.address.line1,
    addressLine2: customer.address.line2,
    suburb: customer.address.suburb.name,
    deliveryPreference: customer.deliveryPreference,
    specialInstructions: customer.specialInstructions,
    recipient: order.recipient && recipientText(order.recipient),
    deliveryType: order.deliveryType,
    deliveryFee: formatAmount(price.deliveryFeeCents),
    total: formatAmount(price.totalCents),
    people: order.people.filter(hasFoodNeeds).map(needsLine).toSorted(),
    items: order.items.map((item) => describeItem(item, served)).toSorted(),
    agreed: order.items.flatMap(describeOverride).toSorted(),
  };
}

/** "Rose Lee, +61412345678, a present, card: Enjoy!, messages: both". */
function recipientText(recipient: Recipient): string {
  const { firstName, lastName, phone, isGift, message, news, namesPayer } = recipient;
  return [
    `${firstName} ${lastName}`,
    phone,
    ...(isGift ? ['a present'] : []),
    ...(message === '' ? [] : [`card: ${message}`]),
    `messages: ${news}`,
    ...(namesPayer ? [] : ['not told who ordered']),
  ].join(', ');
}

/** "Mia, Satay Chicken contains peanut: she only reacts to cashews, says her mother". */
function describeOverride({ personName, meal, override }: AuditedItem): string[] {
  if (!override) return [];
  return [
    `${personName}, ${meal.name} contains ${override.allergens.join(', ')}: ${override.reason}`,
  ];
}

/** "Mia: Chicken bowl (lunch), Tue 13 Jan, delivered Tue 13 Jan 11am-1pm, 14.99". */
function describeItem(item: AuditedItem, served: ServiceFacts): string {
  const service = serviceOf(item.mealType, served).name;
  const meal = `${item.meal.name} (${service}), ${formatDayAndMonth(item.mealDate)}`;
  const delivery = `${formatDayAndMonth(item.deliveryDate)} ${windowLabel(item.deliveryWindow)}`;
  return `${item.personName}: ${meal}, delivered ${delivery}, ${formatAmount(item.priceCents)}`;
}

// Every change of an order, in words, with what was paid or went back: for its customer and for staff.

type MadeChange = Pick<
  OrderChangeRow,
  'orderId' | 'changedBy' | 'staffEmail' | 'fromVersion' | 'totalCents'
> & {
  what: readonly string[];
  refundCents?: number;
  at: Instant;
  /** For one that waited for its payment; null: it took effect at once. */
  changeId: string | null;
};

/** In the transaction of the change. Returns its id. */
export async function recordOrderChange(
  tx: Transaction,
  { at, what, changeId, ...made }: MadeChange,
): Promise<string> {
  const words = [...what];
  const [row] = changeId
    ? await tx
        .update(orderChanges)
        .set({ what: words, totalCents: made.totalCents, ...ending('applied', at) })
        .where(eq(orderChanges.id, changeId))
        .returning({ id: orderChanges.id })
    : await tx
        .insert(orderChanges)
        .values({ ...made, what: words, ...ending('applied', at), createdAt: new Date(at) })
        .returning({ id: orderChanges.id });
  if (!row) throw new Error('the change of the order was not stored');
  return row.id;
}

/** What was to be changed names people: it goes with the waiting. */
export function ending(state: 'applied' | 'ended' | 'refused', at: Instant) {
  return { state, settledAt: new Date(at), waiting: null, contentHash: null };
}

export async function setChangeMoney(
  tx: Transaction,
  changeId: string,
  money: { paidCents: number; refundCents: number },
): Promise<void> {
  await tx.update(orderChanges).set(money).where(eq(orderChanges.id, changeId));
}

/** Those that were made or refused, oldest first. */
export async function listOrderChanges(db: Database, orderId: number): Promise<OrderChangeRow[]> {
  return db
    .select()
    .from(orderChanges)
    .where(
      and(eq(orderChanges.orderId, orderId), inArray(orderChanges.state, ['applied', 'refused'])),
    )
    .orderBy(asc(orderChanges.settledAt), asc(orderChanges.createdAt));
}
