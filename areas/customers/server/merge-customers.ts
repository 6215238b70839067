/** Two customers who are one person: from then on their orders are on one page. Nothing in an order changes. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import {
  mergeCustomers as mergeCall,
  type MergePreview,
  type MergeRequest,
} from '#areas/customers/calls/customers.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import {
  emailOfCustomer,
  emailsOf,
  isOrderOf,
  keptEmailOf,
} from '#areas/customers/server/customer-emails.ts';
import { selectCustomers, whoOrdered } from '#areas/customers/server/list-customers.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { customerMerges } from '#areas/customers/server/tables/customer-merges.ts';
import { InvalidRequest, refusalOf } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Merge = { orderId: number } & MergeRequest;

/**
 * Joins whoever orders with `email` to the person of this order. Throws NotFound, InvalidRequest by field, or Conflict
 * `preview_changed` when one of them has ordered since.
 */
export async function mergeCustomers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { orderId, email, dryRun, previewHash }: Merge,
): Promise<{ preview: MergePreview; isMerged: boolean }> {
  return context.db.transaction(async (tx) => {
    // Merging A into B and B into A at once would leave neither.
    await tx.execute(sql`lock table ${customerMerges} in share row exclusive mode`);
    const kept = await keptEmailOf(tx, await emailOfCustomer(tx, orderId));
    const joined = await keptEmailOf(tx, email);
    if (kept === joined) throw new InvalidRequest({ email: 'This is the same customer already' });
    const preview = await describeMerge(tx, kept, joined);
    if (dryRun) return { preview, isMerged: false };
    if (preview.previewHash !== previewHash) {
      throw refusalOf(
        mergeCall,
        'preview_changed',
        'Something changed since this preview. Look at it again; nothing was merged.',
        { preview },
      );
    }
    const mark = { intoEmail: kept, mergedBy: staff.email, mergedAt: new Date(context.clock()) };
    await tx
      .update(customerMerges)
      .set({ intoEmail: kept })
      .where(eq(customerMerges.intoEmail, joined));
    await tx.insert(customerMerges).values({ fromEmail: joined, ...mark });
    await recordChange(tx, context, {
      staff,
      action: 'customer.merge',
      entity: 'customer',
      entityId: preview.kept.id,
      before: { orders: preview.kept.orders },
      after: { orders: preview.kept.orders + preview.joined.orders, joined: preview.joined.id },
    });
    return { preview, isMerged: true };
  });
}

async function describeMerge(
  tx: Transaction,
  keptEmail: string,
  joinedEmail: string,
): Promise<MergePreview> {
  const kept = await summaryOf(tx, keptEmail);
  const joined = await summaryOf(tx, joinedEmail);
  if (!kept || !joined) {
    throw new InvalidRequest({ email: 'No customer has ordered with this email address' });
  }
  const agreedTo = JSON.stringify([kept, joined]);
  return {
    previewHash: createHash('sha256').update(agreedTo).digest('hex').slice(0, 32),
    kept,
    joined,
  };
}

async function summaryOf(tx: Transaction | Database, email: string) {
  const [summary] = await selectCustomers(tx, {
    who: whoOrdered(isOrderOf(await emailsOf(tx, email))),
  });
  return summary;
}
