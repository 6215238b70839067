import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { countStock, wasteStock } from '#areas/kitchen/calls/stock.ts';
import {
  formatExactQuantity,
  type InputUnit,
  quantityMessage,
  toBase,
} from '#areas/menu/rules/units.ts';
import { stockRuleOf } from '#areas/menu/rules/stock-rule.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { type IngredientRow, ingredients } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { lockStore } from '#areas/kitchen/server/trace-batch.ts';

type StockContext = Pick<Context, 'db' | 'clock'>;

/** Writes the difference down; none is no movement. Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`. */
export async function recordCount(
  context: StockContext,
  staff: StaffMember,
  ingredientId: number,
  { amount, unit, seen }: z.output<typeof countStock.body>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { ingredient, qty: before } = await lockStock(tx, ingredientId, seen);
    if (stockRuleOf(ingredient) !== 'store')
      throw new NotFound('An ingredient whose stock is counted');
    const counted = amount.trim() === '0' ? 0 : inBaseUnits({ amount, unit }, ingredient);
    await move(tx, context, staff, ingredient, {
      kind: 'counted',
      qty: counted - before,
      reason: '',
    });
    await tx
      .update(ingredients)
      .set({ stockCountedAt: new Date(context.clock()) })
      .where(eq(ingredients.id, ingredientId));
    await recordChange(tx, context, {
      staff,
      action: 'ingredient.count_stock',
      entityId: ingredientId,
      before: { stock: before },
      after: { stock: counted },
    });
  });
}

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`. */
export async function recordWaste(
  context: StockContext,
  staff: StaffMember,
  ingredientId: number,
  { amount, unit, seen, reason }: z.output<typeof wasteStock.body>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { ingredient, qty: before } = await lockStock(tx, ingredientId, seen);
    const wasted = inBaseUnits({ amount, unit }, ingredient);
    if (wasted > before) {
      const there = formatExactQuantity(Math.max(0, before), ingredient.baseUnit);
      throw new InvalidRequest({
        amount: `Only ${there} should be there. Count what is left instead.`,
      });
    }
    await move(tx, context, staff, ingredient, {
      kind: 'wasted',
      qty: -wasted,
      reason: reason.trim(),
    });
    await recordChange(tx, context, {
      staff,
      action: 'ingredient.waste_stock',
      entityId: ingredientId,
      before: { stock: before },
      after: { stock: before - wasted, reason: reason.trim() },
    });
  });
}

/** One at a time: a difference is only true of the stock that it was worked out from. */
async function lockStock(tx: Transaction, ingredientId: number, seen: number) {
  const [ingredient] = await tx
    .select()
    .from(ingredients)
    .where(and(eq(ingredients.id, ingredientId), isNull(ingredients.archivedAt)))
    .for('no key update');
  if (!ingredient || stockRuleOf(ingredient) === 'none')
    throw new NotFound('An ingredient whose stock is kept');
  // Batches that are cooked meanwhile take from the same stock.
  await lockStore(tx);
  const [sum] = await tx
    .select({ qty: sql<number>`coalesce(sum(${stockMovements.qty}), 0)`.mapWith(Number) })
    .from(stockMovements)
    .where(eq(stockMovements.ingredientId, ingredientId));
  const qty = sum?.qty ?? 0;
  if (qty !== seen) {
    throw new Conflict(
      'changed_meanwhile',
      `The stock of ${ingredient.name} has changed since you opened it: ${formatExactQuantity(qty, ingredient.baseUnit)} now. Look again, then enter it once more.`,
      { qty },
    );
  }
  return { ingredient, qty };
}

function inBaseUnits(
  { amount, unit }: { amount: string; unit: InputUnit },
  ingredient: IngredientRow,
): number {
  const found = toBase(amount.trim(), unit, ingredient.baseUnit, ingredient);
  if ('error' in found)
    throw new InvalidRequest({ amount: quantityMessage(found.error, ingredient.name) });
  return found.qty;
}

async function move(
  tx: Transaction,
  { clock }: StockContext,
  { firstName, lastName }: StaffMember,
  { id }: IngredientRow,
  movement: { kind: 'counted' | 'wasted'; qty: number; reason: string },
): Promise<void> {
  if (movement.qty === 0) return;
  await tx.insert(stockMovements).values({
    ...movement,
    ingredientId: id,
    by: `${firstName} ${lastName}`.trim(),
    at: new Date(clock()),
  });
}
