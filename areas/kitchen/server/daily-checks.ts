/** What the kitchen checks every day, and who supervises it: kept by the kitchen itself, with its dates. */
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { saveFoodSafety } from '#areas/kitchen/calls/food-safety.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { CheckKind } from '#areas/kitchen/rules/record-kinds.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type DailyCheckRow,
  dailyChecks,
  foodSafetySupervisors,
} from '#areas/kitchen/server/tables/food-safety.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { lockRecord } from '#areas/kitchen/server/temperatures/record-lines.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export type Supervisor = { name: string; certifiedOn: PlainDate };

/** Those of the past too. */
export function listChecks(db: Database | Transaction): Promise<DailyCheckRow[]> {
  return db.select().from(dailyChecks).orderBy(dailyChecks.id);
}

/** Null: nobody. */
export async function findSupervisor(db: Database | Transaction): Promise<Supervisor | null> {
  const [newest] = await db
    .select()
    .from(foodSafetySupervisors)
    .orderBy(desc(foodSafetySupervisors.id))
    .limit(1);
  if (!newest || newest.certifiedOn === null) return null;
  return { name: newest.name, certifiedOn: newest.certifiedOn };
}

/**
 * A check that is left out is asked for no longer, a new one from today on: the gaps of the past stay as they were.
 * Throws InvalidRequest for one that is named twice, and for a certificate of the future.
 */
export async function saveChecks(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  sent: z.output<typeof saveFoodSafety.body>,
): Promise<void> {
  const checks = sent.checks.map(({ kind, place }) => ({ kind, place }));
  const supervisor = sent.supervisor && supervisorOf(sent.supervisor);
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const { date: today } = wallTimeAt(now, timeZone);
  assertNamedOnce(checks);
  if (supervisor && supervisor.certifiedOn > today)
    throw new InvalidRequest({ 'supervisor.certifiedOn': 'Please choose a day in the past' });
  await context.db.transaction(async (tx) => {
    await lockRecord(tx);
    const current = (await listChecks(tx)).filter(({ until }) => until === null);
    const before = { checks: current.map(namesOf), supervisor: await findSupervisor(tx) };
    for (const { id, since, ...gone } of current.filter((one) => !checks.some(isSame(one)))) {
      // Nothing was asked for yet: it was a slip.
      if (since === today) await tx.delete(dailyChecks).where(eq(dailyChecks.id, id));
      else await endCheck(tx, gone, today);
    }
    const added = checks.filter((one) => !current.some(isSame(one)));
    if (added.length > 0)
      await tx.insert(dailyChecks).values(added.map((one) => ({ ...one, since: today })));
    if (JSON.stringify(supervisor) !== JSON.stringify(before.supervisor))
      await tx.insert(foodSafetySupervisors).values({
        name: supervisor?.name ?? '',
        certifiedOn: supervisor?.certifiedOn ?? null,
        at: new Date(now),
      });
    const after = { checks: checks.map(namesOf), supervisor };
    if (isDeepStrictEqual(before, after)) return;
    await recordChange(tx, context, {
      staff,
      action: 'settings.food_safety',
      entityId: 'food-safety',
      before,
      after,
    });
  });
}

function supervisorOf({ name, certifiedOn }: { name: string; certifiedOn: PlainDate }) {
  return { name, certifiedOn };
}

type Named = { kind: CheckKind; place: string };

function isSame(one: Named) {
  return (other: Named) =>
    one.kind === other.kind && one.place.toLowerCase() === other.place.toLowerCase();
}

function namesOf({ kind, place }: Named): string {
  return `${kind}: ${place}`;
}

function assertNamedOnce(checks: readonly Named[]): void {
  const twice = checks.findIndex((one, index) => checks.findIndex(isSame(one)) !== index);
  if (twice >= 0) throw new InvalidRequest({ [`checks.${twice}.place`]: 'This is named twice' });
}

async function endCheck(tx: Transaction, { kind, place }: Named, until: PlainDate): Promise<void> {
  await tx
    .update(dailyChecks)
    .set({ until })
    .where(
      and(eq(dailyChecks.kind, kind), eq(dailyChecks.place, place), isNull(dailyChecks.until)),
    );
}
