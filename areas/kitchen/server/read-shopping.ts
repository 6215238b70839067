import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { type OrderableRound, orderableRounds } from '#areas/menu/rules/supplier-rounds.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import { type Pack, shelfAfter, type Use } from '#areas/kitchen/rules/packs.ts';
import {
  type ArrivalSet,
  chooseArrivals,
  type Needed,
  type SupplierNeeds,
  weigh,
} from '#areas/kitchen/rules/shopping-list.ts';
import { countedStock, type Stock } from '#areas/kitchen/rules/stock.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type SupplierPackRow,
  supplierPacks,
  type SupplierRow,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { type KitchenPlan, type PlanQuestion, readPlan } from '#areas/kitchen/server/read-plan.ts';
import type { StoredIngredient } from '#areas/menu/server/load-recipe-book.ts';
import {
  type LastOrder,
  loadLastOrders,
  loadStock,
  loadTakenByMeals,
  loadUsualWeeks,
} from './read-stock.ts';

export type ShoppingQuestion = PlanQuestion & {
  /** Days on which someone wants a supplier to come. */
  arrivals: readonly { supplierId: number; arrives: PlainDate }[];
};

export type SupplierList = {
  supplier: SupplierRow;
  needs: SupplierNeeds;
  /** What can still be ordered, from a week before the first use. */
  rounds: readonly OrderableRound[];
  choice: ArrivalSet;
  /** The best choice of each other number of deliveries; empty when someone chose the days. */
  others: readonly ArrivalSet[];
  isChosen: boolean;
};

export type ShoppingList = {
  plan: KitchenPlan;
  at: Instant;
  now: WallTime;
  /** By id, archived ones too: something of theirs may be on its way. */
  suppliers: ReadonlyMap<number, SupplierRow>;
  /** For suppliers in use; an ingredient's preferred one first. */
  packsOf: ReadonlyMap<number, SupplierPackRow[]>;
  lists: ReadonlyMap<number, SupplierList>;
  /** Bought, but nobody entered in which packs. */
  withoutPack: { ingredientId: number; uses: Use[] }[];
  /** The newest of each supplier, day and range, of all that may matter here. */
  lastOrders: readonly LastOrder[];
  /** A week's use of goods that stay, in base units. */
  usualWeeks: ReadonlyMap<number, number>;
};

export type ShoppingContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** How long before the first use an order may arrive. */
const EARLIEST_DAYS = 7;

/** Orders of other lists count as on their way until so long after their day. */
const LATE_DAYS = 2;

