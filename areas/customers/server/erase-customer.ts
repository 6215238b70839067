import { randomUUID } from 'node:crypto';
import type { ErasedReply } from '#areas/customers/calls/customers.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isText } from '#areas/messages/rules/messages.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import { findCustomer } from '#areas/customers/server/find-customer.ts';
import { heldElsewhere, refuseOpenMatters } from '#areas/customers/server/refuse-open-matters.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { ERASED } from '#areas/order-book/rules/erased-person.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

type Erasing = Pick<
  Context,
  | 'db'
  | 'clock'
  | 'site'
  | 'mailer'
  | 'texter'
  | 'backup'
  | 'connections'
  | 'gateway'
  | 'keptTables'
>;

/**
 * Erases the person with this email address from every table that holds them, in one transaction; amounts, meals and
 * dates stay. `staff` null: a command on the host. Throws NotFound, or Conflict `delivery_ahead` or `money_open`.
 */
export async function eraseCustomer(
  context: Erasing,
  staff: StaffMember | null,
  email: string,
): Promise<ErasedReply> {
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const counts = await context.db.transaction(async (tx) => {
    const rows = await findCustomer(tx, email);
    await refuseOpenMatters(tx, rows, wallTimeAt(now, timeZone).date);
    for (const { erase } of context.keptTables) await erase?.(tx, rows, now);
    const erased = countErased(rows);
    await recordErasure(context, tx, { staff, rows, erased });
    // Last: a failure keeps the texts in the database too, and all of it can be repeated.
    await context.mailer.discard(rows.messages.filter(({ channel }) => !isText(channel)));
    await context.texter.discard(rows.messages.filter(({ channel }) => isText(channel)));
    return erased;
  });
  // Their words are on public pages.
  context.site.renew();
  return { ...counts, elsewhere: await heldElsewhere(context) };
}

/** On each order, and once for all: the audit trail says that and when, never who. */
async function recordErasure(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { staff, rows, erased }: { staff: StaffMember | null; rows: CustomerRows; erased: Counts },
): Promise<void> {
  for (const { id, version } of rows.orders) {
    await recordChange(tx, context, {
      staff,
      action: 'order.erase_customer',
      entityId: id,
      before: { version },
      after: { version: version + 1 },
    });
  }
  await recordChange(tx, context, {
    staff,
    action: 'customer.erase',
    entityId: randomUUID(),
    before: erased,
  });
}

type Counts = Omit<ErasedReply, 'elsewhere'>;

function countErased(rows: CustomerRows): Counts {
  return {
    orders: rows.orders.length,
    unpaidCheckouts: rows.checkouts.filter(({ state }) => state !== 'paid').length,
    emails: rows.messages.length,
    printouts: rows.printouts.length,
    waitlistEntries: rows.waitlist.length,
  };
}

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
