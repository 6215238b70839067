import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { driverNotices } from '#areas/order-book/server/tables/driver-notices.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Read = { id: number; shownAt: string; readAt: string | null };

/** The first time counts. What a phone says of the future is left out. */
export async function recordNoticesRead(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  notices: readonly Read[],
): Promise<void> {
  const now = context.clock();
  const notLater = (at: string) => new Date(Math.min(Date.parse(at), now));
  const name = `${staff.firstName} ${staff.lastName}`.trim();
  await context.db.transaction(async (tx) => {
    for (const { id, shownAt, readAt } of notices) {
      await tx
        .update(driverNotices)
        .set({ shownAt: notLater(shownAt), shownTo: name })
        .where(and(eq(driverNotices.id, id), isNull(driverNotices.shownAt)));
      if (readAt !== null)
        await tx
          .update(driverNotices)
          .set({ readAt: notLater(readAt) })
          .where(and(eq(driverNotices.id, id), isNull(driverNotices.readAt)));
    }
  });
}