export async function readShopping(
  context: ShoppingContext,
  asked: ShoppingQuestion,
): Promise<ShoppingList> {
  const at = context.clock();
  const { business } = await context.site.current();
  const now = wallTimeAt(at, business.timeZone);
  const [plan, before] = await Promise.all([
    readPlan(context, asked),
    usesBefore(context, asked, now.date),
  ]);
  return context.db.transaction(
    async (tx) => {
      const all = await tx.select().from(suppliers);
      const supplierOf = new Map(all.map((supplier) => [supplier.id, supplier]));
      const packRows = await tx.select().from(supplierPacks);
      const packsOf = groupPacks(
        packRows.filter(({ supplierId }) => supplierOf.get(supplierId)?.archivedAt === null),
      );
      const shelves = {
        stock: await loadStock(tx),
        taken: await loadTakenByMeals(tx, now.date),
        lastOrders: await loadLastOrders(tx, addDays(now.date, -2 * EARLIEST_DAYS)),
        usualWeeks: await loadUsualWeeks(tx, at),
        before,
      };
      const list = { plan, at, now, suppliers: supplierOf, packsOf, ...shelves };
      const { needed, withoutPack } = whatIsNeeded(list, asked);
      return { ...list, withoutPack, lists: listsOf(needed, list, asked) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** What is used until the list begins: another list buys for it. */
async function usesBefore(
  context: ShoppingContext,
  { from, forecast }: ShoppingQuestion,
  today: PlainDate,
): Promise<ReadonlyMap<number, Use[]>> {
  if (from <= today) return new Map();
  const plan = await readPlan(context, { from: today, to: addDays(from, -1), forecast });
  const ahead = plan.ingredients.filter(({ date }) => date >= today);
  return Map.groupBy(ahead, ({ ingredientId }) => ingredientId);
}

type Shelves = Pick<
  ShoppingList,
  'plan' | 'at' | 'now' | 'packsOf' | 'lastOrders' | 'usualWeeks'
> & {
  stock: Awaited<ReturnType<typeof loadStock>>;
  taken: Awaited<ReturnType<typeof loadTakenByMeals>>;
  before: ReadonlyMap<number, Use[]>;
};

function groupPacks(rows: readonly SupplierPackRow[]): Map<number, SupplierPackRow[]> {
  const preferredFirst = rows.toSorted(
    (a, b) => Number(b.isPreferred) - Number(a.isPreferred) || a.id - b.id,
  );
  return Map.groupBy(preferredFirst, ({ ingredientId }) => ingredientId);
}

function whatIsNeeded(list: Shelves, asked: ShoppingQuestion) {
  const needed = new Map<number, Needed[]>();
  const withoutPack: ShoppingList['withoutPack'] = [];
  for (const [ingredientId, ingredient] of list.plan.book.ingredients) {
    if (!ingredient.isBought) continue;
    const uses = usesOf(ingredientId, list);
    const keep = keptOf(ingredient, list.usualWeeks);
    if (uses.length === 0 && keep === 0) continue;
    const packs = list.packsOf.get(ingredientId) ?? [];
    const [preferred] = packs;
    if (!preferred?.isPreferred) {
      if (uses.length > 0) withoutPack.push({ ingredientId, uses });
      continue;
    }
    const { supplierId } = preferred;
    const item = {
      ingredientId,
      packs: packs.filter((pack) => pack.supplierId === supplierId).map(toPack),
      uses,
      stock: stockFor(ingredient, list, asked),
      keep,
    };
    needed.set(supplierId, [...(needed.get(supplierId) ?? []), item]);
  }
  return { needed, withoutPack };
}

function toPack({
  id,
  qty,
  priceCents,
  step,
  minPacks,
  keepsDays,
  ...pack
}: SupplierPackRow): Pack {
  return { id, qty, cents: priceCents, step, minPacks, keepsDays, isPreferred: pack.isPreferred };
}

/** From today on, without what the trays of a day have taken already. */
function usesOf(ingredientId: number, { plan, taken, now }: Shelves): Use[] {
  return plan.ingredients.flatMap((use) => {
    if (use.ingredientId !== ingredientId || use.date < now.date) return [];
    const qty = use.qty - (taken.get(`${ingredientId} ${use.date}`) ?? 0);
    return qty > 0 ? [{ date: use.date, qty }] : [];
  });
}

function keptOf(ingredient: StoredIngredient, usualWeeks: ReadonlyMap<number, number>): number {
  if (stockRuleOf(ingredient) !== 'store') return 0;
  return ingredient.reserveQty ?? usualWeeks.get(ingredient.id) ?? 0;
}

/** What is there and what is on its way, without what is used before the list begins. */
function stockFor(
  ingredient: StoredIngredient,
  { stock, lastOrders, before, at, now, packsOf }: Shelves,
  asked: ShoppingQuestion,
): Stock[] {
  const there = countedStock(
    stock.get(ingredient.id)?.stock ?? [],
    stockRuleOf(ingredient),
    now.date,
  );
  const coming = lastOrders.flatMap((order) => {
    const isLate = order.arrives < addDays(now.date, -LATE_DAYS) && !isForSameDays(order, asked);
    if (isLate || isOpenToChange(order, asked, at)) return [];
    return order.open.flatMap(({ packId, packs }) => {
      const line = order.lines.find((one) => one.packId === packId);
      if (line?.ingredientId !== ingredient.id) return [];
      const pack = packsOf.get(ingredient.id)?.find(({ id }) => id === packId);
      const keeps = pack?.keepsDays ?? null;
      const from = order.arrives > now.date ? order.arrives : now.date;
      const useBy = keeps === null ? null : addDays(order.arrives, keeps);
      return [{ qty: packs * line.packQty, useBy, from }];
    });
  });
  return shelfAfter([...there, ...coming], before.get(ingredient.id) ?? []);
}

/** Whether a sent order is part of this list still: as it is now, it can be sent again. */
export function isOpenToChange(
  order: Pick<LastOrder, 'from' | 'to' | 'state' | 'orderBy'>,
  range: { from: PlainDate; to: PlainDate },
  at: Instant,
): boolean {
  return order.state === 'sent' && isForSameDays(order, range) && at < order.orderBy.getTime();
}

/** For each supplier the days that are best, or those that someone chose. */
function listsOf(
  needed: ReadonlyMap<number, Needed[]>,
  list: Shelves & Pick<ShoppingList, 'suppliers'>,
  asked: ShoppingQuestion,
): ShoppingList['lists'] {
  const { plan, at, now, lastOrders, suppliers: supplierOf } = list;
  const { closures, receivingCents } = plan.business;
  const lists = new Map<number, SupplierList>();
  for (const [supplierId, items] of needed) {
    const supplier = supplierOf.get(supplierId);
    if (!supplier) continue;
    const dates = items.flatMap(({ uses }) => uses.map(({ date }) => date)).toSorted();
    const [first = asked.from, last = asked.to] = [dates[0], dates.at(-1)];
    const earliest = addDays(first, -EARLIEST_DAYS);
    const rounds = orderableRounds({
      rounds: supplier.rounds,
      now,
      from: earliest > now.date ? earliest : now.date,
      to: last,
      closures,
    });
    const days = rounds.map(({ arrives }) => arrives);
    const fixed = lastOrders
      .filter((order) => order.supplierId === supplierId && isOpenToChange(order, asked, at))
      .map(({ arrives }) => arrives);
    // Nothing is fresher for coming earlier than the last day that is in time for all.
    const inTime = days.findLast((day) => day <= first);
    const needs: SupplierNeeds = {
      items,
      days: days.filter((day) => inTime === undefined || day >= inTime),
      fixed,
      deliveryCents: supplier.deliveryCents + receivingCents,
      minOrderCents: supplier.minOrderCents,
      lastDay: asked.to > last ? asked.to : last,
    };
    const chosen = asked.arrivals
      .filter((arrival) => arrival.supplierId === supplierId && days.includes(arrival.arrives))
      .map(({ arrives }) => arrives);
    const best = chosen.length === 0 ? chooseArrivals(needs) : null;
    lists.set(supplierId, {
      supplier,
      needs,
      rounds,
      choice: best ?? weigh(needs, [...new Set([...fixed, ...chosen])]),
      others: best?.others ?? [],
      isChosen: best === null,
    });
  }
  return lists;
}

/** Only then can an order and the list be compared. */
export function isForSameDays(
  a: { from: PlainDate; to: PlainDate },
  b: { from: PlainDate; to: PlainDate },
): boolean {
  return a.from === b.from && a.to === b.to;
}
