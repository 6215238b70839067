import { createHash } from 'node:crypto';
import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { waiveWeekRow as waiveCall } from '#areas/office/calls/today.ts';
import {
  canWait,
  factsOf,
  LONGEST_WAIT_DAYS,
  type TodayRow,
} from '#areas/order-book/rules/today-rows.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { mayDo, recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { type First, findFirst, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import { todayWaits, weekCloseNotes } from '#areas/office/server/tables/week-close.ts';
import { listRows } from '#areas/office/server/write-export.ts';

export type Wait = { until: Instant; note: string; by: string };

/** Among these rows, those that wait at `now`, by their keys: not those whose facts are others by now. */
export async function findWaits(
  { db }: Pick<Context, 'db'>,
  rows: readonly TodayRow[],
  now: Instant,
): Promise<Map<string, Wait>> {
  const stored = await db
    .select({ wait: todayWaits, by: staffTable })
    .from(todayWaits)
    .innerJoin(staffTable, eq(staffTable.id, todayWaits.staffId));
  const byKey = new Map(stored.map((one) => [one.wait.key, one]));
  return new Map(
    rows.flatMap((row): [string, Wait][] => {
      const found = byKey.get(row.key);
      if (!found || !canWait(row.level)) return [];
      const { until, note, factsHash } = found.wait;
      if (until.getTime() <= now || factsHash !== hashOf(row)) return [];
      return [[row.key, { until: until.getTime(), note, by: recordedName(found.by) }]];
    }),
  );
}

function hashOf(row: TodayRow): string {
  return createHash('sha256').update(factsOf(row)).digest('hex');
}

/**
 * Takes a row out of the number until then, or brings it back (`until` null). Throws InvalidRequest with `until` when that
 * is over or more than 30 days ahead; Conflict `already_settled` when nobody has to decide it any more, `cannot_wait` when
 * someone is in danger or without their meals.
 */
export async function putOff(
  context: Context,
  staff: StaffMember,
  { key, until, note }: { key: string; until: Instant | null; note: string },
): Promise<void> {
  const now = context.clock();
  const row = (await listRows(context, staff)).find((one) => one.key === key);
  if (!row) throw await alreadySettled(context, staff, key);
  if (until !== null) await refuseWait(context, row, until);
  await context.db.transaction(async (tx) => {
    await tx.delete(todayWaits).where(eq(todayWaits.key, key));
    await tx.delete(todayWaits).where(lte(todayWaits.until, new Date(now)));
    if (until !== null)
      await tx.insert(todayWaits).values({
        key,
        factsHash: hashOf(row),
        until: new Date(until),
        note: note.trim(),
        staffId: staff.id,
        orderId: row.orderId ?? null,
      });
    await recordChange(tx, context, {
      staff,
      action: until === null ? 'system.wait_ended' : 'system.put_off',
      entityId: row.kind,
      // Its note and its title may name a customer.
      after: until === null ? null : { until: new Date(until).toISOString() },
    });
  });
}

/** Nothing of it is said to a role that sees no such rows. */
async function alreadySettled(
  context: Context,
  staff: StaffMember,
  key: string,
): Promise<Conflict> {
  const [kind = '', id = ''] = key.split(':');
  const rows = context.today.find(({ kinds }) => kind in kinds);
  const right = rows?.kinds[kind]?.right;
  const isKnown = right !== undefined && mayDo(staff, right) && /^[1-9]\d{0,8}$/.test(id);
  const first = isKnown ? await rows?.whoSettled?.[kind]?.(context.db, Number(id)) : null;
  return new Conflict('already_settled', await sayWhoWasFirst(context, first ?? null));
}

async function refuseWait(
  { site, clock }: Pick<Context, 'site' | 'clock'>,
  { level }: TodayRow,
  until: Instant,
): Promise<void> {
  if (!canWait(level))
    throw new Conflict('cannot_wait', 'This cannot wait: someone could be hurt or without meals.');
  const { business } = await site.current();
  const now = clock();
  const last = addDays(wallTimeAt(now, business.timeZone).date, LONGEST_WAIT_DAYS + 1);
  const latest = instantOf({ date: last, minuteOfDay: 0 }, business.timeZone);
  if (until <= now) throw new InvalidRequest({ until: 'Choose a time that is still to come' });
  if (until >= latest)
    throw new InvalidRequest({ until: `Choose a day within ${LONGEST_WAIT_DAYS} days` });
}

export async function purgeWaits({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const gone = await db.delete(todayWaits).where(lte(todayWaits.until, new Date(clock())));
  return gone.rowCount ?? 0;
}

/**
 * Says that a row of a week is not needed, in that week or from it on; or that it is needed after all. Throws Conflict
 * `already_settled` when someone else has said the same.
 */
export async function waiveWeekRow(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { weekStart, row, waived }: z.output<typeof waiveCall.body>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const gone = await tx
      .delete(weekCloseNotes)
      .where(
        and(
          eq(weekCloseNotes.row, row),
          or(
            eq(weekCloseNotes.weekStart, weekStart),
            sql`(${weekCloseNotes.stays} and ${weekCloseNotes.weekStart} <= ${weekStart})`,
          ),
        ),
      )
      .returning();
    if (waived !== 'no') {
      const stays = waived === 'always';
      const earlier = gone.find((note) => note.stays === stays && note.staffId !== staff.id);
      const at = new Date(context.clock());
      const [made] = await tx
        .insert(weekCloseNotes)
        .values({ weekStart, row, stays, staffId: staff.id, at })
        .onConflictDoNothing()
        .returning();
      if (earlier || !made) {
        const first = await findWhoWaived(tx, { row, weekStart: earlier?.weekStart ?? weekStart });
        throw new Conflict('already_settled', await sayWhoWasFirst(context, first));
      }
    }
    await recordChange(tx, context, {
      staff,
      action: 'system.week_row',
      entityId: row,
      after: { weekStart, waived },
    });
  });
}

function findWhoWaived(
  tx: Transaction,
  { row, weekStart }: { row: string; weekStart: PlainDate },
): Promise<First | null> {
  return findFirst(
    tx,
    and(
      eq(auditLog.action, 'system.week_row'),
      eq(auditLog.entityId, row),
      sql`${auditLog.after} ->> 'weekStart' = ${weekStart}`,
    ),
  );
}
