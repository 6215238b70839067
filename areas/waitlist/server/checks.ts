/** What must be true of the waitlist after any event. */
import { type SQL, sql } from 'drizzle-orm';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';

export const waitlistChecks: Readonly<Record<string, SQL>> = {
  'I7 a message to someone on the waitlist has its entry': sql`
    select m.id from ${messages} m
    where m.waitlist_entry_id is not null
      and not exists (select from ${waitlistEntries} w where w.id = m.waitlist_entry_id)`,
  'I7 a first delivery that was free is of a checkout': sql`
    select w.id from ${waitlistEntries} w
    where w.first_order_checkout_id is not null
      and not exists (select from ${checkouts} c where c.id = w.first_order_checkout_id)`,
};
