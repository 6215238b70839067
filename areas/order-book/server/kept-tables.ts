import { cookTicks, foodMarks } from '#areas/order-book/server/tables/packing.ts';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { SENT_AGAIN } from '#areas/order-book/rules/order-status.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { ERASED, erasedCustomer } from '#areas/order-book/rules/erased-person.ts';
import { orderColumns, orderFacts } from '#areas/order-book/server/order-columns.ts';
import { type CheckoutRow, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type CustomerRows, type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import {
  booksChecks,
  disputes,
  payments,
  refunds,
  ledgerEntries,
  gatewayEvents,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { readFacts } from '#areas/business/server/load-business.ts';
import { issueDocuments } from './issue-documents.ts';
import {
  documentMarks,
  documents,
  ERASED_BUYER,
} from '#areas/order-book/server/tables/documents.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots, mealDays, holds } from '#areas/order-book/server/tables/slots.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import {
  askedMeals,
  orderChanges,
  topUps,
  missedChoices,
} from '#areas/order-book/server/tables/order-changes.ts';
import {
  goneItems,
  orderTallies,
  type OrderRow,
  orders,
  people,
} from '#areas/order-book/server/tables/orders.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { eraseSearchWords } from './find-best-orders.ts';
import { searchWords } from '#areas/order-book/server/tables/search-words.ts';

declare module '#platform/server/db/kept-table.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CustomerRows {
    /** In small letters: of anyone who was merged, all of them. */
    emails: string[];
    /** As they are now, and as texts were sent to them. */
    phones: string[];
    orders: OrderRow[];
    orderIds: number[];
    /** Paid and unpaid. */
    checkouts: CheckoutRow[];
  }
}

