/** The shopping list as it goes over the wire, with names beside the numbers. */
import type { ShoppingLine, ShoppingOrder, ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { changesSince } from '#areas/kitchen/rules/order-changes.ts';
import type { NeededLine } from '#areas/kitchen/rules/shopping-list.ts';
import type { OrderedLine } from '#areas/kitchen/server/tables/shopping-orders.ts';
import type { SupplierPackRow } from '#areas/menu/server/tables/recipes.ts';
import { listMissingFacts } from '#areas/kitchen/server/describe-plan.ts';
import { type LastOrder, byAreaAndName } from './read-stock.ts';
import {
  isForSameDays,
  packOf,
  type ShoppingList,
  type ShoppingQuestion,
} from './read-shopping.ts';

type Range = Pick<ShoppingQuestion, 'from' | 'to'>;

export function describeShopping(list: ShoppingList, range: Range): ShoppingReply {
  const { plan, suppliers, days } = list;
  return {
    from: range.from,
    to: range.to,
    today: plan.today,
    orders: describeOrders(list, range),
    suppliers: [...days]
      .map(([supplierId, theirs]) => ({
        supplierId,
        supplier: suppliers.get(supplierId)?.name ?? '',
        ...theirs,
      }))
      .toSorted((a, b) => a.supplier.localeCompare(b.supplier, 'en-AU')),
    short: list.short
      .map(({ ingredientId, qty }) => {
        const pack = packOf(list, { ingredientId });
        const supplier = (pack && suppliers.get(pack.supplierId)?.name) ?? '';
        return { ...ingredientFacts(ingredientId, list), qty, supplier };
      })
      .toSorted(byAreaAndName),
    withoutPack: list.withoutPack
      .map(({ ingredientId, uses }) => ({
        ...ingredientFacts(ingredientId, list),
        need: up(uses.reduce((total, { qty }) => total + qty, 0)),
      }))
      .toSorted(byAreaAndName),
    cheaper: findCheaper(list),
    missing: listMissingFacts(plan)
      .filter(({ kind }) => kind !== 'no_pack' && kind !== 'shelf_life_unknown')
      .map(({ text }) => text),
  };
}

/** One for each supplier and arrival day, by day, then by supplier. */
function describeOrders(list: ShoppingList, range: Range): ShoppingOrder[] {
  const orders: ShoppingOrder[] = [];
  for (const [supplierId, { arrivals }] of list.days) {
    const supplier = list.suppliers.get(supplierId);
    for (const arrives of arrivals) {
      const ordered = list.lastOrders.filter(
        (order) => order.supplierId === supplierId && order.arrives === arrives,
      );
      const sent = ordered.find((order) => isForSameDays(order, range));
      const now = linesOf(list, supplierId, arrives);
      if (!supplier || (now.length === 0 && !sent)) continue;
      orders.push({
        supplierId,
        supplier: supplier.name,
        arrives,
        hasEmail: supplier.email !== '',
        ...linesAndChanges(now, sent, list.plan.today),
        sent: sent ? describeSent(sent) : null,
        alsoOrdered: ordered
          .filter((order) => order !== sent)
          .map(({ from, to, sentAt, by }) => ({ from, to, at: sentAt.toISOString(), by })),
      });
    }
  }
  return orders.toSorted(
    (a, b) =>
      Number(a.arrives > b.arrives) - Number(a.arrives < b.arrives) ||
      a.supplier.localeCompare(b.supplier, 'en-AU'),
  );
}

/**
 * Once its day has come, an order is what was sent: what is cooked meanwhile comes off the plan, and must not look as if less
 * had been needed.
 */
function linesAndChanges(
  now: ShoppingLine[],
  sent: LastOrder | undefined,
  today: PlainDate,
): Pick<ShoppingOrder, 'lines' | 'costCents' | 'unpriced' | 'changes'> {
  const isFixed = sent !== undefined && sent.arrives <= today;
  const lines = isFixed ? sent.lines.map((line) => ({ ...line, wouldSpoil: [] })) : now;
  const bought = lines.filter(({ packs }) => packs > 0);
  return {
    lines,
    costCents: bought.reduce((total, { costCents }) => total + (costCents ?? 0), 0),
    unpriced: bought.filter(({ costCents }) => costCents === null).length,
    changes: sent !== undefined && !isFixed ? listPackChanges(sent.lines, now) : null,
  };
}

/** By pack, what differs. */
export function listPackChanges(
  sent: readonly OrderedLine[],
  now: readonly OrderedLine[],
): NonNullable<ShoppingOrder['changes']> {
  return changesSince(sent, now).map(({ line: { packId, ingredient, pack }, was, packs }) => ({
    packId,
    ingredient,
    pack,
    was,
    packs,
  }));
}

/** Of one order as the list has it now, by store area and name. */
export function linesOf(
  list: ShoppingList,
  supplierId: number,
  arrives: PlainDate,
): ShoppingLine[] {
  return list.lines
    .filter((line) => line.supplierId === supplierId && line.arrives === arrives)
    .flatMap((line) => {
      const pack = packOf(list, line);
      return pack ? [describeLine(line, pack, list)] : [];
    })
    .toSorted(byAreaAndName);
}

function describeLine(line: NeededLine, pack: SupplierPackRow, list: ShoppingList): ShoppingLine {
  const { ingredientId, packs, need, onHand, over, wouldSpoil } = line;
  return {
    ...ingredientFacts(ingredientId, list),
    packId: pack.id,
    code: pack.code,
    pack: pack.name,
    packQty: pack.qty,
    packs,
    need,
    onHand,
    over,
    costCents: pack.priceCents === null ? null : pack.priceCents * packs,
    wouldSpoil,
  };
}

function ingredientFacts(ingredientId: number, { plan }: ShoppingList) {
  const ingredient = plan.book.ingredients.get(ingredientId);
  return {
    ingredientId,
    ingredient: ingredient?.name ?? '',
    baseUnit: ingredient?.baseUnit ?? ('g' as const),
    storeArea: ingredient?.storeArea ?? ('dry' as const),
  };
}

function describeSent({
  number,
  sentAt,
  by,
  way,
  note,
  emailState,
}: LastOrder): NonNullable<ShoppingOrder['sent']> {
  return { number, at: sentAt.toISOString(), by, way, note, emailState };
}

/** The cheapest pack of each ingredient on the list, when it costs less per unit than the preferred one. */
function findCheaper(list: ShoppingList): ShoppingReply['cheaper'] {
  const bought = list.lines.filter(({ packs }) => packs > 0).map((line) => line.ingredientId);
  return [...new Set(bought)].flatMap((ingredientId) => {
    const [preferred, ...others] = list.packsOf.get(ingredientId) ?? [];
    const price = preferred && unitPrice(preferred);
    if (preferred === undefined || price === undefined || price === null) return [];
    const priced = others.flatMap((pack) => {
      const each = unitPrice(pack);
      return each !== null && each < price ? [{ pack, each }] : [];
    });
    const [best] = priced.toSorted((a, b) => a.each - b.each);
    if (!best) return [];
    const { ingredient } = ingredientFacts(ingredientId, list);
    return [
      {
        ingredientId,
        ingredient,
        supplier: list.suppliers.get(best.pack.supplierId)?.name ?? '',
        pack: best.pack.name,
        savesBp: Math.floor((1 - best.each / price) * 10_000),
      },
    ];
  });
}

/** Cents for a base unit. */
function unitPrice({ priceCents, qty }: SupplierPackRow): number | null {
  return priceCents === null ? null : priceCents / qty;
}
