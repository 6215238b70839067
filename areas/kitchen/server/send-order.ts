import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { sendShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  formatMinuteOfDay,
  type Instant,
  instantOf,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';
import { changesSince } from '#areas/kitchen/rules/order-changes.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import {
  type OrderedLine,
  type ShoppingOrderRow,
  shoppingOrders,
} from '#areas/kitchen/server/tables/shopping-orders.ts';
import { type SupplierRow, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { linesOf } from './describe-shopping.ts';
import { listOrdersOf } from './read-stock.ts';
import {
  isForSameDays,
  readShopping,
  type ShoppingContext,
  type ShoppingList,
} from './read-shopping.ts';

type Sent = z.output<typeof sendShoppingOrder.body>;

/**
 * Stores what is ordered from a supplier for a day and, by email, writes the email: once, whoever else sends it at the same
 * moment. A further order for the same day and deliveries tells what has changed. Throws NotFound, InvalidRequest, and Conflict
 * `already_sent`, `list_changed` or `nothing_to_send`.
 */
export async function sendOrder(
  context: ShoppingContext,
  staff: StaffMember,
  sent: Sent,
): Promise<void> {
  const list = await readShopping(context, sent);
  const lines = linesToSend(list, sent);
  await context.db.transaction(async (tx) => {
    const supplier = await lockForOrder(tx, sent);
    const ordered = await listOrdersOf(tx, sent);
    const before = ordered.find((order) => isForSameDays(order, sent)) ?? null;
    if ((before?.number ?? 0) !== sent.seen) throw alreadySent(before, list.plan.business.timeZone);
    const orderBy = orderByOf(list, sent, before);
    if (context.clock() >= orderBy)
      throw new InvalidRequest({
        arrives: `It is too late to order for ${formatDayAndMonth(sent.arrives)}. Choose another delivery day, or ring them.`,
      });
    if (changesSince(sent.lines, lines).length > 0)
      throw new Conflict(
        'list_changed',
        'The list has changed since you opened it. Look at it again, then send it.',
      );
    if (changesSince(before?.lines ?? [], lines).length === 0)
      throw new Conflict('nothing_to_send', 'There is nothing to send: nothing has changed.');
    const order = await storeOrder(tx, context, staff, {
      sent,
      lines,
      number: (ordered[0]?.number ?? 0) + 1,
      orderBy,
      arrivesByMinute: before?.arrivesByMinute ?? supplier.arrivesByMinute,
    });
    if (sent.way === 'email') {
      await writeMessage(tx, context, {
        kind: 'supplier_order',
        about: order.id,
        recipient: supplier.email,
        facts: {
          supplierOrder: factsOf(order, supplier, {
            before,
            isOneMore: ordered.length > 0 && !before,
          }),
        },
      });
    }
    await recordChange(tx, context, {
      staff,
      action: 'supplier.order',
      entityId: supplier.id,
      after: {
        arrives: order.arrives,
        number: order.number,
        way: order.way,
        lines: lines.map(({ packs, pack, ingredient }) => `${packs} x ${pack} ${ingredient}`),
      },
    });
  });
}

/** One order from a supplier at a time. */
async function lockForOrder(tx: Transaction, { supplierId, way }: Sent): Promise<SupplierRow> {
  const [supplier] = await tx
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.id, supplierId), isNull(suppliers.archivedAt)))
    .for('update');
  if (!supplier) throw new NotFound('This supplier');
  if (way === 'email' && supplier.email === '')
    throw new InvalidRequest({ way: `No email address of ${supplier.name} is entered.` });
  return supplier;
}

function alreadySent(before: ShoppingOrderRow | null, timeZone: string): Conflict {
  if (!before)
    return new Conflict('already_sent', 'This order is not known. Look at the list again.');
  const { date, minuteOfDay } = wallTimeAt(before.sentAt.getTime(), timeZone);
  const at = `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
  return new Conflict(
    'already_sent',
    `${before.by} sent this order already (${at}). Look at what has changed since.`,
    { number: before.number },
  );
}

function linesToSend(list: ShoppingList, { supplierId, arrives }: Sent): OrderedLine[] {
  return linesOf(list, supplierId, arrives)
    .filter(({ packs }) => packs > 0)
    .map(({ wouldSpoil: _spoils, wasteCents: _waste, neverCounted: _never, ...line }) => line);
}

/** A day of none of its rounds is over. */
function orderByOf(
  list: ShoppingList,
  { supplierId, arrives }: Sent,
  before: ShoppingOrderRow | null,
): Instant {
  if (before) return before.state === 'sent' ? before.orderBy.getTime() : 0;
  const round = list.lists.get(supplierId)?.rounds.find((one) => one.arrives === arrives);
  return round ? instantOf(round.orderBy, list.plan.business.timeZone) : 0;
}

type Stored = {
  sent: Sent;
  lines: OrderedLine[];
  number: number;
  orderBy: Instant;
  arrivesByMinute: number;
};

async function storeOrder(
  tx: Transaction,
  { clock }: ShoppingContext,
  staff: StaffMember,
  { sent, lines, number, orderBy, arrivesByMinute }: Stored,
): Promise<ShoppingOrderRow> {
  const { supplierId, arrives, from, to, way, note } = sent;
  const [order] = await tx
    .insert(shoppingOrders)
    .values({
      supplierId,
      arrives,
      from,
      to,
      way,
      lines,
      note: note.trim(),
      number,
      by: recordedName(staff),
      sentAt: new Date(clock()),
      orderBy: new Date(orderBy),
      arrivesByMinute,
      open: lines.map(({ packId, packs }) => ({ packId, packs })),
    })
    .returning();
  return assertDefined(order, 'the stored order');
}

/** Each line as it is now, and how many packs it had been; then what is not needed any more. */
function factsOf(
  { arrives, lines, note, by }: ShoppingOrderRow,
  { name }: SupplierRow,
  { before, isOneMore }: { before: ShoppingOrderRow | null; isOneMore: boolean },
): NonNullable<MessageFacts['supplierOrder']> {
  const changes = before ? changesSince(before.lines, lines) : [];
  const gone = changes
    .filter(({ packs }) => packs === 0)
    .map(({ line }) => ({ ...line, packs: 0 }));
  return {
    supplier: name,
    arrives,
    isChange: before !== null,
    isOneMore,
    lines: [...lines, ...gone].map(({ packId, ingredient, pack, code, packs }) => ({
      ingredient,
      pack,
      code,
      packs,
      was: changes.find(({ line }) => line.packId === packId)?.was ?? null,
    })),
    note,
    by,
  };
}
