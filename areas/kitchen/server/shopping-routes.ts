import type { FastifyInstance } from 'fastify';
import {
  getShopping,
  getShoppingFile,
  printShopping,
  sendShoppingOrder,
  type ShoppingReply,
  type ShoppingLine,
  type ShoppingOrder,
} from '#areas/kitchen/calls/shopping.ts';
import { countStock, getStock, wasteStock } from '#areas/kitchen/calls/stock.ts';
import { type PlainDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, csvOf, type CsvColumns } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { describeShopping, linesOf } from '#areas/kitchen/server/describe-shopping.ts';
import {
  readShopping,
  type ShoppingQuestion,
  isForSameDays,
  type ShoppingContext,
  type ShoppingList,
} from '#areas/kitchen/server/read-shopping.ts';
import { recordCount, recordWaste, describeStock } from '#areas/kitchen/server/describe-stock.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import type { Readable } from 'node:stream';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import {
  formatInstant,
  formatMinuteOfDay,
  type Instant,
  instantOf,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';
import type {
  SheetStamp,
  ShoppingListContent,
  ShoppingPrintedLine,
} from '#areas/printouts/server/drawer-port.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { changesSince } from '#areas/kitchen/rules/shopping-list.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined, Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import {
  type OrderedLine,
  type ShoppingOrderRow,
  shoppingOrders,
} from '#areas/kitchen/server/tables/shopping-orders.ts';
import { type SupplierRow, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { listOrdersOf } from '#areas/kitchen/server/read-stock.ts';

export function registerShoppingRoutes(app: FastifyInstance, context: Context): void {
  const list = async (asked: ShoppingQuestion) =>
    describeShopping(await readShopping(context, asked), asked);
  const stock = () => describeStock(context);

  staffRoute(app, getShopping, ({ query }) => list(query));

  staffRoute(app, getShoppingFile, async ({ query, reply }) =>
    sendCsv(reply, `${fileName(query)}.csv`, shoppingCsv(only(await list(query), query))),
  );

  staffRoute(app, printShopping, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const body = await drawShopping(context, only(await list(query), query), query.by);
    return sendPrintout(reply, { name: `${fileName(query)}.pdf`, format: 'pdf', body });
  });

  staffRoute(app, sendShoppingOrder, async ({ body, staff }) => {
    await sendOrder(context, staff, body);
    return list(body);
  });

  staffRoute(app, getStock, () => stock());

  staffRoute(app, countStock, async ({ params, body, staff }) => {
    await recordCount(context, staff, params.id, body);
    return stock();
  });

  staffRoute(app, wasteStock, async ({ params, body, staff }) => {
    await recordWaste(context, staff, params.id, body);
    return stock();
  });
}

function fileName({ from, to }: Pick<ShoppingQuestion, 'from' | 'to'>): string {
  return `shopping-${from}-to-${to}`;
}

type ListPart = { supplierId?: number | undefined; arrives?: PlainDate | undefined };

function only(list: ShoppingReply, { supplierId, arrives }: ListPart): ShoppingReply {
  if (supplierId === undefined) return list;
  const orders = list.orders.filter(
    (order) =>
      order.supplierId === supplierId && (arrives === undefined || order.arrives === arrives),
  );
  const fromLabels = { meals: [], ingredients: [] };
  return { ...list, orders, short: [], withoutPack: [], missing: [], fromLabels };
}

type CsvLine = Pick<ShoppingLine, 'ingredient' | 'baseUnit' | 'storeArea'> &
  Partial<ShoppingLine> & { supplier: string; arrives?: PlainDate; note: string };

const COLUMNS: CsvColumns<CsvLine> = {
  Supplier: ({ supplier }) => supplier,
  Arrives: ({ arrives = null }) => arrives,
  Code: ({ code = null }) => code,
  Ingredient: ({ ingredient }) => ingredient,
  Pack: ({ pack = null }) => pack,
  Packs: ({ packs = null }) => packs,
  Each: ({ packQty = null }) => packQty,
  Unit: ({ baseUnit }) => baseUnit,
  Needed: ({ need = null }) => need,
  'On hand': ({ onHand = null }) => onHand,
  Over: ({ over = null }) => over,
  'Kept in': ({ storeArea }) => STORE_AREA_NAMES[storeArea],
  Cost: ({ costCents = null }) => (costCents === null ? null : formatAmount(costCents)),
  'Out of date by': ({ wouldSpoil }) => wouldSpoil?.join(' ') ?? null,
  Note: ({ note }) => note,
};

/** One row for each pack, in the sequence of the orders; then what has no pack, and what comes too late. */
function shoppingCsv({ orders, withoutPack, short }: ShoppingReply): string {
  const packs = orders.flatMap(({ supplier, arrives, lines }) =>
    lines.map((line) => {
      const note = line.packs === 0 ? 'Enough is there' : '';
      return { ...line, supplier, arrives, note };
    }),
  );
  const late = short.map(({ ingredient, baseUnit, storeArea, supplier, qty: need, date }) => {
    const note = `Too late to order for ${date}`;
    return { ingredient, baseUnit, storeArea, supplier, need, note };
  });
  return csvOf(COLUMNS, [
    ...packs,
    ...withoutPack.map((line) => ({ ...line, supplier: '', note: 'No pack is entered' })),
    ...late,
  ]);
}

