/** What the owner answered and proved in the first hour: one row among the settings. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { FIRST_HOUR_STEPS } from '#areas/office/rules/first-hour.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { settings } from '#areas/business/server/tables/settings.ts';

const KEY = 'firstHour';

const Steps = z.array(z.enum(FIRST_HOUR_STEPS)).catch([]);

const KeptAnswers = z.object({
  later: Steps,
  right: Steps,
  /** The mode in which the card provider answered. */
  cardsAnswered: z.enum(['sandbox', 'test', 'live']).nullable().catch(null),
  /** When the latest test email was sent, in milliseconds; its code follows from it. */
  emailSentAt: z.number().nullable().catch(null),
  /** The mode in which its code was typed in. */
  emailArrived: z.enum(['smtp', 'kept']).nullable().catch(null),
  labelPrinted: z.boolean().catch(false),
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
