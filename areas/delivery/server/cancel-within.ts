/** Takes meals off an order, whole deliveries or all of it, in the caller's transaction, which holds the order's lock. */
import { eq } from 'drizzle-orm';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { slotText, type MoveTo, type MoveVerdict } from '#areas/order-book/rules/move-delivery.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderDelivery,
} from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { updateDelivery, lockDelivery } from './list-deliveries.ts';
import { followDeliveries } from './tell-of-delivery.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { followPortions } from '#areas/places/server/portions.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import {
  type RequestedRefund,
  type MoneyBack,
  settleLess,
  type SettledLess,
} from '#areas/order-book/server/request-refund.ts';
import { movePlaces } from '#areas/places/server/places.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { randomUUID } from 'node:crypto';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { putElsewhere } from '#areas/delivery/server/put-elsewhere.ts';
import { Conflict } from '#platform/server/errors.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';

export type Cancelling = {
  row: OrderRow;
  before: Order;
  /** For deliveries that may be cancelled. */
  itemIds: ReadonlySet<number>;
  money: MoneyBack;
  reason: string;
  notify: boolean;
  /** Null: the customer chose it. */
  staff: StaffMember | null;
  site: SiteState;
  changeId: string;
};

/**
 * A delivery of which every meal goes is cancelled as a whole, and so is an order: its rows stay, struck out. Fees go with the
 * last meal that they were charged for. Throws Conflict `refund_too_large`.
 */
export async function cancelWithin(
  tx: Transaction,
  context: Context,
  asked: Cancelling,
): Promise<SettledLess> {
  const { row, before, itemIds, money, reason, notify, staff, site } = asked;
  const { business } = site;
  const live = before.deliveries.filter(({ status }) => status !== 'cancelled');
  const whole = live.filter((delivery) =>
    itemsOfDelivery(delivery).every(({ id }) => itemIds.has(id)),
  );
  if (whole.length === live.length)
    return setStatus(context, tx, row, {
      staff,
      business,
      status: 'cancelled',
      refund: money,
      reason,
      notify,
    });
  const rows = await tx.select().from(deliveries).where(eq(deliveries.orderId, row.id));
  for (const { id } of whole) {
    const delivery = rows.find((one) => one.id === id);
    if (delivery) await cancelDelivery(tx, context, asked, delivery);
  }
  const ofWhole = new Set(whole.flatMap(itemsOfDelivery).map(({ id }) => id));
  if ([...itemIds].some((id) => !ofWhole.has(id))) {
    const order = await getOrder(tx, { id: row.id });
    const items = itemsOf(order).filter(({ id }) => ofWhole.has(id) || !itemIds.has(id));
    const change = { items, keepsPrices: true };
    await applyChange(context, tx, order, change, { staff, site, news: null });
  }
  const settled = await settleLess(tx, context, {
    before,
    money,
    reason,
    itemIds: [...itemIds],
    staff,
  });
  await tell(tx, context, asked, { whole, refund: settled.refund });
  return settled;
}

/** Its place is free, and nobody waits for it any more. */
async function cancelDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, site: { business }, changeId, reason }: Cancelling,
  delivery: DeliveryRow,
): Promise<void> {
  const { date, window, takesPlace } = delivery;
  await movePlaces(tx, { from: takesPlace ? [{ date, window }] : [], to: [] }, business);
  const move = { deliveryId: delivery.id, before: delivery.status, after: 'cancelled' } as const;
  await followPortions(
    tx,
    { orderId: delivery.orderId, moves: [{ ...move, takes: false }] },
    business,
  );
  const now = context.clock();
  const after = await updateDelivery(tx, delivery, {
    status: 'cancelled',
    takesPlace: false,
    statusAt: new Date(now),
    statusBy: staff?.id ?? null,
  });
  await recordDeliveryEvents(tx, [
    {
      delivery,
      status: 'cancelled',
      isDecisive: true,
      at: now,
      receivedAt: now,
      staff,
      changeId,
      reason,
    },
  ]);
  const [order] = await tx.select().from(orders).where(eq(orders.id, delivery.orderId));
  if (!order) throw new Error(`order ${delivery.orderId} is gone`);
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff,
    action: 'order.refund_delivery',
    entityId: order.id,
    before: { version: order.version },
    after: { version, delivery: slotText(delivery), reason },
  });
  await followDeliveries(tx, context, { order: { ...order, version }, delivery, after, staff });
}

async function tell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { row, before, itemIds, site, notify }: Cancelling,
  { whole, refund }: { whole: readonly OrderDelivery[]; refund: RequestedRefund | null },
): Promise<void> {
  const [only] = whole;
  const isDelivery = whole.length === 1 && only && itemsOfDelivery(only).length === itemIds.size;
  await tellCustomer(tx, context, {
    kind: 'cancelled',
    order: row,
    deliveryId: isDelivery ? only.id : null,
    attempt: isDelivery ? 1 : row.version,
    fields: {
      what: isDelivery
        ? `Your delivery on ${formatDayAndMonth(only.date)}`
        : `Part of your order ${before.number} (${itemIds.size === 1 ? '1 meal' : `${itemIds.size} meals`})`,
    },
    from: { refundIds: refund?.ids ?? [], itemIds: [...itemIds] },
    timeZone: site.business.timeZone,
    notify,
  });
}

// What goes on hold by moving deliveries: the moves themselves, each order's in a transaction that is taken back.

/** As judged: `found` is as the moves before it leave it. */
export type JudgedMove = {
  found: FoundDelivery;
  to: MoveTo;
  verdict: Extract<MoveVerdict, { outcome: 'moved' }>;
};

/** By delivery: "Curry for Mia contains milk". Of what is cooked again, of the present recipe, or comes back from a door. */
export async function previewHolds(
  context: Pick<Context, 'db' | 'clock'>,
  moves: readonly JudgedMove[],
  business: BusinessFacts,
): Promise<Map<number, string[]>> {
  const held = new Map<number, string[]>();
  const byOrder = Map.groupBy(moves.filter(mayHold), ({ found }) => found.order.id);
  for (const ofOrder of byOrder.values())
    await dryRun(context.db, async (tx) => {
      for (const { found, to, verdict } of ofOrder) {
        const { id } = found.delivery;
        const locked = await lockDelivery(tx, id);
        if (!locked) continue;
        const move = { ...locked, found, to, verdict, staff: null, business, notify: false };
        const texts = await tx
          .transaction((part) => putElsewhere(part, context, { ...move, changeId: randomUUID() }))
          .catch((error: unknown) => {
            // Full by now: the move will say so itself.
            if (error instanceof Conflict) return [];
            throw error;
          });
        held.set(id, texts);
      }
    });
  return held;
}

function mayHold({ found: { delivery }, verdict: { madeOn, joins } }: JudgedMove): boolean {
  if (delivery.status === 'missed') return true;
  return madeOn === null && (delivery.status !== 'planned' || joins?.status === 'cooked');
}
