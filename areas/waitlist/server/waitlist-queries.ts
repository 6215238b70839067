import { desc, getTableColumns, sql } from 'drizzle-orm';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { waitlistWavePeople, waitlistWaves } from '#areas/waitlist/server/tables/waitlist-waves.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

type Invitation = { waveId: number; at: string; state: 'waiting' | 'sent' | 'kept' | 'failed' };
type WaitlistRow = typeof waitlistEntries.$inferSelect & {
  orderedAt: Date | null;
  invitation: Invitation | null;
};

/** After they joined; an address counts in whatever spelling. */
const FIRST_ORDER = sql<Date | null>`(
  select min(o.created_at) from ${orders} o
  where o.mailbox = ${waitlistEntries}.mailbox
    and o.created_at >= ${waitlistEntries}.created_at
)`.mapWith(orders.createdAt);

/** One that was taken back is none. */
const INVITATION = sql<Invitation | null>`(
  select json_build_object('waveId', p.wave_id, 'at', w.created_at, 'state', m.state)
  from ${waitlistWavePeople} p
  join ${waitlistWaves} w on w.id = p.wave_id
  join ${messages} m on m.dedupe_key = 'waitlist_invitation:' || p.wave_id || '-' || p.entry_id
  where p.entry_id = ${waitlistEntries}.id and m.state <> 'withdrawn'
  order by p.wave_id desc limit 1
)`;

/** All waitlist entries, newest first. */
export async function listWaitlistEntries(
  db: Database | Transaction,
): Promise<WaitlistEntryReply[]> {
  const rows = await db
    .select({ ...getTableColumns(waitlistEntries), orderedAt: FIRST_ORDER, invitation: INVITATION })
    .from(waitlistEntries)
    .orderBy(desc(waitlistEntries.createdAt), desc(waitlistEntries.id));
  return rows.map(toWaitlistEntryReply);
}

function toWaitlistEntryReply(row: WaitlistRow): WaitlistEntryReply {
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
    orderedAt: row.orderedAt?.toISOString() ?? null,
    servedMark: row.servedMark,
    invitation: row.invitation && {
      ...row.invitation,
      at: new Date(row.invitation.at).toISOString(),
    },
  };
}
