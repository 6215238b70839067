/** Which deliveries a plan is asked for. */
import { z } from 'zod';
import { PlainDateText, Id, InstantText, StoredWindow } from '#platform/calls/wire-values.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { LONGEST_PLAN_DAYS } from '#areas/kitchen/rules/cook-days.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';

/** Which days also count what is not ordered yet: all that are still open, none, or those listed. */
const ForecastChoice = z.union([
  z.literal('on'),
  z.literal('off'),
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2}){0,30}$/)
    .transform((dates) => dates.split(','))
    .pipe(z.array(PlainDateText)),
]);

export const PlanRange = z.strictObject({
  from: PlainDateText,
  to: PlainDateText,
  forecast: ForecastChoice.default('on'),
});

export function isPlanRange({ from, to }: { from: string; to: string }): boolean {
  const days = daysBetween(from, to) + 1;
  return days >= 1 && days <= LONGEST_PLAN_DAYS;
}

export const RANGE_PROBLEM = {
  path: ['to'],
  message: `must be from the first day to ${LONGEST_PLAN_DAYS - 1} days after it`,
};

const Unit = z.enum(BASE_UNITS);

const ForecastReply = z.object({
  mean: z.int(),
  low: z.int(),
  high: z.int(),
  days: z.int(),
  /** Days left out because something unusual was ordered. */
  leftOut: z.array(z.object({ date: PlainDateText, portions: z.int() })),
});

const MealOfDay = z.object({
  mealId: Id,
  name: z.string(),
  ordered: z.int(),
  /** Null: everything is ordered, it is switched off, or there are too few past days. */
  forecast: ForecastReply.nullable(),
  /** Past days, when they are too few for a forecast. */
  tooFewDays: z.int().nullable(),
  /** What the plan counts. */
  portions: z.int(),
});

const PlanDay = z.object({
  date: PlainDateText,
  isClosed: z.boolean(),
  isCookDay: z.boolean(),
  /** Orders for it are still taken, so that a forecast means something. */
  isOpenForOrders: z.boolean(),
  hasForecast: z.boolean(),
  meals: z.array(MealOfDay),
});

const UserReply = z.object({
  name: z.string(),
  mealId: Id.nullable(),
  componentId: Id.nullable(),
  /** For a meal: its delivery date; of a component: the day on which its work starts. */
  date: PlainDateText,
  /** For a meal. */
  window: StoredWindow.nullable(),
  portions: z.int().nullable(),
  qty: z.int(),
});

const LineReply = z.object({
  name: z.string(),
  baseUnit: Unit,
  /** What goes into the pots, peeled. */
  net: z.int(),
  /** What has to be on the bench for it. */
  gross: z.int(),
  /** How it is cut or dressed; empty: the steps say all. */
  prep: z.string(),
  isComponent: z.boolean(),
});

/** By the kitchen's clock. */
const TimeReply = z.object({ date: PlainDateText, minuteOfDay: z.int().min(0).max(1440) });

/** Minutes of a day. `of` null: nobody entered how much there is. */
const LoadReply = z.object({
  minutes: z.int(),
  of: z.int().nullable(),
  /** When it is over: what takes most of it and may go to another day. */
  mayMove: z.array(z.string()),
});

const CookingReply = z.object({
  componentId: Id,
  name: z.string(),
  baseUnit: Unit,
  cookDate: PlainDateText,
  /** When hands start at the latest, when it is put on, out and cold. */
  startBy: TimeReply,
  cookAt: TimeReply,
  chillAt: TimeReply,
  readyBy: TimeReply,
  need: z.int(),
  /** What each pot gives. */
  batches: z.array(z.int()),
  made: z.int(),
  /** Made, and needed by nothing in this plan. */
  surplus: z.int(),
  days: z.array(PlainDateText),
  keepsUntil: PlainDateText,
  /** Someone put it on this day. */
  isFixed: z.boolean(),
  users: z.array(UserReply),
  lines: z.array(LineReply),
  steps: z.string(),
});
export type CookingReply = z.infer<typeof CookingReply>;

const DoneBatchReply = z.object({
  id: Id,
  componentId: Id,
  name: z.string(),
  baseUnit: Unit,
  cookDate: PlainDateText,
  madeQty: z.int(),
  by: z.string(),
  doneAt: InstantText,
});
export type DoneBatchReply = z.infer<typeof DoneBatchReply>;

/** A fact without which the plan is not whole. */
const MissingReply = z.object({
  kind: z.enum([
    'no_recipe',
    'no_day',
    'pot_too_small',
    'longer_than_open',
    'shelf_life_unknown',
    'no_pack',
  ]),
  text: z.string(),
  /** A component that keeps less long than another promises: that one is cooked through, or keeps as long as this. */
  fix: z.object({ componentId: Id, name: z.string(), keepsDays: z.int().min(0) }).nullable(),
  mealId: Id.nullable(),
  componentId: Id.nullable(),
  ingredientId: Id.nullable(),
});
export type MissingReply = z.infer<typeof MissingReply>;

export const ProductionPlanReply = z.object({
  from: PlainDateText,
  to: PlainDateText,
  today: PlainDateText,
  days: z.array(PlanDay),
  /** By day, then by when they start. */
  cookings: z.array(CookingReply),
  done: z.array(DoneBatchReply),
  loads: z.array(
    z.object({
      date: PlainDateText,
      pots: z.int(),
      hands: LoadReply,
      equipment: z.array(LoadReply.extend({ name: z.string() })),
    }),
  ),
  missing: z.array(MissingReply),
  /** Meals without a recipe, from the percentages on their labels. */
  fromLabels: z.object({
    meals: z.array(z.string()),
    ingredients: z.array(
      z.object({ name: z.string(), grams: z.int().nullable(), isWhole: z.boolean() }),
    ),
  }),
});
export type ProductionPlanReply = z.infer<typeof ProductionPlanReply>;
export type PlanDayReply = ProductionPlanReply['days'][number];

export const getProductionPlan = endpoint({
  method: 'GET',
  path: '/api/admin/production/plan',
  right: 'seeDailyPrep',
  summary: 'What to cook when for the deliveries from a day to another',
  query: PlanRange.refine(isPlanRange, RANGE_PROBLEM),
  reply: ProductionPlanReply,
});

export const getProductionPlanFile = endpoint({
  method: 'GET',
  path: '/api/admin/production/plan.csv',
  right: 'seeDailyPrep',
  summary: 'The same as CSV: one line for each batch',
  query: PlanRange.refine(isPlanRange, RANGE_PROBLEM),
  reply: z.string(),
  mediaType: 'text/csv',
});

export const moveCooking = endpoint({
  method: 'POST',
  path: '/api/admin/production/cookings/move',
  right: 'cook',
  about: 'any',
  summary: 'Cook a component on another day; refused with the reason when it would not keep',
  refusals: ['plan_changed'],
  body: PlanRange.extend({
    componentId: Id,
    cookDate: PlainDateText,
    toDate: PlainDateText,
  }).refine(isPlanRange, RANGE_PROBLEM),
  reply: ProductionPlanReply,
});

export const releaseCooking = endpoint({
  method: 'POST',
  path: '/api/admin/production/cookings/release',
  right: 'cook',
  about: 'any',
  summary: 'Let the plan choose the day again',
  body: z.strictObject({ componentId: Id, cookDate: PlainDateText }),
});
