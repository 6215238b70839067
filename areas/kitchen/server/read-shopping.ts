/** The shopping list of a plan: its sums, with suppliers, packs, stock and what was ordered. */
import { isNull } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  arrivalDays,
  type DeliveryRhythm,
  ORDER_EVERY_DAYS,
  usualArrivals,
} from '#areas/kitchen/rules/receipts.ts';
import type { Use } from '#areas/kitchen/rules/packs.ts';
import {
  type Needed,
  type NeededLine,
  type ShoppingSums,
  sumShopping,
} from '#areas/kitchen/rules/shopping-list.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type SupplierPackRow,
  supplierPacks,
  type SupplierRow,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { type KitchenPlan, type PlanQuestion, readPlan } from '#areas/kitchen/server/read-plan.ts';
import type { StoredIngredient } from '#areas/menu/server/load-recipe-book.ts';
import { type LastOrder, loadLastOrders, type KeptStock, loadStock } from './read-stock.ts';

export type Arrival = { supplierId: number; arrives: PlainDate };

export type ShoppingQuestion = PlanQuestion & {
  /** Days on which somebody wants a supplier to come. */
  arrivals: readonly Arrival[];
};

export type ShoppingList = ShoppingSums & {
  plan: KitchenPlan;
  suppliers: ReadonlyMap<number, SupplierRow>;
  /** Of suppliers in use; an ingredient's preferred one first. */
  packsOf: ReadonlyMap<number, SupplierPackRow[]>;
  /** Bought, but nobody entered in which packs. */
  withoutPack: { ingredientId: number; uses: Use[] }[];
  /** For each supplier of the list. */
  days: ReadonlyMap<number, { arrivals: PlainDate[]; deliveryDays: PlainDate[] }>;
  /** The newest of each supplier and day, of all that may matter here. */
  lastOrders: readonly LastOrder[];
};

export type ShoppingContext = Pick<Context, 'db' | 'clock' | 'site'>;

