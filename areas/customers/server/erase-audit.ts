import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { ERASED } from '#areas/order-book/rules/erased-person.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

/** The audit trail takes new rows only; its trigger makes this one exception. */
export async function eraseAudit(tx: Transaction, rows: CustomerRows): Promise<void> {
  await tx.execute(sql`select set_config('mealrun.erasing', 'on', true)`);
  const entries = await tx
    .select({ id: auditLog.id, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(isAbout(rows));
  for (const { id, before, after } of entries) {
    await tx
      .update(auditLog)
      .set({ before: eraseAudited(before), after: eraseAudited(after) })
      .where(eq(auditLog.id, id));
  }
  await tx.execute(sql`select set_config('mealrun.erasing', 'off', true)`);
}

function isAbout(rows: CustomerRows) {
  const textIds = (some: readonly { id: number }[]) => some.map(({ id }) => String(id));
  return or(
    and(eq(auditLog.entity, 'order'), inArray(auditLog.entityId, textIds(rows.orders))),
    and(eq(auditLog.entity, 'message'), inArray(auditLog.entityId, textIds(rows.messages))),
    and(eq(auditLog.entity, 'waitlist_entry'), inArray(auditLog.entityId, textIds(rows.waitlist))),
  );
}

/** What the audit trail says of an order, and not of its customer. */
const ABOUT_THE_ORDER = new Set([
  'amount',
  'deliveryFee',
  'deliveryPreference',
  'deliveryType',
  'failureReason',
  'isPinned',
  'noteId',
  'paid',
  'refund',
  'refundCents',
  'refundId',
  'state',
  'status',
  'total',
  'version',
]);

/** One side of an audited change: that a detail was changed stays, what it said goes. */
function eraseAudited(side: unknown): unknown {
  if (typeof side !== 'object' || side === null) return side;
  return Object.fromEntries(
    Object.entries(side).map(([field, value]) => [field, eraseValue(field, value)]),
  );
}

function eraseValue(field: string, value: unknown): unknown {
  if (value === null || ABOUT_THE_ORDER.has(field)) return value;
  if (field === 'items' && Array.isArray(value)) return value.map(withoutName);
  return ERASED;
}

/** "Mia: Chicken bowl (lunch), …": names may contain colons, so everything up to the last one goes. */
function withoutName(item: unknown): string {
  const [, meal] = /^.*: (.+)$/s.exec(String(item)) ?? [];
  return meal ?? ERASED;
}
