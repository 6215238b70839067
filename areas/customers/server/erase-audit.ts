import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { eraseAudited } from '#areas/customers/server/erased-records.ts';
import type { CustomerRows } from '#areas/customers/server/find-customer.ts';
import type { Transaction } from '#platform/server/db/client.ts';
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
