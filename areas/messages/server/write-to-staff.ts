import { and, asc, eq, inArray } from 'drizzle-orm';
import { rolesWith, type StaffRight } from '#platform/rules/rights.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

type ToStaff = Omit<Parameters<typeof writeMessage>[2], 'recipient' | 'channel'>;

/** The same email to each active member of staff who has the right; null: to all of them. In the caller's transaction. */
export async function writeToStaff(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  right: StaffRight | null,
  message: ToStaff,
): Promise<void> {
  const mayRead = right === null ? undefined : inArray(staff.role, rolesWith(right));
  const members = await tx
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(and(eq(staff.isActive, true), mayRead))
    .orderBy(asc(staff.id));
  for (const { id, email } of members)
    await writeMessage(tx, context, {
      ...message,
      about: `${message.about}:${id}`,
      recipient: email,
    });
}
