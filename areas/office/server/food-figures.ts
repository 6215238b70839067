/** Margin, waste and forecasts of some weeks, from one snapshot. The sums of portions are made by the database. */
import { compareText } from '#platform/rules/compare-text.ts';
import { and, between, eq, isNotNull, sql } from 'drizzle-orm';
import type { FiguresQuery, FoodFiguresReply, MealFood } from '#areas/office/calls/figures.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Cents, formatAmount } from '#platform/rules/money.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import { costsOf } from '#areas/menu/rules/derive-meal.ts';
import { usedOnlyBy } from '#areas/menu/rules/recipe-book.ts';
import {
  type FigurePeriod,
  mealMargin,
  type ForecastDay,
  forecastByMealAndWeek,
  type MealWeek,
} from '#areas/office/rules/figure-periods.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { loadRecipeBook, type StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { WAS_BEFORE_CANCEL } from '#areas/office/server/delivery-figures.ts';
import { inSnapshot, readQuery } from '#areas/office/server/figures.ts';
import { isOn } from './sales-figures.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { cutoffFor, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { forecast } from '#areas/kitchen/rules/forecast.ts';
import { loadSalesHistory } from '#areas/kitchen/server/sales-history.ts';

type FigureContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws InvalidRequest for weeks that have not begun. */
export async function getFoodFigures(
  context: FigureContext,
  query: FiguresQuery,
): Promise<FoodFiguresReply> {
  const { periods, weeks, isGst } = await readQuery(context, query);
  const { business } = await context.site.current();
  const { from, to, isSoFar, now } = periods;
  return inSnapshot(context, async (tx) => {
    const book = await loadRecipeBook(tx);
    const sold = await readSoldMeals(tx, now);
    const names = new Map(sold.map(({ id, name }) => [id, name]));
    const forecasts = await readForecasts(tx, now, business);
    return {
      from,
      to,
      weeks,
      isSoFar,
      includesGst: isGst,
      meals: describeMeals(sold, book, { gstRegistered: isGst }),
      components: await readComponents(tx, now, book),
      forecasts: forecasts.map((sum) => ({ ...sum, name: names.get(sum.mealId) ?? '' })),
    };
  });
}

type SoldRow = {
  id: number;
  name: string;
  priceCents: Cents;
  isKept: boolean;
  portions: number;
  cents: Cents;
  missed: number;
  cooked: number;
};

/** Every meal, the most portions first: those that were not chosen are the ones to drop. */
async function readSoldMeals(tx: Transaction, period: FigurePeriod): Promise<SoldRow[]> {
  const { rows } = await tx.execute<SoldRow>(sql`
    with portions as (
      select i.meal_id, d.status, case when d.status = 'cancelled' then ${WAS_BEFORE_CANCEL} end as was,
        count(*)::int as portions, sum(i.price_cents)::float8 as cents
      from ${deliveries} d join ${orderItems} i on i.delivery_id = d.id
      where ${isOn(sql`d.date`, period)} and not ${isTestOrder(sql`d.order_id`)} group by 1, 2, 3
    )
    select m.id, m.name, m.price_cents as "priceCents", m.archived_at is null as "isKept",
      coalesce(sum(p.portions) filter (where p.status <> 'cancelled'), 0)::int as portions,
      coalesce(sum(p.cents) filter (where p.status <> 'cancelled'), 0)::float8 as cents,
      coalesce(sum(p.portions) filter (where 'missed' in (p.status, p.was)), 0)::int as missed,
      coalesce(sum(p.portions) filter (where p.was in ('cooked', 'packed', 'out')), 0)::int as cooked
    from ${meals} m left join portions p on p.meal_id = m.id
    group by m.id having m.archived_at is null or count(p.meal_id) > 0
    order by portions desc, m.name, m.id`);
  return rows;
}

