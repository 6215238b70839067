import { and, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { waiveWeekRow as waiveCall } from '#areas/office/calls/today.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { weekCloseNotes } from '#areas/office/server/tables/week-close-notes.ts';

/** Says that a row of a week is not needed, in that week or from it on; or that it is needed after all. */
export async function waiveWeekRow(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { weekStart, row, waived }: z.output<typeof waiveCall.body>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx
      .delete(weekCloseNotes)
      .where(
        and(
          eq(weekCloseNotes.row, row),
          or(
            eq(weekCloseNotes.weekStart, weekStart),
            sql`(${weekCloseNotes.stays} and ${weekCloseNotes.weekStart} <= ${weekStart})`,
          ),
        ),
      );
    if (waived !== 'no')
      await tx.insert(weekCloseNotes).values({
        weekStart,
        row,
        stays: waived === 'always',
        staffId: staff.id,
        at: new Date(context.clock()),
      });
    await recordChange(tx, context, {
      staff,
      action: 'system.week_row',
      entity: 'system',
      entityId: row,
      before: null,
      after: { weekStart, waived },
    });
  });
}
