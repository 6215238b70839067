/** Bags are packed on their day and the day before. Whoever may print of any day may print any bag's label. */
import { and, inArray } from 'drizzle-orm';
import type { Whose } from '#platform/server/http/about.ts';
import { mayDo } from '#platform/server/staff-member.ts';
import { daysToPack } from '#areas/order-book/server/days-to-pack.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';

export const todaysBags: Whose['todaysBags'] = {
  async deliveryId(context, { staff, right }, ids) {
    if (right === 'printLabels' && mayDo(staff, 'makePrintouts')) return ids;
    const { today, tomorrow } = await daysToPack(context);
    const rows = await context.db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(inArray(deliveries.id, ids.map(Number)), inArray(deliveries.date, [today, tomorrow])),
      );
    return rows.map(({ id }) => id);
  },
};
