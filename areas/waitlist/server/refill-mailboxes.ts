import { eq, isNull } from 'drizzle-orm';
import { mailboxKey } from '#platform/rules/email-address.ts';
import type { Database } from '#platform/server/db/client.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';

/** Of entries that the release before wrote. */
export async function refillMailboxes(db: Database): Promise<void> {
  const { id, email, mailbox } = waitlistEntries;
  const without = await db.select({ id, email }).from(waitlistEntries).where(isNull(mailbox));
  await Promise.all(
    without.map((entry) =>
      db
        .update(waitlistEntries)
        .set({ mailbox: mailboxKey(entry.email) })
        .where(eq(id, entry.id)),
    ),
  );
}
