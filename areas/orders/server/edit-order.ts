import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest, EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import type { OrderChange } from '#areas/order-book/rules/edit-order.ts';
import { withCancelled } from '#areas/order-book/rules/customer-change.ts';
import { type Order, itemsOfDelivery, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import { getCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { loadOrder, getOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { type AppliedChange, applyChange } from '#areas/orders/server/apply-change.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { MealsSoldOut } from '#areas/places/server/portions.ts';
import { amountsOf } from '#areas/order-book/server/order-columns.ts';
import { listHolds } from '#areas/order-book/server/holds.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { FullSlots } from '#areas/orders/server/slot-full.ts';
import { countPlacesLeft, emptySlotsForTrial } from '#areas/places/server/places.ts';

/**
 * Changes an order's customer and items. Unchanged items keep their agreed price; new ones are sold at today's. The
 * deliveries move in the same transaction: if a slot is full, nothing changes at all. A difference in price is only
 * shown; refunding it is a separate step. Throws InvalidRequest, UnsuitableFood, NotFound, or Conflict `changed_meanwhile`,
 * `order_cancelled`, `slot_full` or `meal_sold_out`.
 */
export async function editOrder(
  context: Context,
  staff: StaffMember,
  id: number,
  sent: EditOrderRequest,
): Promise<AdminOrderReply> {
  const known = await context.site.current();
  await context.db.transaction((tx) => applyEdit(context, tx, { staff, id, sent, known }));
  return getAdminOrder(context, id);
}

/** In the caller's transaction; returns the order as it was, and what changed. Throws as `editOrder` does. */
export async function applyEdit(
  context: Pick<Context, 'clock' | 'trackingSecret'>,
  tx: Transaction,
  edit: { staff: StaffMember; id: number; sent: EditOrderRequest; known: SiteState },
): Promise<{ before: Order } & AppliedChange> {
  const { staff, id, sent, known } = edit;
  const site = await withCurrentMeals(tx, known, sent);
  const row = await lockOrder(tx, id, sent.version);
  if (row.status === 'cancelled') {
    const message = 'This order is cancelled. Set it to pending or confirmed before editing.';
    throw new Conflict('order_cancelled', message);
  }
  const before = await loadOrder(tx, row);
  const { overLimit, eatsAgain } = sent;
  const by = { staff, site, overLimit, eatsAgain };
  return { before, ...(await applyChange(context, tx, before, changeOf(sent, before), by)) };
}

/** Before the order's lock, as anyone who saves a recipe locks them: no meal comes in by a recipe that has just changed. */
async function withCurrentMeals(
  tx: Transaction,
  site: SiteState,
  { orderItems }: EditOrderRequest,
): Promise<SiteState> {
  const current = await getCurrentMeals(
    tx,
    orderItems.map(({ mealId }) => mealId).filter((id) => site.mealsById.has(id)),
    site.business,
  );
  return { ...site, mealsById: current };
}

/** What is cancelled stays as it is. */
function changeOf(
  { customer, recipient, orderItems, people, overrides, foodAnswers }: EditOrderRequest,
  order: Order,
): OrderChange {
  const { deliveryPreference, specialInstructions, ...contact } = customer;
  return {
    contact,
    deliveryPreference,
    // Null clears them; omitted, they stay.
    specialInstructions: specialInstructions === null ? '' : specialInstructions,
    items: withCancelled(
      orderItems.map((item) => ({ ...item, personName: item.personName ?? undefined })),
      order,
    ),
    ...(recipient !== undefined && { recipient }),
    ...(people && { people }),
    ...(overrides && { overrides }),
    ...(foodAnswers && { foodAnswers }),
  };
}

/** What an edit would do: the edit itself, in a transaction that is taken back. */
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
    const { dueBackCents, owedCents } = accountOfOrder(after);
    return {
      ...amountsOf(after.price),
      deliveryType: after.deliveryType,
      difference: formatAmount(after.price.totalCents - before.price.totalCents),
      balance: formatAmount(owedCents - dueBackCents),
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
      const isKept = isIn(delivery, before.deliveries);
      const was = isKept ? undefined : movedTo(delivery);
      const isFull = isIn(delivery, full);
      return {
        date: delivery.date,
        window: delivery.window,
        change: isKept ? 'kept' : was ? 'moved' : 'added',
        from: was ? { date: was.date, window: was.window } : null,
        isFull,
        placesLeft: isKept ? null : isFull ? 0 : await countPlacesLeft(tx, delivery),
      };
    }),
  );
  const moved = kept.flatMap(({ from }) => from ?? []);
  const removed = gone
    .filter((delivery) => !isIn(delivery, moved))
    .map(({ date, window }): DeliveryChange => ({
      date,
      window,
      change: 'removed',
      from: null,
      isFull: false,
      placesLeft: null,
    }));
  return [...kept, ...removed];
}
