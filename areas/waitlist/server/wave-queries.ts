import { sql } from 'drizzle-orm';
import type { WaveReply } from '#areas/waitlist/calls/waitlist-waves.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

const MOST_WAVES = 50;

/** The newest waves, or the one with this id or key, with what became of each email. */
export async function findWaves(
  db: Database | Transaction,
  { id = null, key = null }: { id?: number | null; key?: string | null } = {},
): Promise<WaveReply[]> {
  const { rows } = await db.execute<WaveReply>(sql`
    select w.id, ${instantText(sql`w.created_at`)} as "createdAt", w.sent_by as "sentBy", w.suburbs,
      ${instantText(sql`w.stopped_at`)} as "stoppedAt",
      count(p.entry_id)::int as people,
      count(*) filter (where m.state = 'waiting')::int as waiting,
      count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'kept')::int as kept,
      count(*) filter (where m.state = 'failed')::int as failed,
      count(*) filter (where m.state = 'withdrawn')::int as "takenBack",
      count(*) filter (where m.state in ('sent', 'kept') and exists (
        select from orders o where o.mailbox = e.mailbox
          and o.created_at >= w.created_at))::int as ordered,
      count(*) filter (where e.unsubscribed_at >= w.created_at)::int as unsubscribed
    from waitlist_waves w
    left join waitlist_wave_people p on p.wave_id = w.id
    left join waitlist_entries e on e.id = p.entry_id
    left join messages m on m.dedupe_key = 'waitlist_invitation:' || p.wave_id || '-' || p.entry_id
    where (${id}::int is null or w.id = ${id}) and (${key}::uuid is null or w.key = ${key})
    group by w.id order by w.id desc limit ${MOST_WAVES}`);
  return rows;
}

function instantText(column: ReturnType<typeof sql>) {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
