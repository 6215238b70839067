import { compareText } from '#platform/rules/compare-text.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type {
  ChangedRecipeReply,
  RecipeAlertReply,
  RecipesToSettleReply,
} from '#areas/orders/calls/food-to-settle.ts';
import {
  PORTION_MATTERS,
  RECIPE_ACTIONS,
  RECIPE_ALERT_KINDS,
  heldText,
} from '#areas/order-book/rules/food-matters.ts';
import type { Lost } from '#areas/order-book/rules/recipe-change.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';
import { swapCandidates } from '#areas/orders/rules/run-out.ts';
import { customerName, itemsOf, type Order } from '#areas/order-book/rules/order.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { type Held, clashNames } from '#areas/needs/rules/gate/verdict.ts';
import { assertDefined, InvalidRequest } from '#platform/server/errors.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import {
  type AlertedMeal,
  mealsOfMatters,
  needsToMeet,
  type OrderToSettle,
} from '#areas/orders/server/alerted-meals.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { newsOf } from './plan-run-out.ts';

/** Portions to settle of orders that are not cancelled, by meal, the one that was opened last first. */
export async function listAlerts({
  db,
  site,
}: Pick<Context, 'db' | 'site'>): Promise<RecipesToSettleReply> {
  const [state, open] = await Promise.all([site.current(), listOpenPortions(db)]);
  if (open.length === 0) return { open: 0, recipes: [] };
  const found = await mealsOfMatters(db, await loadOrdersOf(db, open), open, state.business);
  const settled = await listSettled(db, open);
  const described = found.map(({ order, alerted }) => ({
    alerted,
    reply: describeAlert(order, alerted, state),
  }));
  const recipes = [...Map.groupBy(described, ({ alerted }) => alerted.meal.id).values()]
    .map((own) => describeRecipe(own, settled))
    .toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  return { open: described.length, recipes };
}

/** For one order, or of all that are not cancelled. */
export async function listOpenPortions(
  db: Database | Transaction,
  orderId?: number,
): Promise<FoodMatterRow[]> {
  const rows = await db
    .select({ matter: foodMatters })
    .from(foodMatters)
    .innerJoin(orders, eq(orders.id, foodMatters.orderId))
    .where(
      and(
        inArray(foodMatters.kind, [...PORTION_MATTERS]),
        isNull(foodMatters.settledAt),
        orderId === undefined ? ne(orders.status, 'cancelled') : eq(orders.id, orderId),
      ),
    )
    .orderBy(asc(foodMatters.id));
  return rows.map(({ matter }) => matter);
}

async function loadOrdersOf(db: Database, open: readonly FoodMatterRow[]): Promise<Order[]> {
  const ids = [...new Set(open.map(({ orderId }) => orderId))];
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id));
  return loadOrders(db, rows);
}

async function listSettled(
  db: Database,
  open: readonly FoodMatterRow[],
): Promise<Pick<FoodMatterRow, 'mealName' | 'openedAt'>[]> {
  return db
    .select({ mealName: foodMatters.mealName, openedAt: foodMatters.openedAt })
    .from(foodMatters)
    .where(
      and(
        inArray(foodMatters.settledHow, [...RECIPE_ACTIONS]),
        inArray(foodMatters.mealName, [...new Set(open.map(({ mealName }) => mealName))]),
      ),
    );
}

type Described = { alerted: AlertedMeal; reply: RecipeAlertReply };

/** `own`: never empty. */
function describeRecipe(
  own: readonly Described[],
  settled: Awaited<ReturnType<typeof listSettled>>,
): ChangedRecipeReply {
  const byAge = own.map(({ alerted }) => alerted).toSorted((a, b) => a.matter.id - b.matter.id);
  const { matter: first, meal } = assertDefined(byAge[0], 'a portion to settle');
  // The last recipe that was saved, if one is behind any of them.
  const { matter: newest } = assertDefined(
    byAge.findLast(({ matter }) => matter.cause !== null) ?? byAge.at(-1),
    'a portion to settle',
  );
  const done = settled.filter(
    ({ mealName, openedAt }) => mealName === meal.name && openedAt >= first.openedAt,
  ).length;
  return {
    mealId: meal.id,
    mealName: meal.name,
    change: newest.cause ?? newest.why,
    savedBy: newest.changedBy,
    savedAt: newest.openedAt.toISOString(),
    settled: done,
    total: done + own.length,
    alerts: own
      .map(({ reply }) => reply)
      .toSorted(
        (a, b) =>
          RECIPE_ALERT_KINDS.indexOf(a.kind) - RECIPE_ALERT_KINDS.indexOf(b.kind) ||
          compareText(a.deliveryDate, b.deliveryDate),
      ),
  };
}

