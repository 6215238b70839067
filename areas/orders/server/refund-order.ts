import { eq } from 'drizzle-orm';
import type { AdminOrderReply, RefundQuoteReply } from '#areas/order-book/calls/admin-orders.ts';
import type { RefundPart } from '#areas/order-book/calls/prepared-order.ts';
import {
  type Cents,
  formatAmount,
  parseAmount,
  formatDollars,
  sumCents,
} from '#platform/rules/money.ts';
import {
  accountOfOrder,
  accountToRefund,
  feesOfItems,
  openPartsOf,
  partsOfItems,
} from '#areas/order-book/rules/order-account.ts';
import { type Order, itemsOf, type OrderItem } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { getOrder, loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { requestRefund, type RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { type JudgedRefund, judgeRefund, type PartId } from '#areas/order-book/rules/account.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type What = {
  /** "5.99"; omitted: the overpayment. */
  amount?: string | undefined;
  /** Instead of an amount: the price of these items, of a person, a delivery or its fee. */
  part?: RefundPart | undefined;
};

type Request = What & {
  reason: string;
  /** True: the customer gets an email with amount and reason. */
  notify: boolean;
  version?: number | undefined;
};

/** A refund that the gateway refuses at once is not told: staff see it, and try again. */
const TELL_AFTER_MS = 10_000;

/**
 * Refunds part of an order's payment. Throws InvalidRequest, NotFound, or Conflict `changed_meanwhile`,
 * `nothing_to_refund`, `already_refunded`, `refund_too_large` or `dispute_open`.
 */
export async function refundOrder(
  context: Context,
  staff: StaffMember,
  id: number,
  request: Request,
): Promise<AdminOrderReply> {
  const refund = await context.db.transaction((tx) =>
    refundWithin(tx, context, staff, id, request),
  );
  await tryRefund(context, refund.id);
  return getAdminOrder(context, id);
}

/** The same in the caller's transaction: nothing is sent to the card provider yet. Throws as `refundOrder`. */
export async function refundWithin(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  id: number,
  request: Request,
): Promise<RequestedRefund> {
  const order = await loadOrder(tx, await lockOrder(tx, id, request.version));
  const reason = request.reason.trim();
  const { requested } = await requestPart(tx, context, order, { ...request, reason, staff });
  const version = order.version + 1;
  // So that a second click, which still sends the old version, refunds nothing.
  await tx.update(orders).set({ version }).where(eq(orders.id, id));
  await recordChange(tx, context, {
    staff,
    action: 'order.refund',
    entityId: id,
    before: { version: order.version },
    after: { version, refund: formatAmount(requested.amountCents), reason },
  });
  if (request.notify) {
    await writeMessage(tx, context, {
      kind: 'refund_made',
      about: requested.id,
      orderId: id,
      recipient: order.customer.email,
      facts: {
        refundIds: requested.ids,
        fields: { headline: '', why: '', whose: '' },
      },
      sendAfter: context.clock() + TELL_AFTER_MS,
    });
  }
  return requested;
}

/** What the refund would be. Throws as the refund itself would; nothing is done. */
export async function quoteRefund(
  context: Context,
  id: number,
  what: What,
): Promise<RefundQuoteReply> {
  return dryRun(context.db, async (tx) => {
    const order = await loadOrder(tx, await lockOrder(tx, id, undefined));
    const { requested, feeCents } = await requestPart(tx, context, order, {
      ...what,
      reason: '',
      staff: null,
    });
    const after = await getOrder(tx, { id });
    return {
      amount: formatAmount(requested.amountCents),
      fee: formatAmount(feeCents),
      left: formatAmount(accountOfOrder(after).leftCents),
    };
  });
}

async function requestPart(
  tx: Transaction,
  context: Context,
  order: Order,
  request: What & { reason: string; staff: StaffMember | null },
): Promise<{ requested: RequestedRefund; feeCents: Cents }> {
  const { feeCents, ...sum } = request.part
    ? refundOfPart(order, requireNoAmount(request, request.part))
    : refundOfAmount(order, amountOf(order, request.amount));
  const { reason, staff } = request;
  const requested = await requestRefund(tx, context, { orderId: order.id, ...sum, reason, staff });
  if (!requested) throw nothingToRefund();
  return { requested, feeCents };
}

function requireNoAmount({ amount }: What, part: RefundPart): RefundPart {
  if (amount === undefined) return part;
  throw new InvalidRequest({ amount: 'Please enter an amount or choose a part, not both' });
}

function amountOf(order: Order, sent: string | undefined): Cents {
  if (sent === undefined) {
    const { dueBackCents } = accountOfOrder(order);
    if (dueBackCents === 0) throw nothingToRefund();
    return dueBackCents;
  }
  const amountCents = parseAmount(sent);
  if (amountCents === null || amountCents === 0) {
    throw new InvalidRequest({ amount: 'Please enter an amount above 0' });
  }
  return amountCents;
}

function nothingToRefund(): Conflict {
  return new Conflict('nothing_to_refund', 'Nothing is overpaid.');
}

type AskedMoney = Pick<Extract<JudgedRefund, { outcome: 'refund' }>, 'presents'> & {
  amountCents: Cents;
  /** Included in the amount. */
  feeCents: Cents;
  itemIds?: number[];
};

/** What of it is a present. Throws Conflict `refund_too_large`. */
function refundOfAmount(order: Order, cents: Cents): AskedMoney {
  const { presents } = madeOf(judgeRefund(accountOfOrder(order), { cents }));
  return { amountCents: cents, feeCents: 0, presents };
}

/**
 * The price of part of an order, and the items in it. For a person, a delivery or a fee, only what has not been refunded
 * yet; the caller holds the order's lock. Throws InvalidRequest for items of another order, or Conflict
 * `already_refunded`, `nothing_to_refund` or `refund_too_large`.
 */
function refundOfPart(order: Order, part: RefundPart): AskedMoney {
  const open = openPartsOf(order);
  if ('fee' in part) {
    const fees = feesOfItems(order, new Set(itemsOfFee(order, part).map(({ id }) => id)));
    if (fees.length > 0) return moneyOf(order, fees);
    throw order.price.deliveryFeeCents === 0
      ? new Conflict('nothing_to_refund', 'Delivery was free.')
      : alreadyRefunded();
  }
  if ('kept' in part) {
    const id: PartId = `k${part.kept}`;
    if (!order.kept.some((one) => one.id === part.kept)) throw notOfTheOrder();
    return moneyOf(order, [id]);
  }
  const chosen = choose(order, part).map(({ id }) => id);
  const itemIds = chosen.filter((id) => open.has(`i${id}`));
  const isAsked = 'items' in part && itemIds.length < chosen.length;
  if (itemIds.length === 0 || isAsked) throw alreadyRefunded();
  return { ...moneyOf(order, partsOfItems(order, new Set(itemIds))), itemIds };
}

function moneyOf(order: Order, parts: readonly PartId[]): AskedMoney {
  const { cents, presents } = madeOf(judgeRefund(accountToRefund(order), { parts }));
  const open = openPartsOf(order);
  const fees = parts.filter((id) => id.startsWith('f')).map((id) => open.get(id) ?? 0);
  return { amountCents: cents, feeCents: sumCents(fees), presents };
}

function madeOf(judged: JudgedRefund): Extract<JudgedRefund, { outcome: 'refund' }> {
  if (judged.outcome === 'already_refunded') throw alreadyRefunded();
  if (judged.outcome === 'refund') return judged;
  const message = `Only ${formatDollars(judged.refundableCents)} can still be refunded.`;
  throw new Conflict('refund_too_large', message);
}

function alreadyRefunded(): Conflict {
  return new Conflict('already_refunded', 'This has already been refunded.');
}

/** As they were placed. */
function choose(order: Order, part: ChosenPart): OrderItem[] {
  const chosen = itemsOfPart(order, part).toSorted((a, b) => a.id - b.id);
  const isWhole = !('items' in part) || chosen.length === new Set(part.items).size;
  if (chosen.length > 0 && isWhole) return chosen;
  throw notOfTheOrder();
}

type FeePart = Extract<RefundPart, { fee: true }>;
type ChosenPart = Exclude<RefundPart, FeePart | { kept: number }>;

function itemsOfFee({ deliveries }: Order, { deliveryId }: FeePart): OrderItem[] {
  const covered = deliveries.filter(({ id }) => deliveryId === undefined || id === deliveryId);
  if (covered.length === 0) throw notOfTheOrder();
  return itemsOf({ deliveries: covered });
}

function notOfTheOrder(): InvalidRequest {
  return new InvalidRequest({ part: 'This is not part of the order' });
}

function itemsOfPart({ deliveries }: Order, part: ChosenPart): OrderItem[] {
  if ('deliveryId' in part) {
    return itemsOf({ deliveries: deliveries.filter(({ id }) => id === part.deliveryId) });
  }
  return itemsOf({ deliveries }).filter(({ id, personName }) =>
    'items' in part
      ? part.items.includes(id)
      : personKey(personName) === personKey(part.personName),
  );
}
