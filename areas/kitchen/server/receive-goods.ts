/** Taking in goods: what they are, whether they may stay, and the line of the food safety record. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { receiveGoods as receiveGoodsCall } from '#areas/kitchen/calls/goods.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  faultsOfReceipt,
  missingOfReceipt,
  type ReceivedGoods,
  receiptLimit,
} from '#areas/kitchen/rules/receipts.ts';
import { quantityMessage, toBase } from '#areas/menu/rules/units.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type GoodsLotRow,
  goodsLots,
  stockMovements,
} from '#areas/kitchen/server/tables/batches.ts';
import { type IngredientRow, ingredients, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import {
  insertLine,
  lockRecord,
  writtenBy,
} from '#areas/kitchen/server/temperatures/record-lines.ts';
import { timeInPast } from '#areas/kitchen/server/temperatures/time-in-past.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { lockStore } from '#areas/kitchen/server/trace-batch.ts';

type Sent = z.output<typeof receiveGoodsCall.body>;

/**
 * Goods, stock and the record in one transaction; the same `key` counts once. Refused goods stay as a record and never
 * enter the stock. Throws InvalidRequest for goods that must be refused, and Conflict `key_reused`.
 */
export async function receiveGoods(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  sent: Sent,
): Promise<number> {
  const { business } = await context.site.current();
  const now = context.clock();
  const at = timeInPast(sent.at, now);
  const { date } = wallTimeAt(at, business.timeZone);
  return context.db.transaction(async (tx) => {
    await lockRecord(tx);
    const earlier = await findEarlier(tx, sent);
    if (earlier) return earlier.id;
    const ingredient = await findIngredient(tx, sent.ingredientId);
    const qty = quantityOf(sent, ingredient);
    const goods = conditionOf(sent);
    assertMayStay(goods, sent, date);
    const supplierId = await findSupplier(tx, sent.supplier);
    const [row] = await tx
      .insert(goodsLots)
      .values({
        ingredientId: ingredient.id,
        supplierId,
        supplierLot: sent.supplierLot,
        useBy: goods.useBy,
        receivedAt: new Date(at),
        receivedBy: sent.measuredBy || recordedName(staff),
        qty,
        tempTenths: goods.tenths,
        storedAs: goods.storedAs,
        accepted: sent.accepted,
        note: sent.note,
        key: sent.key,
      })
      .returning();
    const lot = assertDefined(row, 'goods');
    await insertLine(tx, {
      kind: 'receipt',
      goodsLotId: lot.id,
      place: null,
      note: noteOf(goods, sent, { ingredient, date }),
      date,
      tenths: goods.tenths,
      at: new Date(at),
      recordedAt: new Date(now),
      ...writtenBy(staff),
      ...(sent.measuredBy !== '' && { source: 'paper', measuredBy: sent.measuredBy }),
      probe: '',
      limit: receiptLimit(goods),
      pass: sent.accepted,
      ...(!sent.accepted && refusedBy(staff, now)),
      key: sent.key,
    });
    if (sent.accepted && ingredient.stockKept) await putInStore(tx, lot);
    return lot.id;
  });
}

async function findEarlier(tx: Transaction, sent: Sent): Promise<GoodsLotRow | null> {
  const [earlier] = await tx.select().from(goodsLots).where(eq(goodsLots.key, sent.key));
  if (!earlier) return null;
  const isSame =
    earlier.ingredientId === sent.ingredientId &&
    earlier.supplierLot === sent.supplierLot &&
    earlier.useBy === (sent.useBy ?? null) &&
    earlier.accepted === sent.accepted;
  if (isSame) return earlier;
  throw new Conflict('key_reused', 'This key belongs to other goods. Nothing changed.');
}

async function findIngredient(tx: Transaction, id: number): Promise<IngredientRow> {
  const [found] = await tx
    .select()
    .from(ingredients)
    .where(and(eq(ingredients.id, id), isNull(ingredients.archivedAt), ingredients.isBought));
  if (!found) throw new InvalidRequest({ ingredientId: 'Please choose what was delivered' });
  return found;
}

function quantityOf({ amount, unit }: Sent, ingredient: IngredientRow): number {
  const counted = toBase(amount, unit, ingredient.baseUnit, ingredient);
  if ('error' in counted)
    throw new InvalidRequest({ amount: quantityMessage(counted.error, ingredient.name) });
  return counted.qty;
}

function conditionOf(sent: Sent): ReceivedGoods {
  const { storedAs, isPackageWhole, tenths = null, isFrozenHard = null, useBy = null } = sent;
  return { storedAs, isPackageWhole, tenths, isFrozenHard, useBy };
}

function assertMayStay(goods: ReceivedGoods, { accepted, note }: Sent, date: string): void {
  const missing = missingOfReceipt(goods);
  if (Object.keys(missing).length > 0) throw new InvalidRequest(missing);
  const faults = faultsOfReceipt(goods, date);
  if (accepted && faults.length > 0)
    throw new InvalidRequest({ accepted: `Please refuse these goods: ${faults.join(', ')}.` });
  if (!accepted && note === '')
    throw new InvalidRequest({ note: 'Please say what was done with them' });
}

/** Staff type the name; whoever orders completes the rest. */
async function findSupplier(tx: Transaction, name: string): Promise<number | null> {
  if (name === '') return null;
  await tx.insert(suppliers).values({ name }).onConflictDoNothing();
  const [found] = await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(
      and(eq(sql`lower(${suppliers.name})`, name.toLowerCase()), isNull(suppliers.archivedAt)),
    );
  return assertDefined(found, 'a supplier').id;
}

function noteOf(
  goods: ReceivedGoods,
  { supplier, supplierLot, note }: Sent,
  { ingredient, date }: { ingredient: IngredientRow; date: string },
): string {
  const what = [
    ingredient.name,
    supplier,
    supplierLot && `lot ${supplierLot}`,
    goods.useBy === null ? '' : `use by ${formatDate(goods.useBy)}`,
  ];
  const faults = faultsOfReceipt(goods, date).join(', ');
  return [what.filter((part) => part !== '').join(', '), faults, note]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, 400);
}

function refusedBy(staff: StaffMember, now: Instant) {
  return {
    action: 'refused' as const,
    actionAt: new Date(now),
    actionStaffId: staff.id,
    actionStaffName: recordedName(staff),
  };
}

async function putInStore(
  tx: Transaction,
  { id, ingredientId, qty, receivedBy, receivedAt }: GoodsLotRow,
): Promise<void> {
  await lockStore(tx);
  await tx.insert(stockMovements).values({
    ingredientId,
    goodsLotId: id,
    qty,
    kind: 'received',
    by: receivedBy,
    at: receivedAt,
  });
}
