import { and, desc, eq, sql, asc } from 'drizzle-orm';
import type { OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { issueDocuments } from '#areas/order-book/server/issue-documents.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { createHash } from 'node:crypto';
import { documentMarks } from '#areas/order-book/server/tables/documents.ts';

type FieldChange = NonNullable<OrderConflictReply['changes']>[number];

/**
 * The order, locked until the transaction ends: changes of one order take turns. `version` is the one the caller has
 * seen; omitted, any will do. Throws NotFound, or Conflict `changed_meanwhile` with what changed and by whom.
 */
export async function lockOrder(
  tx: Transaction,
  id: number,
  version: number | undefined,
): Promise<OrderRow> {
  // Not the strongest lock: others may still write rows that refer to the order.
  const [locked] = await tx.select().from(orders).where(eq(orders.id, id)).for('no key update');
  if (!locked) throw new NotFound('This order');
  // Before it changes again: each change has a document of its own.
  const order = await issueDocuments(tx, locked);
  if (version !== undefined && version !== order.version) {
    throw await changedMeanwhile(tx, order, version);
  }
  return order;
}

/** Every change of an order records the resulting version in the audit trail. */
async function changedMeanwhile(
  tx: Transaction,
  order: OrderRow,
  seenVersion: number,
): Promise<Conflict> {
  const entries = await tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'order'),
        eq(auditLog.entityId, String(order.id)),
        sql`(${auditLog.after} ->> 'version')::int > ${seenVersion}`,
      ),
    )
    .orderBy(desc(auditLog.id));
  const [latest] = entries;
  const who = latest?.staffEmail ?? null;
  return new Conflict(
    'changed_meanwhile',
    `${who ?? 'Someone'} changed this order. Check it and try again.`,
    {
      changedBy: who,
      ...(latest && { changedAt: latest.at.toISOString() }),
      changes: mergeChanges(entries.toReversed()),
    },
  );
}

/** Each field's value before the first of these changes and after the last. Oldest first. */
function mergeChanges(entries: readonly (typeof auditLog.$inferSelect)[]): FieldChange[] {
  const merged = new Map<string, FieldChange>();
  for (const entry of entries) {
    const before = (entry.before ?? {}) as Record<string, unknown>;
    const after = (entry.after ?? {}) as Record<string, unknown>;
    for (const field of Object.keys(after)) {
      if (field === 'version') continue;
      const first = merged.get(field);
      const was = first ? first.before : (before[field] ?? null);
      merged.set(field, { field, before: was, after: after[field] });
    }
  }
  return [...merged.values()];
}

// A preview of many changes that is still true when they are made.

/** The same for the same outcome: of what was asked, what would happen, and the versions it was judged by. */
export function hashOf(...facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

/** Throws Conflict `preview_changed` with the preview that is true now. */
export function requireSamePreview(
  agreed: string | undefined,
  preview: { previewHash: string },
): void {
  if (agreed === undefined || agreed === preview.previewHash) return;
  throw new Conflict(
    'preview_changed',
    'Something changed since this preview. Look at it again; nothing was done.',
    { preview },
  );
}

const AT_ONCE = 500;

/** Whatever changed what an order costs, its documents are there within a minute, and before a list of them is read. */
export async function issueMarkedDocuments(db: Database): Promise<void> {
  for (;;) {
    const marked = await db
      .selectDistinct({ orderId: documentMarks.orderId })
      .from(documentMarks)
      .innerJoin(orders, eq(orders.id, documentMarks.orderId))
      .orderBy(asc(documentMarks.orderId))
      .limit(AT_ONCE);
    for (const { orderId } of marked)
      await db.transaction((tx) => lockOrder(tx, orderId, undefined));
    if (marked.length < AT_ONCE) return;
  }
}
