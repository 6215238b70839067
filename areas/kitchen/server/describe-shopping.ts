import { compareText } from '#platform/rules/compare-text.ts';
import type { ShoppingLine, ShoppingOrder, ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import {
  changesSince,
  type ArrivalSet,
  type NeededLine,
  topUp,
} from '#areas/kitchen/rules/shopping-list.ts';
import type { Pack } from '#areas/kitchen/rules/packs.ts';
import type { SupplierPackRow } from '#areas/menu/server/tables/recipes.ts';
import { listMissingFacts, rollUpLabels } from './production-plan.ts';
import { type LastOrder, byAreaAndName } from './read-stock.ts';
import {
  isForSameDays,
  isOpenToChange,
  type ShoppingList,
  type ShoppingQuestion,
  type SupplierList,
} from './read-shopping.ts';

type Range = Pick<ShoppingQuestion, 'from' | 'to'>;

export function describeShopping(list: ShoppingList, range: Range): ShoppingReply {
  const { plan, lists } = list;
  return {
    from: range.from,
    to: range.to,
    today: plan.today,
    orders: describeOrders(list, range),
    suppliers: [...lists.values()]
      .map(describeChoices)
      .toSorted((a, b) => a.supplier.localeCompare(b.supplier, 'en-AU')),
    short: [...lists.values()]
      .flatMap((one) => describeShort(one, list))
      .toSorted((a, b) => compareText(a.date, b.date) || byAreaAndName(a, b)),
    withoutPack: list.withoutPack
      .map(({ ingredientId, uses }) => ({
        ...ingredientFacts(ingredientId, list),
        need: up(uses.reduce((total, { qty }) => total + qty, 0)),
      }))
      .toSorted(byAreaAndName),
    cheaper: findCheaper(list),
    fromLabels: rollUpLabels(plan),
    missing: listMissingFacts(plan)
      .filter(({ kind }) => !['no_pack', 'no_recipe', 'shelf_life_unknown'].includes(kind))
      .map(({ text }) => text),
  };
}

function describeChoices({ supplier, rounds, choice, others, isChosen }: SupplierList) {
  const figures = ({ arrivals, outOfDate, short, cents }: ArrivalSet) => ({
    arrivals,
    cents,
    outOfDate,
    short: short.reduce((sum, { uses }) => sum + uses.length, 0),
  });
  return {
    supplierId: supplier.id,
    supplier: supplier.name,
    hasRounds: supplier.rounds.length > 0,
    deliveryDays: rounds.map(({ arrives }) => arrives),
    chosen: figures(choice),
    // One fewer and one more; a choice that leaves more short is none.
    others: others
      .map(figures)
      .filter(
        ({ arrivals, short }) =>
          arrivals.length > 0 &&
          Math.abs(arrivals.length - choice.arrivals.length) === 1 &&
          short <= figures(choice).short,
      ),
    isChosen,
  };
}

function describeShort({ supplier, choice }: SupplierList, list: ShoppingList) {
  return choice.short.flatMap(({ ingredientId, uses }) =>
    uses.map(({ date, qty }) => ({
      ...ingredientFacts(ingredientId, list),
      date,
      qty,
      supplier: supplier.name,
      ...whatUses(ingredientId, date, list.plan),
    })),
  );
}

function whatUses(
  ingredientId: number,
  date: PlainDate,
  { book, cookings, served }: ShoppingList['plan'],
) {
  const takes = (lines: readonly object[]) =>
    lines.some((line) => 'ingredientId' in line && line.ingredientId === ingredientId);
  const pots = cookings
    .filter((cooking) => cooking.cookDate === date)
    .flatMap(({ componentId }) => {
      const component = book.components.get(componentId);
      return component && takes(component.lines) ? [component.name] : [];
    });
  const mealIds = served
    .filter((row) => row.date === date && takes(book.meals.get(row.mealId)?.lines ?? []))
    .map(({ mealId }) => mealId);
  return { pots, mealIds };
}

function describeOrders(list: ShoppingList, range: Range): ShoppingOrder[] {
  const days = new Map<string, { supplierId: number; arrives: PlainDate }>();
  for (const [supplierId, { choice }] of list.lists)
    for (const arrives of choice.arrivals)
      days.set(`${supplierId} ${arrives}`, { supplierId, arrives });
  for (const order of list.lastOrders) {
    const { supplierId, arrives } = order;
    if (isForSameDays(order, range)) days.set(`${supplierId} ${arrives}`, { supplierId, arrives });
  }
  return [...days.values()]
    .flatMap((day) => describeOrder(day, list, range))
    .toSorted(
      (a, b) => compareText(a.arrives, b.arrives) || a.supplier.localeCompare(b.supplier, 'en-AU'),
    );
}

function describeOrder(
  { supplierId, arrives }: { supplierId: number; arrives: PlainDate },
  list: ShoppingList,
  range: Range,
): ShoppingOrder[] {
  const supplier = list.suppliers.get(supplierId);
  const ordered = list.lastOrders.filter(
    (order) => order.supplierId === supplierId && order.arrives === arrives,
  );
  const sent = ordered.find((order) => isForSameDays(order, range));
  const now = linesOf(list, supplierId, arrives);
  if (!supplier || (now.length === 0 && !sent)) return [];
  const round = list.lists.get(supplierId)?.rounds.find((one) => one.arrives === arrives);
  const canOrder = sent ? isOpenToChange(sent, range, list.at) : round !== undefined;
  const { timeZone } = list.plan.business;
  return [
    {
      supplierId,
      supplier: supplier.name,
      arrives,
      arrivesByMinute: sent?.arrivesByMinute ?? supplier.arrivesByMinute,
      orderBy: sent ? wallTimeAt(sent.orderBy.getTime(), timeZone) : (round?.orderBy ?? null),
      canOrder,
      hasEmail: supplier.email !== '',
      ...linesAndChanges(now, sent, canOrder),
      ...minimumOf(now, supplier.minOrderCents, sent && !canOrder),
      partForecast: forecastIn(list, supplierId, arrives),
      sent: sent ? describeSent(sent) : null,
      alsoOrdered: ordered
        .filter((order) => order !== sent)
        .map((order) => ({ ...order, at: order.sentAt.toISOString() })),
    },
  ];
}

/** Once it can no longer be changed, an order is what was sent. */
function linesAndChanges(
  now: ShoppingLine[],
  sent: LastOrder | undefined,
  canOrder: boolean,
): Pick<ShoppingOrder, 'lines' | 'costCents' | 'unpriced' | 'changes'> {
  const isFixed = sent !== undefined && !canOrder;
  const lines = isFixed
    ? sent.lines.map((line) => ({ ...line, wasteCents: null, neverCounted: false, wouldSpoil: [] }))
    : now;
  const bought = lines.filter(({ packs }) => packs > 0);
  return {
    lines,
    costCents: sumCents(bought),
    unpriced: bought.filter(({ costCents }) => costCents === null).length,
    changes:
      sent !== undefined && canOrder
        ? changesSince(sent.lines, now).map(({ line, was, packs }) => ({ ...line, was, packs }))
        : null,
  };
}

function sumCents(lines: readonly Pick<ShoppingLine, 'costCents'>[]): number {
  return lines.reduce((total, { costCents }) => total + (costCents ?? 0), 0);
}

function minimumOf(lines: readonly ShoppingLine[], minOrderCents: number, isOver = false) {
  const cents = sumCents(lines);
  const underMinimumCents = isOver || cents === 0 ? 0 : Math.max(0, minOrderCents - cents);
  return { minOrderCents, underMinimumCents };
}

/** Portions that the order counts on and nobody has ordered yet; null: none. */
function forecastIn(
  { plan, lists }: ShoppingList,
  supplierId: number,
  arrives: PlainDate,
): ShoppingOrder['partForecast'] {
  const next = lists.get(supplierId)?.choice.arrivals.find((day) => day > arrives);
  const covered = plan.served.filter(
    ({ date }) => date >= arrives && (next === undefined || date < next),
  );
  const portions = covered.reduce((sum, row) => sum + row.portions, 0);
  const ordered = covered.reduce((sum, row) => sum + row.ordered, 0);
  return portions > ordered ? { portions: portions - ordered, of: portions } : null;
}

export function linesOf(
  list: ShoppingList,
  supplierId: number,
  arrives: PlainDate,
): ShoppingLine[] {
  const found = list.lists.get(supplierId);
  if (!found) return [];
  const lines = found.choice.lines
    .filter((line) => line.arrives === arrives)
    .map((line) => describeLine(line, list));
  return fillToMinimum(lines, found, list).toSorted(byAreaAndName);
}

/** With goods that stay, those that last shortest first; left as it is where that cannot reach the minimum. */
function fillToMinimum(
  lines: ShoppingLine[],
  { supplier, needs, choice }: SupplierList,
  list: ShoppingList,
): ShoppingLine[] {
  const cents = sumCents(lines);
  if (cents === 0 || cents >= supplier.minOrderCents) return lines;
  const fillers = needs.items.flatMap(({ ingredientId, packs, stock, uses }) => {
    const ingredient = list.plan.book.ingredients.get(ingredientId);
    const usual = list.usualWeeks.get(ingredientId) ?? 0;
    const pack = packs.find(({ isPreferred }) => isPreferred) ?? packs[0];
    if (!ingredient || !pack || stockRuleOf(ingredient) !== 'store' || usual === 0) return [];
    const bought = choice.lines.filter((line) => line.ingredientId === ingredientId);
    const there =
      stock.reduce((sum, { qty }) => sum + qty, 0) +
      bought.reduce((sum, line) => sum + line.packs * line.pack.qty, 0) -
      uses.reduce((sum, { qty }) => sum + qty, 0);
    const filler = {
      name: ingredient.name,
      weeksLeft: Math.max(0, there) / usual,
      packCents: (pack.cents ?? 0) * pack.step,
      weekUsePacks: usual / (pack.qty * pack.step),
    };
    return [{ ...filler, ingredientId, pack }];
  });
  const { added, missingCents } = topUp(cents, supplier.minOrderCents, fillers);
  if (missingCents > 0) return lines;
  const filled = new Map(lines.map((line) => [line.packId, line]));
  for (const [{ ingredientId, pack }, count] of added) {
    const packs = count * pack.step;
    const line = filled.get(pack.id) ?? {
      ...packFacts(pack, ingredientId, list),
      packs: 0,
      need: 0,
      onHand: 0,
      over: 0,
      wasteCents: null,
      costCents: 0,
      wouldSpoil: [],
    };
    filled.set(pack.id, {
      ...line,
      packs: line.packs + packs,
      over: line.over + packs * pack.qty,
      costCents: (line.costCents ?? 0) + packs * (pack.cents ?? 0),
      toMinimum: packs,
    });
  }
  return [...filled.values()];
}

function describeLine(line: NeededLine, list: ShoppingList): ShoppingLine {
  const { ingredientId, pack, packs, need, missing, over, wasteCents, outOfDate } = line;
  return {
    ...packFacts(pack, ingredientId, list),
    packs,
    need,
    onHand: Math.max(0, need - missing),
    over,
    wasteCents: pack.cents === null ? null : wasteCents,
    costCents: pack.cents === null ? null : pack.cents * packs,
    wouldSpoil: [...new Set(outOfDate)],
    toMinimum: 0,
  };
}

function packFacts({ id }: Pack, ingredientId: number, list: ShoppingList) {
  const pack = list.packsOf.get(ingredientId)?.find((one) => one.id === id);
  return {
    ...ingredientFacts(ingredientId, list),
    packId: id,
    code: pack?.code ?? '',
    pack: pack?.name ?? '',
    packQty: pack?.qty ?? 0,
    toMinimum: 0,
  };
}

function ingredientFacts(ingredientId: number, { plan }: Pick<ShoppingList, 'plan'>) {
  const ingredient = plan.book.ingredients.get(ingredientId);
  return {
    ingredientId,
    ingredient: ingredient?.name ?? '',
    baseUnit: ingredient?.baseUnit ?? ('g' as const),
    storeArea: ingredient?.storeArea ?? ('dry' as const),
    neverCounted:
      ingredient !== undefined &&
      stockRuleOf(ingredient) === 'store' &&
      ingredient.stockCountedAt === null,
  };
}

function describeSent(order: LastOrder): NonNullable<ShoppingOrder['sent']> {
  const toCome = order.open.reduce((sum, { packs }) => sum + packs, 0);
  return { ...order, at: order.sentAt.toISOString(), toCome };
}

/** The cheapest pack of each ingredient at another supplier, when it costs less per unit than any of its own. */
function findCheaper(list: ShoppingList): ShoppingReply['cheaper'] {
  return [...list.lists.values()].flatMap(({ supplier, choice }) => {
    const bought = choice.lines.filter(({ packs }) => packs > 0);
    const ingredientIds = [...new Set(bought.map(({ ingredientId }) => ingredientId))];
    return ingredientIds.flatMap((ingredientId) => {
      const packs = list.packsOf.get(ingredientId) ?? [];
      const own = bestPrice(packs.filter(({ supplierId }) => supplierId === supplier.id));
      const other = bestPrice(packs.filter(({ supplierId }) => supplierId !== supplier.id));
      if (!own || !other || other.each >= own.each) return [];
      return [
        {
          ingredientId,
          ingredient: ingredientFacts(ingredientId, list).ingredient,
          supplier: list.suppliers.get(other.pack.supplierId)?.name ?? '',
          pack: other.pack.name,
          savesBp: Math.floor((1 - other.each / own.each) * 10_000),
        },
      ];
    });
  });
}

/** `each`: cents for a base unit. */
function bestPrice(
  packs: readonly SupplierPackRow[],
): { pack: SupplierPackRow; each: number } | undefined {
  const [best] = packs
    .flatMap((pack) =>
      pack.priceCents === null ? [] : [{ pack, each: pack.priceCents / pack.qty }],
    )
    .toSorted((a, b) => a.each - b.each);
  return best;
}
