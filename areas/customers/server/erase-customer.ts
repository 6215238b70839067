import { randomUUID } from 'node:crypto';
import type { ErasedReply } from '#areas/customers/calls/customers.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isText } from '#areas/messages/rules/messages.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import { findCustomer } from '#areas/customers/server/find-customer.ts';
import { heldElsewhere } from '#areas/customers/server/held-elsewhere.ts';
import { refuseOpenMatters } from '#areas/customers/server/refuse-open-matters.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Erasing = Pick<
  Context,
  'db' | 'clock' | 'site' | 'mailer' | 'texter' | 'backup' | 'gateway' | 'keptTables'
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
      entity: 'order',
      entityId: id,
      before: { version },
      after: { version: version + 1 },
    });
  }
  await recordChange(tx, context, {
    staff,
    action: 'customer.erase',
    entity: 'customer',
    entityId: randomUUID(),
    before: erased,
    after: null,
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
