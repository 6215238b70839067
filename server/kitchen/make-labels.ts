/**
 * Labels as a file. Labels of a whole day or window are recorded, so that the portal can tell when they are out of
 * date.
 */
import { inArray } from 'drizzle-orm';
import type { LabelQuery } from '#contract/kitchen/labels.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { labelsOf } from '#domain/kitchen/label-content.ts';
import type { KitchenBag } from '#domain/kitchen/kitchen-bag.ts';
import { printoutState } from '#domain/kitchen/printout-state.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { amendLabels } from '#server/kitchen/amend-labels.ts';
import { tellOnSuccess } from '#server/log-ids.ts';
import { listBags } from '#server/kitchen/list-bags.ts';
import type { SheetFile } from '#server/kitchen/make-sheet.ts';
import { NoDeliveries } from '#server/kitchen/no-deliveries.ts';
import { type Printout, recordPrintout } from '#server/kitchen/record-printout.ts';
import { numberRuns } from '#server/order-book/number-runs.ts';

type LabelContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents' | 'signIn'>;

/** Throws NoDeliveries, NotFound, or Conflict `order_cancelled`. */
export async function makeLabels(context: LabelContext, query: LabelQuery): Promise<SheetFile> {
  const { layout, kind } = query;
  const { business } = await context.site.current();
  await numberRuns(context.db, {
    date: query.date,
    window: query.window,
    orderIds: query.orderId,
  });
  const { bags, printout } = await readOrders(context.db, query);
  if (bags.length === 0) throw await whyNone(context.db, query);
  const { publicUrl } = context.signIn;
  const slugs = await listSlugs(context.db, bags);
  const mealUrl = (id: number) => `${publicUrl}/menu/${slugs.get(id) ?? ''}`;
  const stopUrl = (id: number, bag: number) => `${publicUrl}/drive/stop/${id}#b${bag}`;
  const title = titleOf(query, bags);
  const body = await context.documents.draw({
    title,
    kind: 'labels',
    content: { layout, ...labelsOf(bags, { business, kind, mealUrl, stopUrl }) },
  });
  if (printout) await recordPrintout(context, printout);
  const { date, orderId: orderIds, window, preview } = query;
  const isReplacement = orderIds !== undefined && window === undefined && kind !== 'delivery';
  if (isReplacement && date !== undefined && !preview) await amendLabels(context, date, orderIds);
  if (!preview)
    tellOnSuccess({ printout: `${kind} labels`, date, window, bags: bags.length }, 'printout made');
  return {
    name: `${title.replaceAll(/[ ,]+/g, '-').replace(/^[LD]/, (first) => first.toLowerCase())}.pdf`,
    format: 'pdf',
    body,
  };
}

/** Of archived meals too: their labels are still stuck on food. */
async function listSlugs(
  db: Database,
  bags: readonly KitchenBag[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(bags.flatMap(({ items }) => items.map(({ mealId }) => mealId)));
  const rows = await db
    .select({ id: meals.id, slug: meals.slug })
    .from(meals)
    .where(inArray(meals.id, [...ids]));
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** The orders, and the printout to record for them, from one snapshot. */
function readOrders(db: Database, query: LabelQuery) {
  const { date, orderId: orderIds, window, kind, preview } = query;
  const isWhole = orderIds === undefined && kind !== 'delivery';
  return db.transaction(
    async (tx) => {
      const bags = await listBags(tx, { date, orderIds, window });
      if (!isWhole || preview || date === undefined) return { bags, printout: null };
      const printout: Printout = {
        kind: 'labels',
        format: 'pdf',
        date,
        window: window ?? null,
        amends: null,
        state: printoutState('labels', bags, window ?? null),
      };
      return { bags, printout };
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
