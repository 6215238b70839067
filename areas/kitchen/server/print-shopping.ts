/** The shopping list printed: to shop by, and to check what comes against. */
import type { Readable } from 'node:stream';
import type { ShoppingLine, ShoppingOrder, ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/store-areas.ts';
import type { Context } from '#platform/server/context.ts';
import { formatInstant } from '#areas/printouts/server/sheet-stamp.ts';
import type {
  SheetStamp,
  ShoppingListContent,
  ShoppingPrintedLine,
} from '#areas/printouts/server/drawer-port.ts';

type PrintContext = Pick<Context, 'clock' | 'site' | 'documents'>;

export async function drawShopping(
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

type Part = ShoppingListContent['parts'][number];

function partOf({ supplier, arrives, lines }: ShoppingOrder): Part {
  return {
    heading: `${supplier}, arrives ${formatDayAndMonth(arrives)}`,
    lines: bought(lines).map((line) => printedLine(line)),
  };
}

function partsByArea(orders: readonly ShoppingOrder[]): Part[] {
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
      ...(last === undefined ? [] : [`would not keep to ${formatDayAndMonth(last)}: order twice`]),
    ],
  };
}

function notesOf({ short, withoutPack, missing }: ShoppingReply): string[] {
  return [
    ...short.map(
      ({ ingredient, qty, baseUnit }) =>
        `${formatQuantity(qty, baseUnit)} of ${ingredient} is needed before anything arrives.`,
    ),
    ...withoutPack.map(
      ({ ingredient, need, baseUnit }) =>
        `${formatQuantity(need, baseUnit)} of ${ingredient}: no pack is entered.`,
    ),
    ...missing,
  ];
}
