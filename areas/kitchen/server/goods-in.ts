/** Goods in: all that came together, whether it may stay, and what is still to come of its order. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { takeInGoods } from '#areas/kitchen/calls/goods.ts';
import {
  addDays,
  formatDate,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { orderAfter, type SupplierOrderState } from '#areas/kitchen/rules/shopping-list.ts';
import {
  faultsOfReceipt,
  type ReceivedGoods,
  receiptLimit,
  storedAsOf,
} from '#areas/kitchen/rules/receipts.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import { quantityMessage, toBase } from '#areas/menu/rules/units.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { type ShoppingOrderRow, shoppingOrders } from './tables/shopping-orders.ts';
import {
  type IngredientRow,
  ingredients,
  type SupplierPackRow,
  supplierPacks,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { insertLine, lockRecord, writtenBy, timeInPast } from './record-reading.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { selectGoodsByIds } from '#areas/kitchen/server/list-goods.ts';
import { lockStore } from '#areas/kitchen/server/trace-batch.ts';
import { loadLastOrders } from '#areas/kitchen/server/read-stock.ts';

type GoodsContext = Pick<Context, 'db' | 'clock' | 'site'>;
type Sent = z.output<typeof takeInGoods.body>;
type Line = Sent['lines'][number];

/**
 * Lots, stock, the food safety record and the order's state in one transaction; the same `key` counts once. Refused goods
 * stay as a record and never enter the stock. Throws InvalidRequest at the line that is wrong, and Conflict
 * `already_received` or `key_reused`.
 */
export async function takeIn(
  context: GoodsContext,
  staff: StaffMember,
  sent: Sent,
): Promise<z.infer<typeof takeInGoods.reply>> {
  const { business } = await context.site.current();
  const now = context.clock();
  const at = timeInPast(sent.at, now);
  const { date } = wallTimeAt(at, business.timeZone);
  const { ids, state } = await context.db.transaction(async (tx) => {
    await lockRecord(tx);
    const order = await lockOrderOf(tx, sent);
    const earlier = await findEarlier(tx, sent, order);
    if (earlier) return { ids: earlier, state: order?.state ?? null };
    if (order) await refuseReceived(tx, order, sent, business.timeZone);
    await refuseUnknownSupplier(tx, sent, order);
    const came = await readLines(tx, sent, { order, date });
    const stored = await storeLots(tx, { staff, sent, came, at, now, date });
    return {
      ids: stored,
      state: order && (await settleOrder(tx, order, sent, recordedName(staff))),
    };
  });
  return { lots: await selectGoodsByIds(context.db, ids), state };
}

async function lockOrderOf(tx: Transaction, { orderId }: Sent): Promise<ShoppingOrderRow | null> {
  if (orderId === null) return null;
  const [order] = await tx
    .select()
    .from(shoppingOrders)
    .where(eq(shoppingOrders.id, orderId))
    .for('update');
  if (!order) throw new NotFound('This order');
  return order;
}

async function findEarlier(
  tx: Transaction,
  { key, orderId, lines }: Sent,
  order: ShoppingOrderRow | null,
): Promise<number[] | null> {
  const lots = await tx
    .select({
      id: goodsLots.id,
      ingredientId: goodsLots.ingredientId,
      shoppingOrderId: goodsLots.shoppingOrderId,
      line: goodsLots.line,
    })
    .from(goodsLots)
    .where(eq(goodsLots.key, key))
    .orderBy(asc(goodsLots.line));
  if (lots.length === 0) return order?.receivedKey === key ? [] : null;
  const isSame = lots.every(
    (lot) => lot.shoppingOrderId === orderId && lines[lot.line]?.ingredientId === lot.ingredientId,
  );
  if (!isSame)
    throw new Conflict('key_reused', 'This key belongs to other goods. Nothing changed.');
  return lots.map(({ id }) => id);
}

/** Two who take in the same: the second is told who was first. */
async function refuseReceived(
  tx: Transaction,
  order: ShoppingOrderRow,
  { lines }: Sent,
  timeZone: string,
): Promise<void> {
  const newest = (await loadLastOrders(tx, order.arrives)).some(({ id }) => id === order.id);
  if (!newest)
    throw new Conflict('changed_meanwhile', 'This order was changed since. Open Goods in again.');
  const isOver = order.state === 'received' || order.state === 'not_coming';
  const isTaken = lines.some(
    ({ packId, packs }) =>
      packs > 0 &&
      order.lines.some((line) => line.packId === packId) &&
      order.open.every((line) => line.packId !== packId),
  );
  if (!isOver && !isTaken) return;
  const { date } = wallTimeAt(order.sentAt.getTime(), timeZone);
  const by = order.receivedBy ?? 'Someone else';
  throw new Conflict(
    'already_received',
    `${by} has already taken this in (ordered ${formatDayAndMonth(date)}). Nothing was added.`,
    { by },
  );
}

