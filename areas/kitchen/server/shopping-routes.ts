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
import { sendCsv, type CsvCell, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { describeShopping } from './describe-shopping.ts';
import { readShopping, type ShoppingQuestion } from './read-shopping.ts';
import { sendOrder } from './send-order.ts';
import { recordCount, recordWaste } from './change-stock.ts';
import { describeStock } from './describe-stock.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import type { Readable } from 'node:stream';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import type {
  SheetStamp,
  ShoppingListContent,
  ShoppingPrintedLine,
} from '#areas/printouts/server/drawer-port.ts';

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

type Part = { supplierId?: number | undefined; arrives?: PlainDate | undefined };

/** One supplier's, or one order of theirs; without what is in no order then. */
function only(list: ShoppingReply, { supplierId, arrives }: Part): ShoppingReply {
  if (supplierId === undefined) return list;
  const orders = list.orders.filter(
    (order) =>
      order.supplierId === supplierId && (arrives === undefined || order.arrives === arrives),
  );
  const fromLabels = { meals: [], ingredients: [] };
  return { ...list, orders, short: [], withoutPack: [], missing: [], fromLabels };
}

const HEADING = [
  'Supplier',
  'Arrives',
  'Code',
  'Ingredient',
  'Pack',
  'Packs',
  'Each',
  'Unit',
  'Needed',
  'On hand',
  'Over',
  'Kept in',
  'Cost',
  'Out of date by',
  'Note',
];

/** One row for each pack, in the sequence of the orders; then what has no pack, and what comes too late. */
function shoppingCsv({ orders, withoutPack, short }: ShoppingReply): string {
  const rows = orders.flatMap(({ supplier, arrives, lines }) =>
    lines.map((line): CsvCell[] => [
      supplier,
      arrives,
      line.code,
      line.ingredient,
      line.pack,
      line.packs,
      line.packQty,
      line.baseUnit,
      line.need,
      line.onHand,
      line.over,
      STORE_AREA_NAMES[line.storeArea],
      line.costCents === null ? null : formatAmount(line.costCents),
      line.wouldSpoil.join(' '),
      line.packs === 0 ? 'Enough is there' : '',
    ]),
  );
  return toCsv([
    HEADING,
    ...rows,
    ...withoutPack.map((line) => restRow('', line, line.need, 'No pack is entered')),
    ...short.map((line) =>
      restRow(line.supplier, line, line.qty, `Too late to order for ${line.date}`),
    ),
  ]);
}

type Rest = Pick<ShoppingReply['withoutPack'][number], 'ingredient' | 'baseUnit' | 'storeArea'>;

/** What is in no order. */
function restRow(
  supplier: string,
  { ingredient, baseUnit, storeArea }: Rest,
  need: number,
  note: string,
): CsvCell[] {
  const cells: Record<string, CsvCell> = {
    Supplier: supplier,
    Ingredient: ingredient,
    Unit: baseUnit,
    Needed: need,
    'Kept in': STORE_AREA_NAMES[storeArea],
    Note: note,
  };
  return HEADING.map((column) => cells[column] ?? null);
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
