/** What owners answered and proved while going live: one row among the settings. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#areas/business/server/tables/settings.ts';
import { GOING_LIVE_STEPS, type GoingLiveStep } from '#areas/office/rules/going-live.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** With a line in the audit trail if it changes anything. */
export async function recordAnswers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  step: GoingLiveStep,
  change: (kept: KeptAnswers) => KeptAnswers,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { before, after } = await changeAnswers(tx, context.clock(), change);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await recordChange(tx, context, {
      staff,
      action: 'settings.first_hour',
      entityId: step,
      before: changedOf(before, after),
      after: changedOf(after, before),
    });
  });
}

function changedOf(kept: KeptAnswers, other: KeptAnswers): Partial<KeptAnswers> {
  const keys = Object.keys(kept) as (keyof KeptAnswers)[];
  const changed = keys.filter((key) => JSON.stringify(kept[key]) !== JSON.stringify(other[key]));
  return Object.fromEntries(changed.map((key) => [key, kept[key]]));
}

export function includingStep(
  steps: readonly GoingLiveStep[],
  step: GoingLiveStep,
): GoingLiveStep[] {
  return [...withoutStep(steps, step), step];
}

export function withoutStep(steps: readonly GoingLiveStep[], step: GoingLiveStep): GoingLiveStep[] {
  return steps.filter((each) => each !== step);
}

/** As it was called when these began. */
const KEY = 'firstHour';

const Steps = z.array(z.enum(GOING_LIVE_STEPS)).catch([]);

const KeptAnswers = z.object({
  later: Steps,
  right: Steps,
  /** The mode in which the card provider of the installation answered. */
  cardsAnswered: z.enum(['sandbox', 'test', 'live']).nullable().catch(null),
  /** When the latest test email was sent, in milliseconds; its code follows from it. */
  emailSentAt: z.number().nullable().catch(null),
  /** The mode in which the installation's mail server sent it, when its code was typed in. */
  emailArrived: z.enum(['smtp', 'kept']).nullable().catch(null),
  labelPrinted: z.boolean().catch(false),
  /** Hash of the terms and privacy pages as they were read. */
  textsRead: z.string().nullable().catch(null),
  /** The address that led here, and until when its certificate was good then. */
  address: z
    .object({ url: z.string(), certificateEnds: z.number().nullable() })
    .nullable()
    .catch(null),
});
export type KeptAnswers = z.infer<typeof KeptAnswers>;

export async function readAnswers(db: Database | Transaction): Promise<KeptAnswers> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY));
  return KeptAnswers.parse(row?.value ?? {});
}

/** Two owners who answer at once take turns, so neither loses an answer. */
export async function changeAnswers(
  tx: Transaction,
  now: number,
  change: (kept: KeptAnswers) => KeptAnswers,
): Promise<{ before: KeptAnswers; after: KeptAnswers }> {
  await tx.insert(settings).values({ key: KEY, value: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(settings).where(eq(settings.key, KEY)).for('update');
  const before = KeptAnswers.parse(row?.value ?? {});
  const after = change(before);
  await tx
    .update(settings)
    .set({ value: after, updatedAt: new Date(now) })
    .where(eq(settings.key, KEY));
  return { before, after };
}