async function refuseUnknownSupplier(
  tx: Transaction,
  { supplierId }: Sent,
  order: ShoppingOrderRow | null,
): Promise<void> {
  if (order) {
    if (order.supplierId !== supplierId)
      throw new InvalidRequest({ supplierId: 'This order is another supplier’s' });
    return;
  }
  if (supplierId === null) return;
  const [found] = await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, supplierId), isNull(suppliers.archivedAt)));
  if (!found) throw new InvalidRequest({ supplierId: 'Please choose a supplier' });
}

type Came = {
  line: number;
  ingredient: IngredientRow;
  qty: number;
  costCents: number | null;
  keepsDays: number | null;
  goods: ReceivedGoods;
};

async function readLines(
  tx: Transaction,
  { lines, chilledTenths, frozenTenths }: Sent,
  { order, date }: { order: ShoppingOrderRow | null; date: PlainDate },
): Promise<Came[]> {
  const known = await tx
    .select()
    .from(ingredients)
    .where(
      inArray(
        ingredients.id,
        lines.map(({ ingredientId }) => ingredientId),
      ),
    );
  const packs = await tx
    .select()
    .from(supplierPacks)
    .where(
      inArray(
        supplierPacks.ingredientId,
        known.map(({ id }) => id),
      ),
    );
  const problems: Record<string, string> = {};
  const came = lines.flatMap((line, index): Came[] => {
    const ingredient = known.find(({ id, isBought }) => id === line.ingredientId && isBought);
    if (!ingredient) {
      problems[`lines.${index}.ingredientId`] = 'Please choose what came';
      return [];
    }
    if (line.packId !== null && line.packs === 0) return [];
    const counted = quantityOf(line, ingredient, { order, packs });
    if ('field' in counted) {
      problems[`lines.${index}.${counted.field}`] = counted.error;
      return [];
    }
    const storedAs = storedAsOf(ingredient.storeArea);
    const tenths = { chilled: chilledTenths, frozen: frozenTenths, dry: null }[storedAs];
    const goods = { storedAs, tenths, useBy: line.useBy };
    Object.assign(problems, problemsOf(line, index, goods, date));
    return [{ line: index, ingredient, goods, ...counted }];
  });
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
  return came;
}

function quantityOf(
  { packId, packs: count, amount, unit }: Line,
  ingredient: IngredientRow,
  { order, packs }: { order: ShoppingOrderRow | null; packs: readonly SupplierPackRow[] },
): Pick<Came, 'qty' | 'costCents' | 'keepsDays'> | { field: string; error: string } {
  if (packId === null) {
    const found = toBase(amount.trim(), unit, ingredient.baseUnit, ingredient);
    if ('error' in found)
      return { field: 'amount', error: quantityMessage(found.error, ingredient.name) };
    const [keepsDays = null] = packs
      .filter((pack) => pack.ingredientId === ingredient.id && pack.keepsDays !== null)
      .map((pack) => pack.keepsDays)
      .toSorted((a, b) => (a ?? 0) - (b ?? 0));
    return { qty: found.qty, costCents: null, keepsDays };
  }
  const ordered = order?.lines.find((line) => line.packId === packId);
  const pack = packs.find(
    ({ id, ingredientId }) => id === packId && ingredientId === ingredient.id,
  );
  if (ordered ? ordered.ingredientId !== ingredient.id : !pack)
    return { field: 'packId', error: `Please choose a pack of ${ingredient.name}` };
  const packQty = ordered?.packQty ?? pack?.qty ?? 0;
  const cents =
    ordered && ordered.costCents !== null && ordered.packs > 0
      ? ordered.costCents / ordered.packs
      : (pack?.priceCents ?? null);
  return {
    qty: count * packQty,
    costCents: cents === null ? null : Math.round(count * cents),
    keepsDays: pack?.keepsDays ?? null,
  };
}

/** By field; the temperature is one for all goods that came so, and named once. */
function problemsOf(
  { accepted, note }: Line,
  index: number,
  goods: ReceivedGoods,
  date: PlainDate,
): Record<string, string> {
  const { storedAs, tenths } = goods;
  if (storedAs !== 'dry' && tenths === null)
    return { [`${storedAs}Tenths`]: `Please measure the ${storedAs} goods` };
  const faults = faultsOfReceipt(goods, date);
  if (accepted && faults.length > 0)
    return { [`lines.${index}.accepted`]: `Please refuse these goods: ${faults.join(', ')}.` };
  if (!accepted && note.trim() === '')
    return { [`lines.${index}.note`]: 'Please say what was wrong, and what was done with them' };
  return {};
}

