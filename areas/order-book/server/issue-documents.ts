import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { and, asc, eq, max, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  costOfParts,
  type DocumentPart,
  documentsDue,
  documentsOfPast,
  type DocumentWords,
  type OrderDocument,
  type PastMoney,
} from '#areas/order-book/rules/issued-documents.ts';
import {
  customerName,
  itemsOf,
  type Order,
  type OrderItem,
  itemsOfDelivery,
} from '#areas/order-book/rules/order.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { formatDate, isPlainDate } from '#platform/rules/plain-date.ts';
import { factsAt } from '#areas/business/server/load-business.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import {
  documentMarks,
  type DocumentRow,
  documents,
  type DocumentSeller,
} from '#areas/order-book/server/tables/documents.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { amountsOfParts } from '#areas/order-book/rules/order-pricing.ts';

/**
 * The price and the documents of an order follow from its rows: writes those that are due, under the lock that the caller holds,
 * and returns the row so. All on them follows from rows, their time too:
 * it does not matter who issues them, or how soon.
 */
export async function issueDocuments(tx: Transaction, row: OrderRow): Promise<OrderRow> {
  const marks = await tx
    .delete(documentMarks)
    .where(eq(documentMarks.orderId, row.id))
    .returning({ isPast: documentMarks.isPast });
  if (marks.length === 0) return row;
  const issued = await documentsOf(tx, row.id);
  const order = await followPrice(tx, await loadOrder(tx, row));
  const followed = { ...row, ...order.price, kept: [...order.kept] };
  // Its money is approved and not taken yet; taking it marks the order again.
  if (order.payments.length === 0) return followed;
  const issuedAt = await timeOfCause(tx, order, issued);
  const seller = await factsAt(tx, issuedAt);
  const now = {
    costs: costOfParts(accountOfOrder(order), order.status === 'cancelled'),
    wordsOf: wordsIn(order, issued, seller),
  };
  if (issued.length === 0 && marks.some(({ isPast }) => isPast)) {
    await issueForPast(tx, order, now);
    return followed;
  }
  const due = documentsDue(issued, { ...now, isTaxed: isTaxed(seller) });
  await store(
    tx,
    order,
    due.map((document) => ({ document, issuedAt, seller, isReissued: false })),
  );
  return followed;
}

/** The documents of an order, oldest first. */
export async function documentsOf(
  db: Database | Transaction,
  orderId: number,
): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.no));
}

function isTaxed({ gstRegistered, abn }: BusinessFacts): boolean {
  return gstRegistered && abn !== null;
}

type Now = {
  costs: Map<DocumentPart, number>;
  wordsOf: (part: DocumentPart) => DocumentWords;
};

/** One for each payment and refund of an order that the release before sold. */
async function issueForPast(tx: Transaction, order: Order, now: Now): Promise<void> {
  const moved = [
    ...order.payments.map(({ amountCents, paidAt }) => ({ cents: amountCents, at: paidAt })),
    ...order.refunds.flatMap(({ state, amountCents, createdAt }) =>
      state === 'failed' ? [] : [{ cents: -amountCents, at: createdAt }],
    ),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const past: (PastMoney & { at: Date; seller: BusinessFacts })[] = [];
  for (const money of moved) {
    const seller = await factsAt(tx, money.at);
    past.push({ ...money, seller, isTaxed: isTaxed(seller) });
  }
  const made = documentsOfPast(past, now);
  await store(
    tx,
    order,
    made.map(({ document, cause: { at, seller } }) => ({
      document,
      issuedAt: at,
      seller,
      isReissued: true,
    })),
  );
}

type Issue = {
  document: OrderDocument;
  issuedAt: Date;
  seller: BusinessFacts;
  isReissued: boolean;
};

async function store(tx: Transaction, order: Order, issues: readonly Issue[]): Promise<void> {
  if (issues.length === 0) return;
  const { customer } = order;
  await tx.insert(documents).values(
    issues.map(({ document, issuedAt, seller, isReissued }) => ({
      ...document,
      lines: [...document.lines],
      orderId: order.id,
      issuedAt,
      isReissued,
      seller: sellerOf(seller),
      buyer: [customerName(customer), formatAddress(customer.address)],
      reason: document.relatesTo === null ? '' : reasonOf(order, document),
    })),
  );
}

function sellerOf({
  name,
  abn,
  location,
  phone,
  email,
  timeZone,
  accentColour,
  logo,
}: BusinessFacts): DocumentSeller {
  return { name, abn, lines: [location, phone, email], timeZone, accentColour, logo };
}

/** In our words: what staff write about a refund may say something of the customer. */
function reasonOf(order: Order, { lines }: OrderDocument): string {
  if (order.status === 'cancelled') return 'The order was cancelled.';
  const live = new Set<string>(itemsOf(order).map(({ id }) => `i${id}`));
  const isLessForTheSame = lines.every(
    ({ part, cents }) => part === 'order' || (cents < 0 && live.has(part)),
  );
  return isLessForTheSame ? 'The price was reduced after the sale.' : 'The order was changed.';
}

/** For the first document: when the order came to be. Every change of an order is in its trail, with its version. */
async function timeOfCause(
  tx: Transaction,
  order: Order,
  issued: readonly DocumentRow[],
): Promise<Date> {
  const last = issued.at(-1);
  if (!last) return order.createdAt;
  const [change] = await tx
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'order'),
        eq(auditLog.entityId, String(order.id)),
        sql`${auditLog.after} ? 'version'`,
      ),
    );
  const times = [last.issuedAt, change?.at, ...order.refunds.map(({ createdAt }) => createdAt)];
  return new Date(Math.max(...times.flatMap((at) => at?.getTime() ?? [])));
}

