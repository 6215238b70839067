/** What is asked of the database on the way from a payment to its order, built once: see platform/server/db/prepared.ts. */
import { asc, eq, or, sql, and, gte, inArray, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type GivenValues,
  type GivenRow,
  prepared,
  valuesOf,
} from '#platform/server/db/prepared.ts';
import { ledgerEntries, payments } from '#areas/order-book/server/tables/payments.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { texts } from '#areas/business/server/tables/texts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';

export const selectSettledOrder = prepared(
  (db, { paymentIntentId }: GivenValues<{ paymentIntentId: string }>) =>
    db
      .select({ number: orders.number, checkoutId: orders.checkoutId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.paymentIntentId, paymentIntentId)),
);

export const selectClientSecret = prepared(
  (db, { paymentIntentId }: GivenValues<{ paymentIntentId: string }>) =>
    db
      .select({ clientSecret: checkouts.clientSecret })
      .from(checkouts)
      .where(eq(checkouts.paymentIntentId, paymentIntentId)),
);

type IntentIds = { paymentIntentId: string; checkoutId: string | null };

/** `checkoutId`: by the metadata, which finds a checkout that has not stored its intent yet. */
export const selectCheckoutForUpdate = prepared(
  (db, { paymentIntentId, checkoutId }: GivenValues<IntentIds>) =>
    db
      .select()
      .from(checkouts)
      .where(or(eq(checkouts.paymentIntentId, paymentIntentId), eq(checkouts.id, checkoutId)))
      .for('update'),
);

const selectMealsForShare = prepared((db, { ids }: GivenValues<{ ids: readonly number[] }>) =>
  db
    .select()
    .from(meals)
    .where(sql`${meals.id} = any (${ids}::int[])`)
    .orderBy(asc(meals.id))
    .for('share'),
);

/** The meals of an order as they are now, by id; until the commit, nobody can save another recipe. */
export async function selectCurrentMeals(
  tx: Transaction,
  { meals: frozen }: FrozenOrder,
): Promise<Map<number, MealRow>> {
  const rows = await selectMealsForShare(tx, { ids: Object.keys(frozen).map(Number) });
  return new Map(rows.map((meal) => [meal.id, meal]));
}

type PaidCheckout = { checkoutId: string; paymentIntentId: string; cartKey: string };

export const markPaid = prepared((db, given: GivenValues<PaidCheckout>) =>
  db
    .update(checkouts)
    .set({
      state: 'paid',
      paymentIntentId: sql`${given.paymentIntentId}`,
      cartKey: sql`${given.cartKey}`,
    })
    .where(eq(checkouts.id, given.checkoutId)),
);

/** Its order is made, and its money still to be taken. */
export const markApproved = prepared(
  (db, given: GivenValues<{ checkoutId: string; paymentIntentId: string; alarmAt: Date }>) =>
    db
      .update(checkouts)
      .set({
        state: 'approved',
        paymentIntentId: sql`${given.paymentIntentId}`,
        approvedUntil: sql`${given.alarmAt}`,
        tries: 0,
        nextTryAt: null,
      })
      .where(eq(checkouts.id, given.checkoutId)),
);

const ORDER_COLUMNS = [
  'number',
  'checkoutId',
  'status',
  'pendingReason',
  'firstName',
  'lastName',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'suburb',
  'postcode',
  'deliveryPreference',
  'specialInstructions',
  'recipient',
  'foodAnswers',
  'recipientTokenHash',
  'deliveryType',
  'subtotalCents',
  'deliveryFeeCents',
  'taxCents',
  'totalCents',
  'terms',
  'searchText',
  'mailbox',
  'streetKey',
  'createdAt',
] as const;

/** No row when its number is already in use. */
export const insertOrderRow = prepared((db, given: GivenRow<typeof orders, typeof ORDER_COLUMNS>) =>
  db
    .insert(orders)
    .values({
      ...valuesOf(given, ORDER_COLUMNS),
      // Drizzle would write a null of this column as JSON's.
      recipient: sql`${given.recipient}::jsonb`,
    })
    .onConflictDoNothing({ target: orders.number })
    .returning({ id: orders.id, number: orders.number }),
);

const PAYMENT_COLUMNS = [
  'paymentIntentId',
  'checkoutId',
  'orderId',
  'amountCents',
  'currency',
  'livemode',
  'gatewayAccount',
] as const;

export const insertPayment = prepared(
  (db, given: GivenRow<typeof payments, typeof PAYMENT_COLUMNS>) =>
    db.insert(payments).values(valuesOf(given, PAYMENT_COLUMNS)),
);

const CAPTURE_COLUMNS = [
  'orderId',
  'paymentIntentId',
  'amountCents',
  'gatewayId',
  'createdAt',
] as const;

export const insertCapture = prepared(
  (db, given: GivenRow<typeof ledgerEntries, typeof CAPTURE_COLUMNS>) =>
    db.insert(ledgerEntries).values({ kind: 'capture', ...valuesOf(given, CAPTURE_COLUMNS) }),
);

// What is asked of the database on the way from a basket to its payment, built once: see
// platform/server/db/prepared.ts.

/** A basket's checkout that may still be paid, or is. */
export const selectLiveCheckout = prepared((db, { cartKey }: GivenValues<{ cartKey: string }>) =>
  db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.cartKey, cartKey),
        inArray(checkouts.state, ['open', 'expiring', 'approved', 'paid']),
      ),
    ),
);

const CHECKOUT_COLUMNS = [
  'id',
  'cartKey',
  'contentHash',
  'frozenOrder',
  'totalCents',
  'holdUntil',
  'byPhone',
  'onPayment',
  'previewLinkId',
  'trackingTokenHash',
] as const;

/** No row when the basket has one already. */
export const insertCheckout = prepared(
  (db, given: GivenRow<typeof checkouts, typeof CHECKOUT_COLUMNS>) =>
    db
      .insert(checkouts)
      .values({
        ...valuesOf(given, CHECKOUT_COLUMNS),
        // The terms that the customer could read: anyone who changes them meanwhile changes later orders.
        termsVersion: sql`coalesce((select max(${texts.version}) from ${texts} where ${texts.key} = 'terms.topics'), 0)`,
      })
      .onConflictDoNothing()
      .returning(),
);

type OpenedIntent = { checkoutId: string; paymentIntentId: string; clientSecret: string };

export const storeIntent = prepared((db, given: GivenValues<OpenedIntent>) =>
  db
    .update(checkouts)
    .set({
      paymentIntentId: sql`${given.paymentIntentId}`,
      clientSecret: sql`${given.clientSecret}`,
    })
    .where(eq(checkouts.id, given.checkoutId)),
);

/** `email` in lower case; `dates` as a list of PostgreSQL's. */
type SameDays = { since: Date; checkoutId: string; email: string; street: string; dates: string };

/** An order for one of these days that was paid by another checkout with the same email, for the same address. */
export const selectOrderOfSameDays = prepared((db, given: GivenValues<SameDays>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        gte(orders.createdAt, given.since),
        ne(orders.checkoutId, given.checkoutId),
        ne(orders.status, 'cancelled'),
        eq(sql`lower(${orders.email})`, given.email),
        eq(orders.streetKey, given.street),
        sql`${deliveries.date} = any (${given.dates}::date[])`,
      ),
    )
    .limit(1),
);
