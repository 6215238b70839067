/** What customers are asked about meals that ran out, as rows: open until they answer or the time is up. */
import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type MealChoiceRow, askedMeals } from '#areas/order-book/server/tables/order-changes.ts';

export function listOpenChoices(
  db: Database | Transaction,
  orderIds: readonly number[],
): Promise<MealChoiceRow[]> {
  return db
    .select()
    .from(askedMeals)
    .where(and(inArray(askedMeals.orderId, [...orderIds]), isNull(askedMeals.settledAt)));
}

/** Those a customer may want to see: of deliveries from this day on. */
export function listChoicesOfOrder(
  db: Database | Transaction,
  orderId: number,
  today: PlainDate,
): Promise<MealChoiceRow[]> {
  return db
    .select()
    .from(askedMeals)
    .where(and(eq(askedMeals.orderId, orderId), gte(askedMeals.date, today)))
    .orderBy(asc(askedMeals.id));
}

/** Null: there is none, or it is another order's. */
export async function findChoice(
  tx: Transaction,
  orderId: number,
  id: number,
): Promise<MealChoiceRow | null> {
  const [found] = await tx
    .select()
    .from(askedMeals)
    .where(and(eq(askedMeals.id, id), eq(askedMeals.orderId, orderId)));
  return found ?? null;
}

/** Whose time is up. */
export function listDueChoices(db: Database, now: Instant): Promise<MealChoiceRow[]> {
  return db
    .select()
    .from(askedMeals)
    .where(and(isNull(askedMeals.settledAt), lte(askedMeals.until, new Date(now))))
    .orderBy(asc(askedMeals.orderId), asc(askedMeals.id));
}

export async function askChoice(
  tx: Transaction,
  choice: Pick<
    MealChoiceRow,
    | 'orderId'
    | 'deliveryId'
    | 'personId'
    | 'date'
    | 'window'
    | 'mealId'
    | 'mealName'
    | 'optionIds'
    | 'until'
    | 'createdAt'
    | 'staffEmail'
  >,
): Promise<number> {
  const [asked] = await tx.insert(askedMeals).values(choice).returning({ id: askedMeals.id });
  if (!asked) throw new Error('the choice was not stored');
  return asked.id;
}

export async function settleChoice(
  tx: Transaction,
  id: number,
  settled: Pick<MealChoiceRow, 'settledHow'> &
    Partial<Pick<MealChoiceRow, 'chosenMealId' | 'chosenName' | 'refundCents'>>,
  now: Instant,
): Promise<void> {
  await tx
    .update(askedMeals)
    .set({ ...settled, settledAt: new Date(now) })
    .where(eq(askedMeals.id, id));
}
