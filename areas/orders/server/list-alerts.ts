import { canBeAgreed } from '#areas/order-book/rules/recipe-change.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type {
  ChangedRecipeReply,
  RecipeAlertReply,
  RecipesToSettleReply,
} from '#areas/orders/calls/recipe-alerts.ts';
import { RECIPE_ALERT_KINDS } from '#areas/order-book/rules/recipe-alert-kinds.ts';
import { recipeOf } from '#areas/order-book/rules/recipe-change.ts';
import { describeRecipeChange } from '#areas/order-book/rules/recipe-words.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';
import { swapCandidates } from '#areas/orders/rules/swap-candidates.ts';
import { customerName, itemsOf, type Order } from '#areas/order-book/rules/order.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  type RecipeAlertRow,
  recipeAlerts,
} from '#areas/order-book/server/tables/recipe-alerts.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { type AlertedMeal, mealsOfAlerts } from '#areas/orders/server/alerted-meals.ts';

/** Open alerts of orders that are not cancelled, the recipe that changed last first. */
export async function listAlerts({
  db,
  site,
}: Pick<Context, 'db' | 'site'>): Promise<RecipesToSettleReply> {
  const [state, open] = await Promise.all([site.current(), listOpen(db)]);
  if (open.length === 0) return { open: 0, recipes: [] };
  const [loaded, changed, settled] = await Promise.all([
    loadOrdersOf(db, open),
    db
      .select()
      .from(meals)
      .where(inArray(meals.id, [...new Set(open.map(({ mealId }) => mealId))])),
    countSettled(db),
  ]);
  const described = loaded.flatMap((order) =>
    mealsOfAlerts(
      order,
      open.filter(({ orderId }) => orderId === order.id),
    ).map((alerted) => ({ alerted, reply: describeAlert(order, alerted, state) })),
  );
  const recipes = changed
    .map((meal) => {
      const own = described.filter(({ alerted }) => alerted.alert.mealId === meal.id);
      return describeRecipe(meal, own, settled.get(`${meal.id}:${meal.version}`) ?? 0);
    })
    .filter((recipe) => recipe !== null)
    .toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  return { open: described.length, recipes };
}

async function listOpen(db: Database): Promise<RecipeAlertRow[]> {
  const rows = await db
    .select({ alert: recipeAlerts })
    .from(recipeAlerts)
    .innerJoin(orders, eq(orders.id, recipeAlerts.orderId))
    .where(and(isNull(recipeAlerts.settledAt), ne(orders.status, 'cancelled')))
    .orderBy(asc(recipeAlerts.id));
  return rows.map(({ alert }) => alert);
}

async function loadOrdersOf(db: Database, open: readonly RecipeAlertRow[]): Promise<Order[]> {
  const ids = [...new Set(open.map(({ orderId }) => orderId))];
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id));
  return loadOrders(db, rows);
}

/** By staff, by meal and version. */
async function countSettled(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .select({
      key: sql<string>`${recipeAlerts.mealId} || ':' || ${recipeAlerts.mealVersion}`,
      settled: count(),
    })
    .from(recipeAlerts)
    .where(inArray(recipeAlerts.settledHow, ['swap', 'refund', 'spoken']))
    .groupBy(recipeAlerts.mealId, recipeAlerts.mealVersion);
  return new Map(rows.map(({ key, settled }) => [key, settled]));
}

type Described = { alerted: AlertedMeal; reply: RecipeAlertReply };

function describeRecipe(
  meal: MealRow,
  own: readonly Described[],
  settled: number,
): ChangedRecipeReply | null {
  const newest = own.map(({ alerted }) => alerted.alert).toSorted((a, b) => b.id - a.id)[0];
  if (!newest) return null;
  return {
    mealId: meal.id,
    mealName: meal.name,
    change: describeRecipeChange(newest.before, recipeOf(meal)),
    savedBy: newest.staffEmail,
    savedAt: newest.createdAt.toISOString(),
    settled,
    total: settled + own.length,
    alerts: own
      .map(({ reply }) => reply)
      .toSorted(
        (a, b) =>
          RECIPE_ALERT_KINDS.indexOf(a.kind) - RECIPE_ALERT_KINDS.indexOf(b.kind) ||
          (a.deliveryDate < b.deliveryDate ? -1 : 1),
      ),
  };
}

function describeAlert(
  order: Order,
  { alert, delivery, person, portions }: AlertedMeal,
  { mealsById, business }: SiteState,
): RecipeAlertReply {
  const { customer } = order;
  const { finding } = alert;
  const names = itemsOf(order).map(({ personName }) => personName);
  const texts = [person.note, customer.specialInstructions];
  const { calories } = assertDefined(portions[0], `a portion of alert ${alert.id}`).meal;
  const swaps = swapCandidates(mealsById.values(), portions, { ...person, calories }, business);
  return {
    id: alert.id,
    kind: finding.kind,
    personName: person.name,
    ...needsIn(person),
    instructions: customer.specialInstructions,
    isSevere: texts.some((text) => readFoodNote(text, names).severity === 'severe'),
    clash: [...finding.clash],
    eatBy: finding.eatBy,
    words: finding.words,
    dietsLost: finding.dietsLost,
    orderId: order.id,
    orderNumber: order.number,
    customerName: customerName(customer),
    phone: customer.phone,
    deliveryDate: delivery.date,
    timeSlot: delivery.window,
    portions: portions.map(({ mealDate, mealType }) => ({ mealDate, mealType })),
    price: formatAmount(sumCents(portions.map(({ priceCents }) => priceCents))),
    canBeAgreed: canBeAgreed(finding),
    swaps: swaps.map((meal) => ({ mealId: meal.id, name: meal.name, calories: meal.calories })),
  };
}