export const orderBookTables: readonly KeptTable[] = [
  keep(booksChecks, {
    class: 'trade',
    nobody: 'id at ok problems days not_compared open_balances',
  }),
  keep(deliveries, {
    class: 'trade',
    nobody:
      'id order_id date time_slot status status_at flag flag_seen_at stop near_stop attempt version takes_place made_on changeable_until settled_at went_with_order',
    staff: 'status_by driver_id flag_seen_by',
    days: 'with the order',
  }),
  keep(deliverySlots, {
    class: 'set-up',
    nobody: 'id date time_slot max_deliveries held booked is_active',
  }),
  keep(disputes, {
    class: 'trade',
    nobody: 'id order_id amount_cents reason status due_by created_at updated_at',
    customer: 'payment_intent_id',
    days: 'with the order',
    erased: 'stays: an id of the card provider',
    erase: null,
    file: {
      as: 'disputes',
      find: (tx, orderId) => tx.select().from(disputes).where(eq(disputes.orderId, orderId)),
    },
  }),
  keep(documents, {
    class: 'trade',
    nobody:
      'id order_id no kind issued_at is_reissued seller lines total_cents gst_cents before_cents relates_to reason',
    customer: 'buyer',
    days: 'always; tax law wants five years',
    erased: 'the buyer reads "Erased" with the day; seller, meals and amounts stay',
    erase: eraseBuyers,
    file: {
      as: 'documents',
      find: (tx, orderId) => tx.select().from(documents).where(eq(documents.orderId, orderId)),
    },
  }),
  keep(documentMarks, {
    class: 'trade',
    nobody: 'id order_id is_past',
    export: null,
  }),
  keep(foodMatters, {
    class: 'trade',
    nobody:
      'id kind order_id delivery_id item_id meal_name cause opened_at customer_told_at settled_at settled_how',
    staff: 'changed_by settled_by',
    customer: 'person_name why calls note',
    days: 'with the order',
    erased: 'deleted',
    erase: (tx, { orderIds }) =>
      tx.delete(foodMatters).where(inArray(foodMatters.orderId, orderIds)),
    file: {
      as: 'foodMatters',
      find: (tx, orderId) => tx.select().from(foodMatters).where(eq(foodMatters.orderId, orderId)),
    },
  }),
  keep(foodMarks, {
    class: 'trade',
    nobody: 'id order_id',
  }),
  keep(gatewayEvents, {
    class: 'trade',
    nobody: 'id type state received_at finished_at tries next_try_at',
    customer: 'payload payment_intent_id',
    days: 'the payload 90 days (`areas/payments/server/receive-gateway-event.ts`)',
    erased: 'the payload is deleted',
    erase: eraseGatewayEvents,
    file: 'no: the card provider hands over its own record',
    export: { without: ['payload'] },
  }),
  keep(goneItems, {
    class: 'trade',
    nobody:
      'id order_id person_id meal_name delivery_date fee_date price_cents gone_by is_swapped gone_at',
  }),
  keep(ledgerEntries, {
    class: 'trade',
    nobody: 'id order_id kind amount_cents gateway_id created_at',
    customer: 'payment_intent_id',
    days: 'always',
    erased: 'stays: an id of the card provider',
    erase: null,
    file: 'no: payments and refunds say the same',
  }),
  keep(askedMeals, {
    class: 'trade',
    nobody:
      'id order_id delivery_id date time_slot meal_id meal_name option_ids until created_at settled_at settled_how chosen_meal_id chosen_name refund_cents',
    staff: 'staff_email',
    customer: 'person_id',
    days: 'with the order',
    erased: 'deleted',
    erase: (tx, { orderIds }) => tx.delete(askedMeals).where(inArray(askedMeals.orderId, orderIds)),
    file: 'no: the message that asked is among emails',
  }),
  keep(mealDays, {
    class: 'set-up',
    nobody: 'id meal_id date scope portions held booked kept',
  }),
  keep(missedChoices, {
    class: 'trade',
    nobody:
      'id order_id delivery_id attempt offered until created_at chosen chosen_at to_date to_time_slot refund_cents',
  }),
  keep(orderChanges, {
    class: 'trade',
    nobody:
      'id order_id state changed_by from_version total_cents paid_cents refund_cents top_up_id settled_at created_at tries next_try_at',
    staff: 'staff_email',
    customer: 'what waiting content_hash',
    days: 'what waits: until it is paid or its hold is over; the words with the order',
    erased:
      'the words, which name people, read "erased"; while a change waits, erasing is refused; who of the staff changed it stays',
    erase: (tx, { orderIds }) =>
      tx
        .update(orderChanges)
        .set({ what: [ERASED] })
        .where(inArray(orderChanges.orderId, orderIds)),
    file: {
      as: 'changesInWords',
      find: describeChanges,
    },
    export: { without: ['waiting', 'content_hash'] },
  }),
  keep(cookTicks, {
    class: 'trade',
    nobody: 'id date time_slot meal_id meal_version asked count at key',
    staff: 'staff_id staff_name',
    days: 'always',
  }),
  keep(orderItems, {
    class: 'trade',
    nobody:
      'id order_id delivery_id person_id meal_id meal meal_date meal_type price_cents fee_date helping cooked_for cooked_versions is_thrown_out takes_portion',
    customer: 'override',
    days: 'with the order',
    erased: 'the reason reads "erased"',
    erase: (tx, { orderIds }) =>
      tx
        .update(orderItems)
        .set({
          override: sql`${orderItems.override} || ${JSON.stringify({ reason: ERASED })}::jsonb`,
        })
        .where(and(inArray(orderItems.orderId, orderIds), isNotNull(orderItems.override))),
    file: {
      as: 'agreedFood',
      find: (tx, orderId) =>
        tx
          .select({ mealDate: orderItems.mealDate, agreed: orderItems.override })
          .from(orderItems)
          .where(and(eq(orderItems.orderId, orderId), isNotNull(orderItems.override))),
    },
  }),
  keep(orderTallies, {
    class: 'trade',
    nobody: 'id status change',
    export: null,
  }),
  keep(payments, {
    class: 'trade',
    nobody:
      'checkout_id top_up_id order_id amount_cents currency livemode gateway_account created_at',
    customer: 'payment_intent_id',
    days: 'with the order',
    erased: 'stays: an id of the card provider',
    erase: null,
    file: {
      as: 'payments',
      find: (tx, orderId) => tx.select().from(payments).where(eq(payments.orderId, orderId)),
    },
  }),
  keep(orders, {
    class: 'trade',
    nobody:
      'id status pending_reason delivery_preference delivery_type subtotal_cents delivery_fee_cents tax_cents total_cents terms version has_old_calendar erased_at created_at',
    customer:
      'number checkout_id first_name last_name email phone address_line1 address_line2 suburb postcode special_instructions food_answers recipient recipient_token_hash kept search_text mailbox street_key',
    days: 'until erased; tax law wants five years of amounts',
    erased: "blanked; number, amounts and dates stay; the recipient's link stops working",
    erase: eraseOrders,
    file: 'orders',
    export: { without: ['search_text', 'mailbox', 'street_key', 'recipient_token_hash'] },
  }),
  keep(searchWords, {
    class: 'trade',
    customer: 'word',
    days: 'until the night after the last order that has it has it no more',
    erased: 'deleted, unless another order has it',
    erase: eraseSearchWords,
    file: 'no: single words of names and streets, without whose they are',
    export: null,
  }),
  keep(people, {
    class: 'trade',
    nobody: 'id order_id position',
    customer: 'name calorie_target allergens avoid diets note',
    days: 'with the order',
    erased:
      '"Person 1", without allergens, foods to avoid, diets and note; the calorie target stays, nobody\'s any more',
    erase: erasePeople,
    file: 'with its order',
  }),
  keep(phoneOrders, {
    class: 'trade',
    nobody:
      'checkout_id send_by sends remind_at reminded_at cancelled_at tells_cancelled seen_at created_at',
    staff: 'taken_by cancelled_by',
    customer: 'token_hash',
    days: 'with the checkout, which has all that is said of the customer',
    erased: 'stays: it names staff; the pay link stops working',
    erase: null,
    file: 'no: its checkout is there',
    export: { without: ['token_hash'] },
  }),
  keep(reconcileRuns, {
    class: 'trade',
    nobody: 'id kind at seen fixed alarms',
  }),
  keep(refunds, {
    class: 'trade',
    nobody:
      'id order_id amount_cents item_ids presents state idem_key gateway_id failure_reason handled_at created_at updated_at tries next_try_at',
    staff: 'staff_email',
    customer: 'payment_intent_id reason handled_note',
    days: 'with the order',
    erased: "the staff's words are blanked",
    erase: eraseRefunds,
    file: 'with its order',
  }),
  keep(holds, {
    class: 'trade',
    nobody: 'id kind owner_id slot_id meal_day_id amount made_at',
    customer: 'network mailbox phone',
    days: 'until it is paid, or its time is over; as hashes',
    erased: 'gone with the hold',
    erase: null,
    file: 'no: only hashes',
  }),
  keep(topUps, {
    class: 'trade',
    nobody: 'id order_id amount_cents order_version state open_until created_at tries next_try_at',
    customer: 'payment_intent_id client_secret',
    days: 'with the order',
    erased: 'the secret is blanked; the id of the card provider stays',
    erase: (tx, { orderIds }) =>
      tx.update(topUps).set({ clientSecret: null }).where(inArray(topUps.orderId, orderIds)),
    file: 'no: payments say the same',
    export: { without: ['client_secret'] },
  }),
];

