/**
 * Labels as a file. Labels of a whole day or window are recorded, so that the portal can tell when they are out of
 * date.
 */
import { eq, inArray } from 'drizzle-orm';
import {
  type LabelQuery,
  type MealLabelReply,
  type TooTallReply,
} from '#areas/printouts/calls/labels.ts';
import type { LabelsContent, LabelTooTall } from '#areas/printouts/server/drawer-port.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { labelledMeal, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import { labelsOf, tooTallText, usualLabel } from '#areas/printouts/rules/label-content.ts';
import type { KitchenBag, KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import { printoutState } from '#areas/printouts/rules/printout-state.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { type DaysToPack, daysToPack } from '#areas/order-book/server/read-packing.ts';
import { Conflict, NotFound, refusalOf } from '#platform/server/errors.ts';
import { tellOnSuccess } from '#platform/server/log.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { SheetFile } from './make-sheet.ts';
import {
  NoDeliveries,
  type Printout,
  recordPrintout,
  listPrintouts,
  type PrintoutContext,
} from '#areas/printouts/server/printouts.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

type LabelContext = PrintoutContext &
  Pick<Context, 'db' | 'clock' | 'site' | 'documents' | 'signIn'>;

/**
 * Throws NoDeliveries, NotFound, or Conflict `order_cancelled` or `undecided`. Staff who may not make printouts, packers, get those of
 * today and tomorrow.
 */
export async function makeLabels(
  context: LabelContext,
  query: LabelQuery,
  by: Pick<StaffMember, 'role' | 'token'>,
): Promise<SheetFile> {
  const { kind } = query;
  const days = mayDo(by, 'makePrintouts') ? null : await daysToPack(context);
  const { business } = await context.site.current();
  await numberRuns(context.db, {
    date: query.date,
    window: query.window,
    orderIds: query.orderId,
    deliveryIds: query.deliveryId,
  });
  const { bags, printout } = await readOrders(context.db, query, { days, business });
  if (bags.length === 0) throw await whyNone(context.db, query, days);
  const { publicUrl } = context.signIn;
  const slugs = await listSlugs(context.db, bags);
  const mealUrl = (id: number) => `${publicUrl}/menu/${slugs.get(id) ?? ''}`;
  const stopUrl = (id: number) => `${publicUrl}/drive/stop/${id}`;
  const facts = {
    business,
    kind,
    mealUrl,
    stopUrl,
    isAskedFor: (item: KitchenItem) => isAskedFor(item, query),
  };
  const title = titleOf(query, bags);
  const content = await chooseLabels(context, query, {
    stock: business.labelStock,
    ...labelsOf(bags, facts),
  });
  const body = await context.documents.draw({ title, kind: 'labels', content });
  const { date, window, preview, part } = query;
  if (printout && part !== 'too_tall') await recordPrintout(context, printout);
  if (!preview && part !== 'too_tall') await amendReplaced(context, query, bags);
  if (!preview)
    tellOnSuccess({ printout: `${kind} labels`, date, window, bags: bags.length }, 'printout made');
  return {
    name: `${title.replaceAll(/[ ,]+/g, '-').replace(/^[LD]/, (first) => first.toLowerCase())}.pdf`,
    format: 'pdf',
    body,
  };
}

/**
 * Those asked for that their stock has room for. Throws Conflict `labels_too_tall`, which names the others before anything
 * is printed; a preview leaves them out.
 */
async function chooseLabels(
  { documents }: Pick<Context, 'documents'>,
  { part, preview, stock }: LabelQuery,
  own: LabelsContent,
): Promise<LabelsContent> {
  const onOwn = part === 'all' ? [] : await documents.measureLabels(own);
  const isTall = new Set(onOwn.map(({ index }) => index));
  const labels = own.labels.filter(
    (_, index) => part === 'all' || isTall.has(index) === (part === 'too_tall'),
  );
  if (labels.length === 0) throw new NotFound('A label of these');
  const asked = { ...own, stock: stock ?? own.stock, labels };
  const tooTall = await documents.measureLabels(asked);
  if (tooTall.length > 0 && !(preview && tooTall.length < labels.length))
    throw tooTallRefusal(asked, tooTall);
  return asked;
}

function tooTallRefusal(
  { stock, meals: described, labels }: LabelsContent,
  tooTall: readonly LabelTooTall[],
): Conflict {
  const named = tooTall.flatMap(({ index, millimetres }): TooTallReply[] => {
    const label = labels[index];
    if (!label) return [];
    return label.kind === 'food'
      ? [
          {
            name: `${described[label.meal]?.name ?? ''} (${label.personName})`,
            millimetres,
            mealId: label.mealId,
          },
        ]
      : [{ name: `Bag ${label.key}`, millimetres, mealId: null }];
  });
  const others = labels.length - named.length;
  return refusalOf('labels_too_tall', tooTallText(named), {
    labels: named,
    others,
    stock,
  });
}

/** Printouts of whole days are up to date again, as far as these are new labels of what changed. */
async function amendReplaced(
  context: LabelContext,
  { date, orderId, deliveryId, person, itemId, window, kind }: LabelQuery,
  bags: readonly KitchenBag[],
): Promise<void> {
  if (kind === 'delivery' || window !== undefined || (person ?? itemId) !== undefined) return;
  if (orderId !== undefined && deliveryId === undefined) {
    if (date !== undefined) await amendLabels(context, date, orderId);
    return;
  }
  if (deliveryId === undefined) return;
  const { business } = await context.site.current();
  for (const [day, printed] of Map.groupBy(bags, (bag) => bag.date)) {
    const orderIds = [...new Set(printed.map((bag) => bag.orderId))];
    const all = await listBags(context.db, { date: day, orderIds }, business);
    // An order with two windows has new labels only once both have.
    const whole = orderIds.filter((id) =>
      all.every((bag) => bag.orderId !== id || deliveryId.includes(bag.deliveryId)),
    );
    if (whole.length > 0) await amendLabels(context, day, whole);
  }
}

/** For archived meals too: their labels are still stuck on food. */
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
function readOrders(
  db: Database,
  query: LabelQuery,
  { days, business }: { days: DaysToPack | null; business: BusinessFacts },
) {
  const { date, orderId: orderIds, deliveryId: deliveryIds, window, kind, preview } = query;
  const isWhole = orderIds === undefined && deliveryIds === undefined && kind !== 'delivery';
  return db.transaction(
    async (tx) => {
      const found = await listBags(tx, { date, orderIds, deliveryIds, window }, business);
      const bags = found.filter(
        (bag) =>
          (days === null || bag.date === days.today || bag.date === days.tomorrow) &&
          bag.items.some((item) => isAskedFor(item, query)),
      );
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

/** Every portion, or those of a person or with these ids. */
function isAskedFor({ id, personName }: KitchenItem, { person, itemId }: LabelQuery): boolean {
  return (
    (itemId === undefined || itemId.includes(id)) &&
    (person === undefined || personKey(personName) === personKey(person))
  );
}

/** "Labels 2026-01-13, 11am-1pm"; for up to three orders, their numbers. */
function titleOf(
  { kind, date, orderId, deliveryId, window }: LabelQuery,
  bags: readonly KitchenBag[],
): string {
  const numbers = [...new Set(bags.map((bag) => bag.orderNumber))];
  const of = [
    ...(orderId === undefined && deliveryId === undefined
      ? []
      : [numbers.length > 3 ? `${numbers.length} orders` : numbers.join(', ')]),
    ...(date === undefined ? [] : [date]),
    ...(window === undefined ? [] : [windowLabel(window)]),
  ];
  return `${kind === 'delivery' ? 'Delivery labels' : 'Labels'} ${of.join(', ')}`;
}

async function whyNone(
  db: Database,
  { date, orderId: orderIds, deliveryId, person, itemId, window }: LabelQuery,
  days: DaysToPack | null,
) {
  if (days !== null) return new NotFound('A label of today or tomorrow');
  if ((person ?? itemId) !== undefined) return new NotFound('This portion');
  if (deliveryId) return new NotFound('This delivery');
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
  const undecided = found.find(({ status }) => status === 'pending');
  if (undecided)
    return new Conflict(
      'undecided',
      `Order ${undecided.number} is pending: it has labels once you confirm it.`,
    );
  if (date !== undefined && found.length > 0) return new NoDeliveries(date, window);
  return new NotFound('This order');
}

/**
 * A day's labels are up to date again once every order that changed since has new ones. Labels of removed orders are
 * thrown away.
 */
async function amendLabels(
  context: PrintoutContext,
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

/** Throws NotFound. */
export async function measureMealLabel(
  { db, site, documents, signIn }: Pick<Context, 'db' | 'site' | 'documents' | 'signIn'>,
  id: number,
): Promise<MealLabelReply> {
  const [row] = await db.select().from(meals).where(eq(meals.id, id));
  if (!row) throw new NotFound('This meal');
  const { business } = await site.current();
  const meal = { ...labelledMeal(takeSnapshot(row)), id, slug: row.slug, mealType: row.mealType };
  const stock = business.labelStock;
  const [tall] = await documents.measureLabels({
    stock,
    ...usualLabel(meal, { business, publicUrl: signIn.publicUrl }),
  });
  return { stock, millimetres: tall?.millimetres ?? 0 };
}