/** The shopping list printed: to shop by, and to check what comes against. */
type PrintContext = Pick<Context, 'clock' | 'site' | 'documents'>;

async function drawShopping(
  context: PrintContext,
  list: ShoppingReply,
  by: 'supplier' | 'area',
): Promise<Readable> {
  const { business } = await context.site.current();
  const printedAt = formatInstant(context.clock(), business.timeZone);
  return context.documents.draw({
    title: `Shopping list ${list.from} to ${list.to}`,
    kind: 'shopping_list',
    content: {
      stamp: stampOf(list, business.name, printedAt),
      parts: by === 'area' ? partsByArea(list.orders) : list.orders.map(partOf),
      notes: notesOf(list),
    },
  });
}

function stampOf({ from, to }: ShoppingReply, business: string, printedAt: string): SheetStamp {
  const title = 'Shopping list';
  const subject = `Deliveries ${formatDayAndMonth(from)} to ${formatDayAndMonth(to)}`;
  const state = `As of ${printedAt}`;
  const footer = `${title} · ${subject} · ${state}`;
  return { title, subject, business, lines: [state], footer, isPreview: false };
}

type PrintShoppingPart = ShoppingListContent['parts'][number];

function partOf({ supplier, arrives, lines }: ShoppingOrder): PrintShoppingPart {
  return {
    heading: `${supplier}, arrives ${formatDayAndMonth(arrives)}`,
    lines: bought(lines).map((line) => printedLine(line)),
  };
}

function partsByArea(orders: readonly ShoppingOrder[]): PrintShoppingPart[] {
  return STORE_AREAS.map((area) => ({
    heading: STORE_AREA_NAMES[area],
    lines: orders.flatMap(({ supplier, arrives, lines }) =>
      bought(lines)
        .filter(({ storeArea }) => storeArea === area)
        .map((line) => printedLine(line, `${supplier}, ${formatDayAndMonth(arrives)}`)),
    ),
  })).filter(({ lines }) => lines.length > 0);
}

function bought(lines: readonly ShoppingLine[]): ShoppingLine[] {
  return lines.filter(({ packs }) => packs > 0);
}

function printedLine(line: ShoppingLine, from?: string): ShoppingPrintedLine {
  const { packs, pack, packQty, baseUnit, ingredient, code, need, onHand, over } = line;
  const [last] = line.wouldSpoil.toSorted().toReversed();
  return {
    packs: `${packs} × ${pack === '' ? formatQuantity(packQty, baseUnit) : pack}`,
    ingredient,
    code,
    need: formatQuantity(need, baseUnit),
    notes: [
      ...(from === undefined ? [] : [from]),
      ...(onHand > 0 ? [`${formatQuantity(onHand, baseUnit)} is there`] : []),
      ...(over > 0 ? [`${formatQuantity(over, baseUnit)} over`] : []),
      ...(last === undefined ? [] : [`out of date by ${formatDayAndMonth(last)}`]),
    ],
  };
}

function notesOf({ short, withoutPack, fromLabels, missing }: ShoppingReply): string[] {
  return [
    ...short.map(
      ({ ingredient, qty, baseUnit, date }) =>
        `Too late to order for ${formatDayAndMonth(date)}: ${formatQuantity(qty, baseUnit)} of ${ingredient}.`,
    ),
    ...withoutPack.map(
      ({ ingredient, need, baseUnit }) =>
        `${formatQuantity(need, baseUnit)} of ${ingredient}: no pack is entered.`,
    ),
    ...fromLabels.meals.map((name) => `${name} has no recipe: what it takes is in no order.`),
    ...missing,
  ];
}

type Sent = z.output<typeof sendShoppingOrder.body>;

/**
 * Stores what is ordered from a supplier for a day and, by email, writes the email: once, no matter who else sends it at the same
 * moment. A further order for the same day and deliveries tells what has changed. Throws NotFound, InvalidRequest, and Conflict
 * `already_sent`, `list_changed` or `nothing_to_send`.
 */
