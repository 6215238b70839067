/** The rows of Today that someone may see: asked of every area, put in sequence here and nowhere else. */
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { sortRows, type TodayRow } from '#areas/order-book/rules/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import { mayDo, type StaffMember } from '#platform/server/staff-member.ts';

export async function listRows(context: Context, staff: StaffMember): Promise<TodayRow[]> {
  const { business } = await context.site.current();
  const at = context.clock();
  const asked = { staff, at, now: wallTimeAt(at, business.timeZone), business };
  const seen = Object.fromEntries(
    context.today
      .flatMap(({ kinds }) => Object.entries(kinds))
      .filter(([, { right }]) => mayDo(staff, right)),
  );
  const found = await Promise.all(
    context.today
      .filter(({ kinds }) => Object.keys(kinds).some((kind) => kind in seen))
      .map((rows) => rows.find(context, asked)),
  );
  // A subject is settled by whoever may see it: rows without a right are dropped before their subject is looked at.
  return sortRows(
    found.flat().filter(({ kind }) => kind in seen),
    seen,
  );
}