function describeMeals(
  sold: readonly SoldRow[],
  book: StoredBook,
  { gstRegistered: includesGst }: Pick<BusinessFacts, 'gstRegistered'>,
): MealFood[] {
  const costs = costsOf(book, { includesGst });
  const kept = new Set(sold.filter(({ isKept }) => isKept).map(({ id }) => id));
  const onlyBy = usedOnlyBy(
    new Map([...book.meals].filter(([id]) => kept.has(id))),
    book.components,
  );
  return sold.map((row) => {
    const recipe = book.meals.get(row.id);
    const cost = recipe ? costs.ofPortion(recipe, row.priceCents) : null;
    const costOfOne = cost?.costCents ?? null;
    const margin = mealMargin({ portions: row.portions, priceCents: row.cents }, cost, {
      includesGst,
    });
    const only = onlyBy.get(row.id);
    return {
      mealId: row.id,
      name: row.name,
      portions: row.portions,
      revenue: formatAmount(margin.revenueCents),
      costOfOne: amountIfKnown(costOfOne),
      cost: amountIfKnown(margin.costCents),
      margin: amountIfKnown(margin.marginCents),
      marginTenths: margin.marginTenths,
      unpriced: cost?.costCents === null ? cost.unpriced : [],
      hasRecipe: recipe !== undefined,
      cancelledOnceCooked: row.cooked,
      missed: row.missed,
      wasteCost: amountIfKnown(costOfOne === null ? null : costOfOne * (row.cooked + row.missed)),
      usedOnlyByIt: {
        components: namesOf(only?.componentIds, book.components),
        ingredients: namesOf(only?.ingredientIds, book.ingredients),
      },
    };
  });
}

function amountIfKnown(cents: Cents | null): string | null {
  return cents === null ? null : formatAmount(cents);
}

function namesOf(
  ids: readonly number[] = [],
  named: ReadonlyMap<number, { name: string }>,
): string[] {
  return ids.map((id) => named.get(id)?.name ?? '').toSorted();
}

/** Thrown away as cooks entered it. What is only over is not waste yet: it may be used. */
async function readComponents(
  tx: Transaction,
  { from, to }: FigurePeriod,
  book: StoredBook,
): Promise<FoodFiguresReply['components']> {
  const rows = await tx
    .select({
      componentId: batches.componentId,
      made: sql<number>`sum(${batches.madeQty})::int`,
      wasted: sql<number>`sum(${batches.wastedQty})::int`,
    })
    .from(batches)
    .where(
      and(
        eq(batches.state, 'done'),
        isNotNull(batches.componentId),
        between(batches.cookDate, from, to),
      ),
    )
    .groupBy(batches.componentId);
  const costs = costsOf(book, { includesGst: false });
  const described = rows.flatMap(({ componentId, made, wasted }) => {
    const component = componentId === null ? undefined : book.components.get(componentId);
    if (!component) return [];
    const { id, name, baseUnit } = component;
    const cents = costs.ofComponent(id, wasted);
    const wasteCents = cents === null ? null : half(cents);
    return [{ componentId: id, name, baseUnit, made, wasted, wasteCents }];
  });
  return described
    .toSorted(
      (a, b) => (b.wasteCents ?? 0) - (a.wasteCents ?? 0) || b.wasted - a.wasted || byName(a, b),
    )
    .map(({ wasteCents, ...component }) => ({
      ...component,
      wasteCost: amountIfKnown(wasteCents),
    }));
}

function byName(a: { name: string }, b: { name: string }): number {
  return compareText(a.name, b.name);
}

/**
 * What the forecast would have said at the cut-off of each week, from the weeks before it alone, beside what went out. Worked
 * out again: none is stored, so a limit or menu that was changed since counts as it is now.
 */
async function readForecasts(
  tx: Transaction,
  { from, to }: FigurePeriod,
  business: BusinessFacts,
): Promise<MealWeek[]> {
  const dates: PlainDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  const knownBefore = (date: PlainDate) =>
    wallTimeAt(cutoffFor(date, business), business.timeZone).date;
  const sales = await loadSalesHistory(tx, { dates, knownBefore }, business);
  const menu = await tx.select({ id: meals.id }).from(meals);
  const days = dates.flatMap((date) => {
    const week = weekStartOf(date, business);
    return menu.flatMap(({ id: mealId }): ForecastDay[] => {
      if (!sales.wasOffered(mealId, date)) return [];
      const expected = forecast(sales.pastDays(mealId, date), 0, sales.mostOn(mealId, date));
      return [
        {
          mealId,
          week,
          forecast: 'reason' in expected ? null : expected.plan,
          actual: sales.soldOn(mealId, date),
        },
      ];
    });
  });
  return forecastByMealAndWeek(days);
}