export async function sendOrder(
  context: ShoppingContext,
  staff: StaffMember,
  sent: Sent,
): Promise<void> {
  const list = await readShopping(context, sent);
  const lines = linesToSend(list, sent);
  await context.db.transaction(async (tx) => {
    const supplier = await lockForOrder(tx, sent);
    const ordered = await listOrdersOf(tx, sent);
    const before = ordered.find((order) => isForSameDays(order, sent)) ?? null;
    if ((before?.number ?? 0) !== sent.seen) throw alreadySent(before, list.plan.business.timeZone);
    const orderBy = orderByOf(list, sent, before);
    if (context.clock() >= orderBy)
      throw new InvalidRequest({
        arrives: `It is too late to order for ${formatDayAndMonth(sent.arrives)}. Choose another delivery day, or ring them.`,
      });
    if (changesSince(sent.lines, lines).length > 0)
      throw new Conflict(
        'list_changed',
        'The list has changed since you opened it. Look at it again, then send it.',
      );
    if (changesSince(before?.lines ?? [], lines).length === 0)
      throw new Conflict('nothing_to_send', 'There is nothing to send: nothing has changed.');
    const order = await storeOrder(tx, context, staff, {
      sent,
      lines,
      number: (ordered[0]?.number ?? 0) + 1,
      orderBy,
      arrivesByMinute: before?.arrivesByMinute ?? supplier.arrivesByMinute,
    });
    if (sent.way === 'email') {
      await writeMessage(tx, context, {
        kind: 'supplier_order',
        about: order.id,
        recipient: supplier.email,
        facts: {
          supplierOrder: factsOf(order, supplier, {
            before,
            isOneMore: ordered.length > 0 && !before,
          }),
        },
      });
    }
    await recordChange(tx, context, {
      staff,
      action: 'supplier.order',
      entityId: supplier.id,
      after: {
        arrives: order.arrives,
        number: order.number,
        way: order.way,
        lines: lines.map(({ packs, pack, ingredient }) => `${packs} x ${pack} ${ingredient}`),
      },
    });
  });
}

/** One order from a supplier at a time. */
async function lockForOrder(tx: Transaction, { supplierId, way }: Sent): Promise<SupplierRow> {
  const [supplier] = await tx
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.id, supplierId), isNull(suppliers.archivedAt)))
    .for('update');
  if (!supplier) throw new NotFound('This supplier');
  if (way === 'email' && supplier.email === '')
    throw new InvalidRequest({ way: `No email address of ${supplier.name} is entered.` });
  return supplier;
}

function alreadySent(before: ShoppingOrderRow | null, timeZone: string): Conflict {
  if (!before)
    return new Conflict('already_sent', 'This order is not known. Look at the list again.');
  const { date, minuteOfDay } = wallTimeAt(before.sentAt.getTime(), timeZone);
  const at = `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
  return new Conflict(
    'already_sent',
    `${before.by} has already sent this order (${at}). Look at what has changed since.`,
    { number: before.number },
  );
}

function linesToSend(list: ShoppingList, { supplierId, arrives }: Sent): OrderedLine[] {
  return linesOf(list, supplierId, arrives)
    .filter(({ packs }) => packs > 0)
    .map(({ wouldSpoil: _spoils, wasteCents: _waste, neverCounted: _never, ...line }) => line);
}

/** A day of none of its rounds is over. */
function orderByOf(
  list: ShoppingList,
  { supplierId, arrives }: Sent,
  before: ShoppingOrderRow | null,
): Instant {
  if (before) return before.state === 'sent' ? before.orderBy.getTime() : 0;
  const round = list.lists.get(supplierId)?.rounds.find((one) => one.arrives === arrives);
  return round ? instantOf(round.orderBy, list.plan.business.timeZone) : 0;
}

type Stored = {
  sent: Sent;
  lines: OrderedLine[];
  number: number;
  orderBy: Instant;
  arrivesByMinute: number;
};

async function storeOrder(
  tx: Transaction,
  { clock }: ShoppingContext,
  staff: StaffMember,
  { sent, lines, number, orderBy, arrivesByMinute }: Stored,
): Promise<ShoppingOrderRow> {
  const { supplierId, arrives, from, to, way, note } = sent;
  const [order] = await tx
    .insert(shoppingOrders)
    .values({
      supplierId,
      arrives,
      from,
      to,
      way,
      lines,
      note: note.trim(),
      number,
      by: recordedName(staff),
      sentAt: new Date(clock()),
      orderBy: new Date(orderBy),
      arrivesByMinute,
      open: lines.map(({ packId, packs }) => ({ packId, packs })),
    })
    .returning();
  return assertDefined(order, 'the stored order');
}

function factsOf(
  { arrives, lines, note, by }: ShoppingOrderRow,
  { name }: SupplierRow,
  { before, isOneMore }: { before: ShoppingOrderRow | null; isOneMore: boolean },
): NonNullable<MessageFacts['supplierOrder']> {
  const changes = before ? changesSince(before.lines, lines) : [];
  const gone = changes
    .filter(({ packs }) => packs === 0)
    .map(({ line }) => ({ ...line, packs: 0 }));
  return {
    supplier: name,
    arrives,
    isChange: before !== null,
    isOneMore,
    lines: [...lines, ...gone].map(({ packId, ingredient, pack, code, packs }) => ({
      ingredient,
      pack,
      code,
      packs,
      was: changes.find(({ line }) => line.packId === packId)?.was ?? null,
    })),
    note,
    by,
  };
}
