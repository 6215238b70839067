/** Who of many orders gets a message: each address and each phone once. */
import { inArray } from 'drizzle-orm';
import type { MessageRow } from '#areas/orders/calls/order-bulk.ts';
import { isMobile } from '#areas/business/rules/australia.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { textRefusals } from '#areas/messages/server/tables/messages.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';

/** A row for each id, in that sequence. `withText`: to mobile phones that take our texts, too. */
export async function planMessages(
  db: Database | Transaction,
  orders: readonly OrderRow[],
  { ids, withText }: { ids: readonly number[]; withText: boolean },
): Promise<MessageRow[]> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const refused = withText ? await listRefused(db, orders) : new Set<string>();
  const emails = new Set<string>();
  const phones = new Set<string>();
  return ids.map((id): MessageRow => {
    const order = byId.get(id);
    const none = { id, ok: false, email: '', phone: '', isTogether: false };
    if (!order) return { ...none, code: 'not_found', message: 'There is no such order.' };
    const { number, firstName, lastName, email, phone } = order;
    const row = { ...none, orderNumber: number, customer: `${firstName} ${lastName}` };
    if (email === '')
      return {
        ...row,
        code: 'no_address',
        message: 'Its customer was erased: no address is left.',
      };
    const isTogether = isAgain(emails, email.toLowerCase());
    const isTexted = withText && isMobile(phone) && !refused.has(phone) && !isAgain(phones, phone);
    return { ...row, ok: true, email, phone: isTexted ? phone : '', isTogether };
  });
}

/** Whether it was there already; it is from now on. */
function isAgain(seen: Set<string>, value: string): boolean {
  const wasSeen = seen.has(value);
  seen.add(value);
  return wasSeen;
}

async function listRefused(
  db: Database | Transaction,
  orders: readonly OrderRow[],
): Promise<Set<string>> {
  const rows = await db
    .select({ phone: textRefusals.phone })
    .from(textRefusals)
    .where(
      inArray(
        textRefusals.phone,
        orders.map(({ phone }) => phone),
      ),
    );
  return new Set(rows.map(({ phone }) => phone));
}
