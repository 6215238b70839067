/** What must be true of phone orders after any event. */
import { type SQL, sql } from 'drizzle-orm';
import { checkouts, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { holds } from '#areas/order-book/server/tables/slots.ts';

export const checkoutChecks: Readonly<Record<string, SQL>> = {
  'I3 what staff took on the phone is held for a caller, and nothing else is': sql`
    select c.id from ${checkouts} c left join ${phoneOrders} p on p.checkout_id = c.id
    where c.by_phone <> (p.checkout_id is not null)`,
  'I3 places of a phone order count against nobody': sql`
    select h.id from ${holds} h join ${checkouts} c on c.id = h.owner_id
    where c.by_phone <> (h.kind = 'phone')
      or c.by_phone and (h.network is not null or h.mailbox is not null or h.phone is not null)`,
  'I7 a phone order is told its link, and one that was not paid that its places were given back': sql`
    select p.checkout_id from ${phoneOrders} p join ${checkouts} c on c.id = p.checkout_id
    where not exists (select from ${messages} m
        where m.dedupe_key = 'phone_order_link:' || p.checkout_id || ':' || p.sends)
      or (c.state in ('expired', 'replaced') and p.cancelled_at is null) and not exists (
        select from ${messages} m where m.dedupe_key = 'phone_order_expired:' || p.checkout_id)`,
};
