import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { selectCustomers, whoOrdered } from '#areas/customers/server/list-customers.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

const HEADING = ['Name', 'Email', 'Phone', 'Suburb', 'Orders', 'First order', 'Last order'];

/** Every customer, who ordered last first, for whoever asks; kept in the audit trail. */
export async function exportCustomers(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
): Promise<string> {
  const { timeZone } = (await context.site.current()).business;
  const dateOf = (instant: string) => wallTimeAt(Date.parse(instant), timeZone).date;
  const customers = await context.db.transaction(async (tx) => {
    const found = await selectCustomers(tx, { who: whoOrdered() });
    await recordChange(tx, context, {
      staff,
      action: 'customer.export',
      entity: 'customer',
      entityId: 'all',
      before: null,
      after: { customers: found.length },
    });
    return found;
  });
  const rows = customers.map((customer) => [
    customer.name,
    customer.email,
    formatPhone(customer.phone),
    customer.suburb,
    customer.orders,
    dateOf(customer.firstOrderAt),
    dateOf(customer.lastOrderAt),
  ]);
  return toCsv([HEADING, ...rows]);
}
