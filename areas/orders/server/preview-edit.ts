/** What an edit would do: the edit itself, in a transaction that is taken back. */
import type { EditOrderRequest, EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { MealsSoldOut } from '#areas/places/server/meal-sold-out.ts';
import { amountsOf } from '#areas/order-book/server/amounts.ts';
import { listHolds } from '#areas/order-book/server/holds.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { balanceOf } from '#areas/orders/server/admin-order.ts';
import { applyEdit } from '#areas/orders/server/edit-order.ts';
import { FullSlots } from '#areas/orders/server/slot-full.ts';
import { countPlacesLeft, emptySlotsForTrial } from '#areas/places/server/trial-places.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type DeliveryChange = EditPreviewReply['deliveries'][number];

/**
 * Works out price, places and email of an edit; nothing is written, no place is taken. Full slots, meals
 * that are sold out and a reason that is missing are reported rather than refused. Throws as `editOrder` does otherwise.
 */
export async function previewEdit(
  context: Context,
  staff: StaffMember,
  id: number,
  sent: EditOrderRequest,
): Promise<EditPreviewReply> {
  const { showChangedEmail } = await import('#areas/orders/server/write-order-email.ts');
  const known = await context.site.current();
  const edit = { staff, id, sent, known };
  return dryRun(context.db, async (tx) => {
    const holdsOf = async (order: Order) => (await listHolds(tx, [order], known.business))(order);
    const heldBefore = await holdsOf(await getOrder(tx, { id }));
    const { before, what, eatsAgain, full, soldOut } = await applyMakingRoom(context, tx, edit);
    const after = await getOrder(tx, { id });
    const { balanceCents, owedCents } = balanceOf(after);
    return {
      ...amountsOf(after.price),
      deliveryType: after.deliveryType,
      difference: formatAmount(after.price.totalCents - before.price.totalCents),
      balance: formatAmount(balanceCents),
      owed: formatAmount(owedCents),
      deliveries: await deliveryChanges(tx, before, after, full),
      soldOut: [...soldOut],
      onHold: (await holdsOf(after)).filter((text) => !heldBefore.includes(text)),
      eatsAgain,
      mail: after.customer.email === '' ? null : await showChangedEmail(tx, context, after, what),
    };
  });
}

async function applyMakingRoom(
  context: Context,
  tx: Transaction,
  edit: Parameters<typeof applyEdit>[2],
): Promise<
  Awaited<ReturnType<typeof applyEdit>> & {
    full: readonly SlotKey[];
    soldOut: readonly SoldOutMeal[];
  }
> {
  const attempt = (sent: EditOrderRequest) =>
    tx.transaction((part) => applyEdit(context, part, { ...edit, sent }));
  const found = { full: [] as readonly SlotKey[], soldOut: [] as readonly SoldOutMeal[] };
  let sent: EditOrderRequest = { ...edit.sent, eatsAgain: 'preview' };
  for (;;) {
    try {
      return { ...(await attempt(sent)), ...found };
    } catch (error) {
      if (error instanceof FullSlots && found.full.length === 0) {
        found.full = error.slots;
        await emptySlotsForTrial(tx, error.slots);
      } else if (error instanceof MealsSoldOut && found.soldOut.length === 0) {
        found.soldOut = error.meals;
        sent = { ...sent, overLimit: 'preview' };
      } else throw error;
    }
  }
}

async function deliveryChanges(
  tx: Transaction,
  before: Order,
  after: Order,
  full: readonly SlotKey[],
): Promise<DeliveryChange[]> {
  const isIn = (slot: SlotKey, slots: readonly SlotKey[]) =>
    slots.some((each) => compareSlotKeys(each, slot) === 0);
  const gone = before.deliveries.filter((delivery) => !isIn(delivery, after.deliveries));
  const movedTo = (delivery: OrderDelivery) =>
    gone.find((was) => {
      const stays = new Set(itemsOfDelivery(delivery).map((item) => item.id));
      return itemsOfDelivery(was).every((item) => stays.has(item.id));
    });
  const kept = await Promise.all(
    after.deliveries.map(async (delivery): Promise<DeliveryChange> => {
      const slot = { date: delivery.date, timeSlot: delivery.window };
      const isKept = isIn(delivery, before.deliveries);
      const was = isKept ? undefined : movedTo(delivery);
      const isFull = isIn(delivery, full);
      return {
        ...slot,
        change: isKept ? 'kept' : was ? 'moved' : 'added',
        from: was ? { date: was.date, timeSlot: was.window } : null,
        isFull,
        placesLeft: isKept ? null : isFull ? 0 : await countPlacesLeft(tx, delivery),
      };
    }),
  );
  const moved = kept.flatMap(({ from }) =>
    from ? [{ date: from.date, window: from.timeSlot }] : [],
  );
  const removed = gone
    .filter((delivery) => !isIn(delivery, moved))
    .map(({ date, window }): DeliveryChange => ({
      date,
      timeSlot: window,
      change: 'removed',
      from: null,
      isFull: false,
      placesLeft: null,
    }));
  return [...kept, ...removed];
}
