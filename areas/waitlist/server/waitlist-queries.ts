import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { desc, getTableColumns, sql, eq, isNull } from 'drizzle-orm';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import {
  waitlistEntries,
  waitlistWavePeople,
  waitlistWaves,
} from '#areas/waitlist/server/tables/waitlist.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { mailboxKey } from '#platform/rules/customer-name.ts';

type Invitation = { waveId: number; at: string; state: 'waiting' | 'sent' | 'kept' | 'failed' };
type WaitlistRow = typeof waitlistEntries.$inferSelect & {
  orderedAt: Date | null;
  invitation: Invitation | null;
};

/** After they joined; an address counts in whatever spelling. */
const FIRST_ORDER = sql<Date | null>`(
  select min(o.created_at) from ${orders} o
  where o.mailbox = ${waitlistEntries}.mailbox
    and o.created_at >= ${waitlistEntries}.created_at and not ${isTestOrder(sql`o.id`)}
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

const HEADING = ['Name', 'Email', 'Phone', 'Suburb', 'Meals/Week', 'Joined', 'News'];

/** The list as a file for anyone who asks, kept in the audit trail. */
export async function exportWaitlist(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
): Promise<string> {
  const { timeZone } = (await context.site.current()).business;
  return context.db.transaction(async (tx) => {
    const entries = await listWaitlistEntries(tx);
    await recordChange(tx, context, {
      staff,
      action: 'waitlist_entry.export',
      entityId: 'all',
      after: { entries: entries.length },
    });
    return waitlistCsv(entries, timeZone);
  });
}

/** The people who may be emailed: the file is meant for a mailing, so those who unsubscribed are left out. */
function waitlistCsv(entries: readonly WaitlistEntryReply[], timeZone: string): string {
  const dateOf = (instant: string) => wallTimeAt(Date.parse(instant), timeZone).date;
  const rows = entries
    .filter((entry) => entry.unsubscribedAt === null)
    .map((entry) => [
      entry.name,
      entry.email,
      entry.phone && formatPhone(entry.phone),
      entry.suburb,
      entry.mealsPerWeek,
      dateOf(entry.createdAt),
      entry.consentAt === null ? 'no' : 'yes',
    ]);
  return toCsv([HEADING, ...rows]);
}

/** For entries that the release before wrote. */
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