function describeAlert(
  order: Order,
  alerted: AlertedMeal,
  { mealsById, business }: SiteState,
): RecipeAlertReply {
  const { matter, meal, verdict, lost, delivery, person, portions } = alerted;
  const { customer } = order;
  const names = itemsOf(order).map(({ personName }) => personName);
  const texts = [person.note, customer.specialInstructions];
  const needs = { ...needsToMeet(alerted), calories: meal.calories };
  const [item] = portions;
  const swaps = isReaction(verdict)
    ? []
    : swapCandidates(mealsById.values(), portions, needs, business);
  return {
    id: matter.id,
    kind: kindOf(verdict, lost),
    personName: person.name,
    ...needsIn(person),
    instructions: customer.specialInstructions,
    isSevere: texts.some((text) => readFoodNote(text, names).severity === 'severe'),
    why: verdict && whyHeld({ item: assertDefined(item, 'a portion'), verdict }),
    words: verdict === null ? lost.words : [],
    dietsLost: verdict === null ? lost.diets : [],
    orderId: order.id,
    orderNumber: order.number,
    customerName: customerName(customer),
    phone: customer.phone,
    deliveryDate: delivery.date,
    window: delivery.window,
    portions: portions.map(({ mealDate, mealType }) => ({ mealDate, mealType })),
    price: formatAmount(sumCents(portions.map(({ priceCents }) => priceCents))),
    canBeAgreed: canBeAgreed(verdict),
    swaps: swaps.map(({ id, name, calories }) => ({ mealId: id, name, calories })),
  };
}

function kindOf(verdict: Held | null, { words }: Lost): RecipeAlertReply['kind'] {
  if (verdict) return 'stop';
  return words.length > 0 ? 'look' : 'tell';
}

/** Any other meal would be on hold for it as well. */
function isReaction(verdict: Held | null): boolean {
  return verdict?.verdict === 'question' && verdict.question.kind === 'reaction';
}

function whyHeld(held: Parameters<typeof heldText>[0] & { verdict: Held }): string {
  if (isReaction(held.verdict)) return `${heldText(held)}. Settle it under Call now.`;
  const isAsked = held.verdict.verdict === 'question';
  return `${heldText(held)}.${isAsked ? ' Ask them, and answer it in the order.' : ''}`;
}

/**
 * Staff spoke to the customer, and the meal stays. A clash is written on the item, to be printed. Throws InvalidRequest
 * for what nobody can agree to.
 */
export async function agreeWith(
  context: Pick<Context, 'clock' | 'trackingSecret'>,
  tx: Transaction,
  { order, alerted, staff, site }: OrderToSettle,
  note: string,
): Promise<void> {
  const refused = alerted.find(({ verdict }) => !canBeAgreed(verdict));
  if (refused?.verdict) {
    const name = refused.portions[0]?.meal.name ?? 'This meal';
    throw new InvalidRequest({ action: whyNotAgreed(refused.verdict, name) });
  }
  const news = newsOf(alerted, (whose) => `We spoke with you, and it stays in ${whose} order.`);
  const overrides = alerted.flatMap((each) => overrideOf(each, note) ?? []);
  if (overrides.length > 0) {
    const change = { items: itemsOf(order), overrides };
    await applyChange(context, tx, order, change, { staff, site, news });
    return;
  }
  await recordChange(tx, context, {
    staff,
    action: 'order.recipe_agreed',
    entityId: order.id,
    after: { version: order.version, note },
  });
  await writeMessage(tx, context, {
    ...news,
    about: `${order.id}:matter ${alerted[0]?.matter.id ?? 0}`,
    orderId: order.id,
    recipient: order.customer.email,
  });
}

/** Nobody can agree to a meal that will not keep, to what is not known, or in place of an answer. */
function canBeAgreed(verdict: Held | null): boolean {
  return verdict === null || verdict.verdict === 'clash';
}

function whyNotAgreed(verdict: Held, name: string): string {
  switch (verdict.verdict) {
    case 'thrown_out':
      return `${name} was thrown out. Swap or refund it.`;
    case 'will_not_keep':
      return `${name} won’t keep until then. Swap or refund it.`;
    case 'question':
      if (verdict.question.kind === 'reaction')
        return `Nobody knows yet what caused ${verdict.question.quote}. Settle that first, or refund the meal.`;
      return `Nobody has answered “${verdict.question.quote}”. Answer it in the order, or swap or refund the meal.`;
    default:
      return `Nobody knows what is in ${name}. Declare it, or swap or refund it.`;
  }
}

function overrideOf({ verdict, portions, person }: AlertedMeal, reason: string) {
  const [portion] = portions;
  if (verdict?.verdict !== 'clash' || !portion) return null;
  const allergens = clashNames(verdict);
  return { mealId: portion.mealId, personName: person.name, allergens, reason };
}