type Stored = {
  staff: StaffMember;
  sent: Sent;
  came: readonly Came[];
  at: Instant;
  now: Instant;
  date: PlainDate;
};

async function storeLots(tx: Transaction, { came, ...taken }: Stored): Promise<number[]> {
  const ids: number[] = [];
  if (came.length === 0) return ids;
  const [supplier] =
    taken.sent.supplierId === null
      ? []
      : await tx
          .select({ name: suppliers.name })
          .from(suppliers)
          .where(eq(suppliers.id, taken.sent.supplierId));
  for (const goods of came) ids.push(await storeLot(tx, goods, taken, supplier?.name ?? ''));
  const accepted = came.flatMap(({ line, ingredient, qty }, index) => {
    const id = ids[index];
    if (!taken.sent.lines[line]?.accepted || stockRuleOf(ingredient) === 'none' || id === undefined)
      return [];
    return [{ ingredientId: ingredient.id, goodsLotId: id, qty }];
  });
  if (accepted.length === 0) return ids;
  await lockStore(tx);
  await tx.insert(stockMovements).values(
    accepted.map((movement) => ({
      ...movement,
      kind: 'received' as const,
      by: taken.sent.measuredBy || recordedName(taken.staff),
      at: new Date(taken.at),
    })),
  );
  return ids;
}

async function storeLot(
  tx: Transaction,
  { line, ingredient, qty, costCents, keepsDays, goods }: Came,
  { staff, sent, at, now, date }: Omit<Stored, 'came'>,
  supplier: string,
): Promise<number> {
  const { lot = '', accepted = true, note = '' } = sent.lines[line] ?? {};
  const endsByItself = stockRuleOf(ingredient) === 'day' && keepsDays !== null;
  const [row] = await tx
    .insert(goodsLots)
    .values({
      ingredientId: ingredient.id,
      supplierId: sent.supplierId,
      shoppingOrderId: sent.orderId,
      supplierLot: lot,
      useBy: goods.useBy,
      keepsUntil: goods.useBy ?? (endsByItself ? addDays(date, keepsDays) : null),
      receivedAt: new Date(at),
      receivedBy: sent.measuredBy || recordedName(staff),
      qty,
      costCents,
      tempTenths: goods.tenths,
      storedAs: goods.storedAs,
      accepted,
      note: note.trim(),
      key: sent.key,
      line,
    })
    .returning({ id: goodsLots.id });
  const goodsLotId = row?.id ?? 0;
  await insertLine(tx, {
    kind: 'receipt',
    goodsLotId,
    place: null,
    note: noteOf([ingredient.name, supplier, lot && `lot ${lot}`], goods, { date, note }),
    date,
    tenths: goods.tenths,
    at: new Date(at),
    recordedAt: new Date(now),
    ...writtenBy(staff),
    ...(sent.measuredBy !== '' && { source: 'paper', measuredBy: sent.measuredBy }),
    probe: '',
    limit: receiptLimit(goods),
    pass: accepted,
    ...(!accepted && {
      action: 'refused' as const,
      actionAt: new Date(now),
      actionStaffId: staff.id,
      actionStaffName: recordedName(staff),
    }),
    key: randomUUID(),
  });
  return goodsLotId;
}

/** "Lamb mince, Range Meats, lot 4471, use by …; what speaks against it; what was done". */
function noteOf(
  what: readonly string[],
  goods: ReceivedGoods,
  { date, note }: { date: PlainDate; note: string },
): string {
  const useBy = goods.useBy === null ? '' : `use by ${formatDate(goods.useBy)}`;
  const named = [...what, useBy].filter((part) => part !== '').join(', ');
  const faults = faultsOfReceipt(goods, date).join(', ');
  return [named, faults, note.trim()]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, 400);
}

/** Refused packs did not come: unless someone says that others still will, they are needed again. */
async function settleOrder(
  tx: Transaction,
  order: ShoppingOrderRow,
  { key, lines }: Sent,
  by: string,
): Promise<SupplierOrderState> {
  const came = lines.flatMap(({ packId, packs, accepted, missing }) => {
    if (packId === null) return [];
    const isMissing = missing ?? (accepted ? undefined : ('not_coming' as const));
    return [{ packId, packs: accepted ? packs : 0, ...(isMissing && { isMissing }) }];
  });
  const after = orderAfter(order, came);
  await tx
    .update(shoppingOrders)
    .set({ ...after, receivedBy: by, receivedKey: key })
    .where(eq(shoppingOrders.id, order.id));
  return after.state;
}