export async function readShopping(
  context: ShoppingContext,
  asked: ShoppingQuestion,
): Promise<ShoppingList> {
  const plan = await readPlan(context, asked);
  return context.db.transaction(
    async (tx) => {
      const active = await tx.select().from(suppliers).where(isNull(suppliers.archivedAt));
      const supplierOf = new Map(active.map((supplier) => [supplier.id, supplier]));
      const packRows = await tx.select().from(supplierPacks);
      const packsOf = groupPacks(packRows.filter(({ supplierId }) => supplierOf.has(supplierId)));
      const stock = await loadStock(tx);
      const { needed, withoutPack } = whatIsNeeded(plan, packsOf, stock);
      const lastOrders = await loadLastOrders(tx, addDays(asked.from, -2 * ORDER_EVERY_DAYS));
      const days = daysOf(needed, { asked, plan, supplierOf, lastOrders });
      const sums = sumShopping(needed, (supplierId) => days.get(supplierId)?.arrivals ?? []);
      return { ...sums, plan, suppliers: supplierOf, packsOf, withoutPack, days, lastOrders };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The pack of a line: its ingredient's preferred one. */
export function packOf(
  { packsOf }: Pick<ShoppingList, 'packsOf'>,
  { ingredientId }: Pick<NeededLine, 'ingredientId'>,
): SupplierPackRow | null {
  const [first] = packsOf.get(ingredientId) ?? [];
  return first?.isPreferred ? first : null;
}

function groupPacks(rows: readonly SupplierPackRow[]): Map<number, SupplierPackRow[]> {
  const preferredFirst = rows.toSorted(
    (a, b) => Number(b.isPreferred) - Number(a.isPreferred) || a.id - b.id,
  );
  return Map.groupBy(preferredFirst, ({ ingredientId }) => ingredientId);
}

function whatIsNeeded(
  plan: KitchenPlan,
  packsOf: ReadonlyMap<number, SupplierPackRow[]>,
  stock: ReadonlyMap<number, KeptStock>,
) {
  const needed: Needed[] = [];
  const withoutPack: ShoppingList['withoutPack'] = [];
  // What was used before today is bought, whether anyone said that it was cooked or not.
  const ahead = plan.ingredients.filter(({ date }) => date >= plan.today);
  for (const [ingredientId, uses] of Map.groupBy(ahead, (use) => use.ingredientId)) {
    const ingredient = plan.book.ingredients.get(ingredientId);
    if (!ingredient?.isBought) continue;
    const pack = packOf({ packsOf }, { ingredientId });
    if (!pack) withoutPack.push({ ingredientId, uses });
    else
      needed.push({
        ingredientId,
        supplierId: pack.supplierId,
        pack,
        uses,
        stock: stockFor(ingredient, stock),
      });
  }
  return { needed, withoutPack };
}

function stockFor({ id, stockKept }: StoredIngredient, stock: ReadonlyMap<number, KeptStock>) {
  return stockKept ? (stock.get(id)?.stock ?? []) : [];
}

type DaysInput = Pick<ShoppingList, 'plan' | 'lastOrders'> & {
  asked: ShoppingQuestion;
  supplierOf: ReadonlyMap<number, SupplierRow>;
};

/** Chosen days, or the usual ones; and the days of what was ordered for the same deliveries, which come anyway. */
function daysOf(
  needed: readonly Needed[],
  { asked, plan, supplierOf, lastOrders }: DaysInput,
): ShoppingList['days'] {
  const ordered = lastOrders.filter((order) => isForSameDays(order, asked));
  const supplierIds = new Set([...needed, ...ordered].map(({ supplierId }) => supplierId));
  const { closures } = plan.business;
  const days = new Map<number, { arrivals: PlainDate[]; deliveryDays: PlainDate[] }>();
  for (const supplierId of supplierIds) {
    const supplier = supplierOf.get(supplierId);
    if (!supplier) continue;
    const delivering: DeliveryRhythm = { weekdays: supplier.deliveryWeekdays, closures };
    const uses = needed
      .filter((each) => each.supplierId === supplierId)
      .flatMap((each) => each.uses);
    const useDates = uses.map(({ date }) => date).toSorted();
    const [first = asked.from, last = asked.to] = [useDates[0], useDates.at(-1)];
    const earliest = addDays(first, -ORDER_EVERY_DAYS);
    const chosen = arrivalDaysOf(supplierId, asked.arrivals);
    days.set(supplierId, {
      arrivals: arrivalsOf(
        arrivalDaysOf(supplierId, ordered),
        // Chosen for other weeks, they mean nothing here.
        chosen.filter((day) => day >= earliest && day <= last),
        usualArrivals(useDates, delivering, plan.today),
      ),
      deliveryDays: arrivalDays(delivering, earliest, last).filter((day) => day >= plan.today),
    });
  }
  return days;
}

function arrivalDaysOf(supplierId: number, arrivals: readonly Arrival[]): PlainDate[] {
  return arrivals.filter((arrival) => arrival.supplierId === supplierId).map((one) => one.arrives);
}

/** What was ordered covers a week; only later ones of the usual days are still to be ordered. */
function arrivalsOf(
  ordered: readonly PlainDate[],
  chosen: readonly PlainDate[],
  usual: readonly PlainDate[],
): PlainDate[] {
  const last = ordered.toSorted().at(-1);
  const open = usual.filter((day) => last === undefined || day >= addDays(last, ORDER_EVERY_DAYS));
  return [...new Set([...ordered, ...(chosen.length > 0 ? chosen : open)])].toSorted();
}

/** Only then can an order and the list be compared. */
export function isForSameDays(
  a: { from: PlainDate; to: PlainDate },
  b: { from: PlainDate; to: PlainDate },
): boolean {
  return a.from === b.from && a.to === b.to;
}
