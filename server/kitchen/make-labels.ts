/**
 * Labels as a file. Labels of a whole day or window are recorded, so that the portal can tell when they are out of
 * date.
 */
import { inArray } from 'drizzle-orm';
import type { LabelQuery } from '#contract/labels.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { labelsOf } from '#domain/kitchen/label-content.ts';
import type { KitchenBag } from '#domain/kitchen/kitchen-bag.ts';
import { paperState } from '#domain/kitchen/paper-state.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { amendLabels } from '#server/kitchen/amend-labels.ts';
import { listBags } from '#server/kitchen/list-bags.ts';
import type { SheetFile } from '#server/kitchen/make-sheet.ts';
import { NoDeliveries } from '#server/kitchen/no-deliveries.ts';
import { type Paper, recordPaper } from '#server/kitchen/record-paper.ts';

type LabelContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents' | 'signIn'>;

/** Throws NoDeliveries, NotFound, or Conflict `order_cancelled`. */
export async function makeLabels(context: LabelContext, wanted: LabelQuery): Promise<SheetFile> {
  const { layout, kind } = wanted;
  const { business } = await context.site.current();
  const { bags, paper } = await readOrders(context.db, wanted);
  if (bags.length === 0) throw await whyNone(context.db, wanted);
  const orderUrl = (id: number) => `${context.signIn.publicUrl}/admin?tab=orders&order=${id}`;
  const title = titleOf(wanted, bags);
  const body = await context.documents.draw({
    title,
    kind: 'labels',
    content: { layout, ...labelsOf(bags, { business, kind, orderUrl }) },
  });
  if (paper) await recordPaper(context, paper);
  const { date, orderId: orderIds, window, preview } = wanted;
  const isReplacement = orderIds !== undefined && window === undefined && kind !== 'delivery';
  if (isReplacement && date !== undefined && !preview) await amendLabels(context, date, orderIds);
  return {
    name: `${title.replaceAll(/[ ,]+/g, '-').replace(/^[LD]/, (first) => first.toLowerCase())}.pdf`,
    format: 'pdf',
    body,
  };
}

/** The orders, and the printout to record for them, from one snapshot. */
function readOrders(db: Database, wanted: LabelQuery) {
  const { date, orderId: orderIds, window, kind, preview } = wanted;
  const isWhole = orderIds === undefined && kind !== 'delivery';
  return db.transaction(
    async (tx) => {
      const bags = await listBags(tx, { date, orderIds, window });
      if (!isWhole || preview || date === undefined) return { bags, paper: null };
      const paper: Paper = {
        kind: 'labels',
        format: 'pdf',
        date,
        window: window ?? null,
        amends: null,
        state: paperState('labels', bags, window ?? null),
      };
      return { bags, paper };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** "Labels 2026-01-13, 11am-1pm"; for up to three orders, their numbers. */
function titleOf({ kind, date, orderId, window }: LabelQuery, bags: readonly KitchenBag[]): string {
  const numbers = [...new Set(bags.map((bag) => bag.orderNumber))];
  const of = [
    ...(orderId === undefined
      ? []
      : [numbers.length > 3 ? `${numbers.length} orders` : numbers.join(', ')]),
    ...(date === undefined ? [] : [date]),
    ...(window === undefined ? [] : [windowLabel(window)]),
  ];
  return `${kind === 'delivery' ? 'Delivery labels' : 'Labels'} ${of.join(', ')}`;
}

async function whyNone(db: Database, { date, orderId: orderIds, window }: LabelQuery) {
  if (!orderIds) return new NoDeliveries(date ?? '', window);
  const found = await db
    .select({ number: orders.number, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, orderIds));
  const [cancelled] = found.filter(({ status }) => status === 'cancelled');
  if (cancelled)
    return new Conflict(
      'order_cancelled',
      `Order ${cancelled.number} is cancelled, so it has no labels.`,
    );
  if (date !== undefined && found.length > 0) return new NoDeliveries(date, window);
  return new NotFound('This order');
}