async function eraseOrders(
  tx: Transaction,
  { orders: placed }: Pick<CustomerRows, 'orders'>,
  now: number,
): Promise<void> {
  for (const row of placed) {
    await issueDocuments(tx, row);
    const { customer, ...order } = orderFacts(row);
    await tx
      .update(orders)
      .set({
        ...orderColumns({
          ...order,
          customer: erasedCustomer(customer),
          recipient: null,
          foodAnswers: [],
          kept: order.kept.map((money) => ({ ...money, reason: ERASED })),
        }),
        recipientTokenHash: null,
        version: row.version + 1,
        erasedAt: new Date(now),
      })
      .where(eq(orders.id, row.id));
  }
}

/** Documents that stay for the tax office name nobody any more. */
async function eraseBuyers(
  tx: Transaction,
  { orderIds }: Pick<CustomerRows, 'orderIds'>,
  now: number,
): Promise<void> {
  const { timeZone } = await readFacts(tx);
  const buyer = [`${ERASED_BUYER} ${formatDate(wallTimeAt(now, timeZone).date)}`];
  await tx.update(documents).set({ buyer }).where(inArray(documents.orderId, orderIds));
}

/** In two steps: someone may be called "Person 2" and stand first, and no two people may share a name. */
async function erasePeople(
  tx: Transaction,
  { orderIds }: Pick<CustomerRows, 'orderIds'>,
): Promise<void> {
  const ofOrders = inArray(people.orderId, orderIds);
  await tx
    .update(people)
    .set({ name: sql`'erased ' || ${people.id}` })
    .where(ofOrders);
  await tx
    .update(people)
    .set({ name: sql`'Person ' || ${people.position}`, ...NO_FOOD_NEEDS })
    .where(ofOrders);
}

/** What staff wrote about refunds. */
async function eraseRefunds(
  tx: Transaction,
  { orderIds }: Pick<CustomerRows, 'orderIds'>,
): Promise<void> {
  const ofOrders = inArray(refunds.orderId, orderIds);
  await tx
    .update(refunds)
    .set({ reason: ERASED })
    .where(and(ofOrders, isNotNull(refunds.staffEmail)));
  await tx
    .update(refunds)
    .set({ handledNote: ERASED })
    // Ours, and the account of the order reads it.
    .where(and(ofOrders, ne(refunds.handledNote, SENT_AGAIN)));
}

async function eraseGatewayEvents(
  tx: Transaction,
  { orderIds, checkouts }: Pick<CustomerRows, 'orderIds' | 'checkouts'>,
): Promise<void> {
  const onTop = await tx
    .select({ paymentIntentId: topUps.paymentIntentId })
    .from(topUps)
    .where(inArray(topUps.orderId, orderIds));
  const intents = [...checkouts, ...onTop].flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  await tx
    .update(gatewayEvents)
    .set({ payload: null })
    .where(inArray(gatewayEvents.paymentIntentId, intents));
}

function describeChanges(tx: Transaction, orderId: number) {
  return tx
    .select({
      at: orderChanges.createdAt,
      by: orderChanges.changedBy,
      state: orderChanges.state,
      what: orderChanges.what,
      paidCents: orderChanges.paidCents,
      refundCents: orderChanges.refundCents,
      waiting: orderChanges.waiting,
    })
    .from(orderChanges)
    .where(eq(orderChanges.orderId, orderId));
}
