import { desc } from 'drizzle-orm';
import type { WaitlistEntryReply } from '#contract/waitlist.ts';
import type { Database } from '#server/db/client.ts';
import { waitlistEntries } from '#server/db/schema/operation/waitlist-entries.ts';

/** All waitlist entries, newest first. */
export async function listWaitlistEntries(db: Database): Promise<WaitlistEntryReply[]> {
  const rows = await db
    .select()
    .from(waitlistEntries)
    .orderBy(desc(waitlistEntries.createdAt), desc(waitlistEntries.id));
  return rows.map(toWaitlistEntryReply);
}

export function toWaitlistEntryReply(row: typeof waitlistEntries.$inferSelect): WaitlistEntryReply {
  const { id, name, email, phone, suburb, mealsPerWeek } = row;
  return {
    id,
    name,
    email,
    phone,
    suburb,
    mealsPerWeek,
    createdAt: row.createdAt.toISOString(),
    consentAt: row.consentAt?.toISOString() ?? null,
    unsubscribedAt: row.unsubscribedAt?.toISOString() ?? null,
  };
}
