import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { driverNotices } from '#areas/order-book/server/tables/driver-notices.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Read = { id: number; shownAt: string; readAt: string | null };

/** The first time counts. Notices of other drivers' stops are left out, and so is what a phone says of the future. */
export async function recordNoticesRead(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  notices: readonly Read[],
): Promise<void> {
  const now = context.clock();
  const notLater = (at: string) => new Date(Math.min(Date.parse(at), now));
  const name = `${staff.firstName} ${staff.lastName}`.trim();
  await context.db.transaction(async (tx) => {
    const theirs = await tx
      .select({ id: driverNotices.id })
      .from(driverNotices)
      .innerJoin(deliveries, eq(deliveries.id, driverNotices.deliveryId))
      .where(
        and(
          inArray(
            driverNotices.id,
            notices.map(({ id }) => id),
          ),
          sql`(${deliveries.driverId} is null or ${deliveries.driverId} = ${staff.id} or ${driverNotices.driverId} = ${staff.id})`,
        ),
      );
    for (const { id } of theirs) {
      const notice = notices.find((one) => one.id === id);
      if (!notice) continue;
      await tx
        .update(driverNotices)
        .set({ shownAt: notLater(notice.shownAt), shownTo: name })
        .where(and(eq(driverNotices.id, id), isNull(driverNotices.shownAt)));
      if (notice.readAt !== null)
        await tx
          .update(driverNotices)
          .set({ readAt: notLater(notice.readAt) })
          .where(and(eq(driverNotices.id, id), isNull(driverNotices.readAt)));
    }
  });
}
