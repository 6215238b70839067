import { inArray } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type CustomerRows, type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import {
  waitlistWavePeople,
  waitlistWaves,
  waitlistEntries,
} from '#areas/waitlist/server/tables/waitlist.ts';

declare module '#platform/server/db/kept-table.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CustomerRows {
    waitlist: (typeof waitlistEntries.$inferSelect)[];
  }
}

export const waitlistTables: readonly KeptTable[] = [
  keep(waitlistWavePeople, {
    class: 'trail',
    nobody: 'wave_id',
    customer: 'entry_id',
    days: 'until removed from the waitlist',
    erased: 'deleted',
    erase: (tx, { waitlist }) =>
      tx.delete(waitlistWavePeople).where(
        inArray(
          waitlistWavePeople.entryId,
          waitlist.map(({ id }) => id),
        ),
      ),
    file: 'no: the email that invited them is there',
  }),
  keep(waitlistWaves, {
    class: 'trail',
    nobody: 'id key suburbs preview_link_id created_at stopped_at',
    staff: 'sent_by',
    days: 'until deleted by hand',
  }),
  keep(waitlistEntries, {
    class: 'trail',
    nobody: 'id created_at',
    customer:
      'email mailbox name suburb phone meals_per_week consent_text consent_at news_asked_at unsubscribed_at source has_offer served_mark first_order_checkout_id',
    days: 'until removed',
    erased: 'deleted',
    erase: eraseWaitlist,
    file: 'waitlist',
  }),
];

/** With the emails about it, which are about no order. */
async function eraseWaitlist(
  tx: Transaction,
  { waitlist }: Pick<CustomerRows, 'waitlist'>,
): Promise<void> {
  const ids = waitlist.map(({ id }) => id);
  await tx.delete(messages).where(inArray(messages.waitlistEntryId, ids));
  await tx.delete(waitlistEntries).where(inArray(waitlistEntries.id, ids));
}
