/** What the food of some weeks cost, what was thrown away, and how good the forecasts were. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FiguresQuery } from '#areas/office/calls/figures.ts';
import { Id, PlainDateText } from '#platform/calls/wire-values.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';

/** Text with two decimals; may be negative. */
const Amount = z.string();
/** Null: not known, because something has no price or there is no recipe. Never 0 for that. */
const AmountIfKnown = Amount.nullable();

const ForecastSum = z.object({
  forecast: z.int(),
  actual: z.int(),
  /** Portions too many or too few, added up day by day. */
  off: z.int(),
  /** For days without a forecast, which are in none of the others. */
  daysWithout: z.int(),
  actualWithout: z.int(),
});

const MealFood = z.object({
  mealId: Id,
  name: z.string(),
  /** In deliveries of these days that are not cancelled. */
  portions: z.int(),
  /** What was charged for them, without GST where the kitchen charges it. */
  revenue: Amount,
  /** Food and packaging as recipe and packs are today, no labour. */
  costOfOne: AmountIfKnown,
  cost: AmountIfKnown,
  margin: AmountIfKnown,
  /** For the revenue, in tenths of a percent. */
  marginTenths: z.int().nullable(),
  /** Why the cost is not known: ingredients without a price; empty: it is known, or there is no recipe. */
  unpriced: z.array(z.string()),
  hasRecipe: z.boolean(),
  /** Portions of deliveries that were cancelled once cooked, and of those that could not be left. */
  cancelledOnceCooked: z.int(),
  missed: z.int(),
  wasteCost: AmountIfKnown,
  /** No other meal that is not archived needs these. */
  usedOnlyByIt: z.object({ components: z.array(z.string()), ingredients: z.array(z.string()) }),
});
export type MealFood = z.infer<typeof MealFood>;

export const FoodFiguresReply = z.object({
  from: PlainDateText,
  to: PlainDateText,
  weeks: z.int(),
  isSoFar: z.boolean(),
  /** Prices have GST in them, which is taken off. */
  includesGst: z.boolean(),
  /** The most portions first. */
  meals: z.array(MealFood),
  /** Batches cooked in these days. The most that was thrown away first. */
  components: z.array(
    z.object({
      componentId: Id,
      name: z.string(),
      baseUnit: z.enum(BASE_UNITS),
      made: z.int(),
      wasted: z.int(),
      wasteCost: AmountIfKnown,
    }),
  ),
  /** As they would have been made at the cut-off of each week, beside what went out; by meal, then by week. */
  forecasts: z.array(ForecastSum.extend({ mealId: Id, name: z.string(), week: PlainDateText })),
});
export type FoodFiguresReply = z.infer<typeof FoodFiguresReply>;

export const getFoodFigures = endpoint({
  method: 'GET',
  path: '/api/admin/figures/food',
  right: 'seeFigures',
  summary:
    'Margin, waste and forecasts of some weeks by meal, and what dropping a meal would change',
  query: FiguresQuery,
  reply: FoodFiguresReply,
});

export const downloadFood = endpoint({
  method: 'GET',
  path: '/api/admin/figures/food.csv',
  right: 'seeFigures',
  summary: 'Margin and waste of each meal and component in these weeks, as CSV',
  query: FiguresQuery,
  reply: z.string(),
  mediaType: 'text/csv',
});

export const downloadForecasts = endpoint({
  method: 'GET',
  path: '/api/admin/figures/forecasts.csv',
  right: 'seeFigures',
  summary: 'Forecast against actual of each meal in each of these weeks, as CSV',
  query: FiguresQuery,
  reply: z.string(),
  mediaType: 'text/csv',
});
