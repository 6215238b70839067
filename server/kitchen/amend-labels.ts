import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Context } from '#server/context.ts';
import { listPapers } from '#server/kitchen/list-papers.ts';
import { recordPaper } from '#server/kitchen/record-paper.ts';

/**
 * A day's labels are up to date again once every order that changed since has new ones. Labels of removed orders are
 * thrown away.
 */
export async function amendLabels(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  date: PlainDate,
  orderIds: readonly number[],
): Promise<void> {
  for (const { paper, now, unprinted } of await listPapers(context.db, date)) {
    const changed = unprinted.orders.filter(({ kind }) => kind !== 'removed');
    const isReplaced =
      changed.length > 0 && changed.every((order) => orderIds.includes(order.orderId));
    if (paper.kind !== 'labels' || !isReplaced) continue;
    await recordPaper(context, {
      kind: 'labels',
      format: 'pdf',
      date,
      window: paper.window,
      amends: paper.id,
      state: now,
    });
  }
}