/** What is no longer in the order is called as on the document that it was sold by. */
function wordsIn(
  order: Order,
  issued: readonly DocumentRow[],
  facts: ServiceFacts,
): Now['wordsOf'] {
  const known = new Map<DocumentPart, DocumentWords>(
    issued.flatMap(({ lines }) =>
      lines.map(({ part, words, detail }) => [part, { words, detail }] as const),
    ),
  );
  const items = new Map<string, OrderItem>(itemsOf(order).map((item) => [`i${item.id}`, item]));
  return (part) => {
    const item = items.get(part);
    const sold = known.get(part);
    if (sold) return sold;
    if (item) return { words: item.meal.name, detail: detailOf(item, facts) };
    if (part.startsWith('f')) return { words: 'Delivery for one person', detail: feeDetail(part) };
    if (part === 'tax') return { words: 'Tax', detail: '' };
    if (part.startsWith('k')) return { words: 'Kept for what was cancelled', detail: '' };
    if (part === 'past') return { words: 'Changed since this order was sold', detail: '' };
    return { words: 'Refund on the order', detail: '' };
  };
}

function detailOf(
  { mealType, mealDate, deliveryDate, deliveryWindow }: OrderItem,
  facts: ServiceFacts,
): string {
  const eaten = mealDate === deliveryDate ? '' : ` for ${formatDate(mealDate)}`;
  return `${serviceOf(mealType, facts).name}${eaten}, delivery ${formatDate(deliveryDate)}, ${windowLabel(deliveryWindow)}`;
}

/** For the part's id: "f12|2026-01-13", or "f12" for the whole week. */
function feeDetail(part: DocumentPart): string {
  const [, date] = part.split('|');
  return date !== undefined && isPlainDate(date) ? formatDate(date) : 'weekly';
}

/**
 * Writes what an order costs by its account, and returns the order so. One that is cancelled keeps what it cost last. Money
 * that was kept of what is brought after all is kept no more.
 */
export async function followPrice(tx: Transaction, order: Order): Promise<Order> {
  if (order.status === 'cancelled') return order;
  const live = new Set(
    order.deliveries
      .filter(({ status }) => status !== 'cancelled')
      .flatMap(itemsOfDelivery)
      .map(({ id }) => id),
  );
  const kept = order.kept.filter(({ itemIds }) => !itemIds.some((id) => live.has(id)));
  const price = amountsOfParts(accountOfOrder({ ...order, kept }).parts);
  const isSame =
    kept.length === order.kept.length &&
    price.totalCents === order.price.totalCents &&
    price.subtotalCents === order.price.subtotalCents &&
    price.taxCents === order.price.taxCents;
  if (isSame) return order;
  await tx
    .update(orders)
    .set({ ...price, kept })
    .where(eq(orders.id, order.id));
  return { ...order, price, kept };
}
