import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import { listPrintouts } from '#areas/printouts/server/list-printouts.ts';
import { recordPrintout } from '#areas/printouts/server/record-printout.ts';

/**
 * A day's labels are up to date again once every order that changed since has new ones. Labels of removed orders are
 * thrown away.
 */
export async function amendLabels(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  date: PlainDate,
  orderIds: readonly number[],
): Promise<void> {
  for (const { printout, now, unprinted } of await listPrintouts(context, date)) {
    const changed = unprinted.orders.filter(({ kind }) => kind !== 'removed');
    const isReplaced =
      changed.length > 0 && changed.every((order) => orderIds.includes(order.orderId));
    if (printout.kind !== 'labels' || !isReplaced) continue;
    await recordPrintout(context, {
      kind: 'labels',
      format: 'pdf',
      date,
      window: printout.window,
      amends: printout.id,
      state: now,
    });
  }
}
