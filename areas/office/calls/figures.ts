import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { MOST_FIGURE_WEEKS } from '#areas/office/rules/figure-periods.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';

/** Text with two decimals; may be negative. */
const Amount = z.string();

const Figure = <Value extends z.ZodType>(value: Value) => z.object({ now: value, before: value });

const Count = Figure(z.int());
const Money = Figure(Amount);

export const FiguresReply = z.object({
  /** The weeks as asked for. */
  from: PlainDateText,
  to: PlainDateText,
  weeks: z.int(),
  /** Not over: both sides are counted up to the same time of the week. */
  isSoFar: z.boolean(),
  /** Everything before this moment counts. */
  until: InstantText,
  before: z.object({ from: PlainDateText, to: PlainDateText }),
  totals: z.object({
    /** Paid for in these days, whatever became of them. */
    orders: Count,
    /** How many of those are cancelled by now. */
    cancelledOrders: Count,
    /** Portions for deliveries of these days that are not cancelled: the sum of `meals`. */
    meals: Count,
    /** For the ledger: taken from cards, given back, and what is left. */
    captured: Money,
    refunded: Money,
    net: Money,
    /** Null: no orders. */
    averageBasket: Figure(Amount.nullable()),
    newCustomers: Count,
    returningCustomers: Count,
    /** Payments that customers disputed with their bank. They change no other figure. */
    disputes: Count,
    disputed: Money,
  }),
  /** One point for each day of one week, or for each week of several. */
  step: z.enum(['day', 'week']),
  points: z.array(
    z.object({
      /** First day of the point, on either side. */
      date: PlainDateText,
      dateBefore: PlainDateText,
      orders: Count,
      net: Money,
    }),
  ),
  /** Portions for deliveries of these days that are not cancelled, most first. */
  meals: z.array(
    z.object({
      mealId: Id,
      name: z.string(),
      mealType: MealTypeText,
      portions: Count,
      amount: Money,
    }),
  ),
  /** By day of the week, Sunday is 0, in the sequence of the ordering week. */
  windows: z.array(
    z.object({
      weekday: z.int().min(0).max(6),
      window: StoredWindow,
      booked: Count,
      capacity: Count,
    }),
  ),
  /** Deliveries of these days that are not cancelled. An empty name: the customer was erased. */
  suburbs: z.array(z.object({ suburb: z.string(), deliveries: Count, portions: Count })),
  /** What the ledger gave back, by the reason that was recorded; most money first. */
  refunds: z.array(z.object({ reason: z.string(), count: Count, amount: Money })),
  waste: z.object({
    /** Times a meal was declared to have run out. */
    runOuts: Count,
    /** Swapped, refunded or asked about because of that. */
    runOutPortions: Count,
    missedDeliveries: Count,
    missedPortions: Count,
    /** For deliveries that were cancelled once cooked. */
    cookedThenCancelled: Count,
  }),
});
export type FiguresReply = z.infer<typeof FiguresReply>;

/** `week`: any day of the first week; without it, the week of yesterday. */
export const FiguresQuery = z.strictObject({
  // The weeks before are days that can be told, too.
  week: PlainDateText.refine((day) => day >= '1900-01-01', 'must be a date such as 2026-01-31')
    .meta({ format: 'date' })
    .optional(),
  weeks: z.coerce
    .number()
    .pipe(z.int().min(1).max(MOST_FIGURE_WEEKS, `must be 1 to ${MOST_FIGURE_WEEKS}`))
    .optional(),
});
export type FiguresQuery = z.output<typeof FiguresQuery>;

export const getFigures = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  right: 'seeFigures',
  summary:
    'Orders, money, customers, meals, windows and waste of some weeks, and of as many before',
  query: FiguresQuery,
  reply: FiguresReply,
});

export const downloadDays = endpoint({
  method: 'GET',
  path: '/api/admin/figures/days.csv',
  right: 'seeFigures',
  summary: 'What was taken, refunded and invoiced on each day of these weeks, as CSV',
  refusals: ['changed_meanwhile', 'not_found'],
  query: FiguresQuery,
  reply: z.string(),
  mediaType: 'text/csv',
});

export const downloadDocuments = endpoint({
  method: 'GET',
  path: '/api/admin/figures/documents.csv',
  right: 'seeFigures',
  summary: 'The receipts, tax invoices and notes issued in these weeks, with their GST, as CSV',
  refusals: ['changed_meanwhile', 'not_found'],
  query: FiguresQuery,
  reply: z.string(),
  mediaType: 'text/csv',
});

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
