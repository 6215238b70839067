/** Recipe alerts as rows: open until staff have settled each with the customer. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type RecipeAlertRow,
  recipeAlerts,
} from '#areas/order-book/server/tables/recipe-alerts.ts';

export type NewAlert = Pick<
  RecipeAlertRow,
  'orderId' | 'deliveryId' | 'personId' | 'mealId' | 'mealVersion' | 'before' | 'finding'
>;

/** One person's meal in one delivery, however many portions. */
export function alertKey(of: Pick<NewAlert, 'deliveryId' | 'personId' | 'mealId'>): string {
  return `${of.deliveryId}|${of.personId}|${of.mealId}`;
}

/** Few enough parameters for one statement. */
const MOST_ROWS = 1000;

/** An alert that is open for the same meal says what is true now, and stays one. */
export async function raiseAlerts(
  tx: Transaction,
  alerts: readonly NewAlert[],
  { staffEmail, now }: { staffEmail: string | null; now: Instant },
): Promise<void> {
  const rows = alerts.map((alert) => ({
    ...alert,
    kind: alert.finding.kind,
    staffEmail,
    createdAt: new Date(now),
  }));
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    await tx
      .insert(recipeAlerts)
      .values(rows.slice(start, start + MOST_ROWS))
      .onConflictDoUpdate({
        target: [recipeAlerts.deliveryId, recipeAlerts.personId, recipeAlerts.mealId],
        targetWhere: sql`${recipeAlerts.settledAt} is null`,
        set: {
          mealVersion: sql`excluded.meal_version`,
          kind: sql`excluded.kind`,
          finding: sql`excluded.finding`,
        },
      });
  }
}

type Settlement = {
  how: NonNullable<RecipeAlertRow['settledHow']>;
  /** Null: by itself. */
  by: string | null;
  note?: string | null;
  now: Instant;
};

export async function settleAlerts(
  tx: Transaction,
  ids: readonly number[],
  { how, by, note = null, now }: Settlement,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(recipeAlerts)
    .set({ settledAt: new Date(now), settledBy: by, settledHow: how, note })
    .where(inArray(recipeAlerts.id, [...ids]));
}

/** Of one order. */
export function listOpenAlerts(tx: Transaction, orderId: number): Promise<RecipeAlertRow[]> {
  return tx
    .select()
    .from(recipeAlerts)
    .where(and(eq(recipeAlerts.orderId, orderId), isNull(recipeAlerts.settledAt)));
}

export async function hasOpenStop(tx: Transaction, orderId: number): Promise<boolean> {
  const open = await listOpenAlerts(tx, orderId);
  return open.some(({ kind }) => kind === 'stop');
}
