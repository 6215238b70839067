import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, PlainDateText } from '#platform/calls/wire-values.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { MOST_PORTIONS, PORTION_SCOPES } from '#areas/menu/rules/portion-limits.ts';

/** For a 409 `meal_sold_out`: what is left on this day, never negative. */
export const SoldOutMealReply = z.object({ mealId: Id, date: PlainDateText, left: z.int() });

/** Why staff sell more portions than are left; left out, the limit holds. */
const MOST_LIMITS = 120;

const PortionsOrNone = z
  .int('Enter a whole number')
  .min(0, 'Enter 0 or more')
  .max(MOST_PORTIONS, `Enter ${MOST_PORTIONS} or less`)
  .nullable();

/** They are counted: what is sent back of them is not read. */
const COUNTED = {
  held: z.int().optional(),
  booked: z.int().optional(),
  left: z.int().nullable().optional(),
};

const Limit = z.union([
  z.strictObject({
    ...COUNTED,
    date: PlainDateText,
    /** Null: no limit. */
    portions: PortionsOrNone,
    /** `week`: the ordering week that starts on `date`. */
    scope: z.enum(PORTION_SCOPES).optional(),
  }),
  z.strictObject({
    date: PlainDateText,
    /** Sells no more: the limit becomes what is sold or being paid for at that moment. */
    stop: z.literal(true),
    scope: z.enum(PORTION_SCOPES).optional(),
  }),
]);
export type Limit = z.infer<typeof Limit>;

const LimitRow = z.object({
  date: PlainDateText,
  scope: z.enum(PORTION_SCOPES),
  /** Null: no limit. */
  portions: z.int().nullable(),
  /** Being paid for. */
  held: z.int(),
  booked: z.int(),
  /** Never negative; null: no limit. */
  left: z.int().nullable(),
});
export type LimitRow = z.infer<typeof LimitRow>;

const LimitsReply = z.object({ limits: z.array(LimitRow) });
export type LimitsReply = z.infer<typeof LimitsReply>;

const Range = z
  .strictObject({ from: PlainDateText, to: PlainDateText })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < MOST_LIMITS, {
    path: ['to'],
    message: `Choose up to ${MOST_LIMITS} days, the first one first`,
  });

const OneMeal = z.object({ id: IdInPath });

export const getMealLimits = endpoint({
  method: 'GET',
  path: '/api/admin/meals/:id/limits',
  right: 'seeMeals',
  about: 'any',
  summary: 'Portions of a meal by day and ordering week: limit, held, booked, left',
  params: OneMeal,
  query: Range,
  reply: LimitsReply,
});

export const listLimits = endpoint({
  method: 'GET',
  path: '/api/admin/limits',
  right: 'seeMeals',
  summary: 'The same of all meals, of those days and weeks that have a limit',
  query: Range,
  reply: z.object({ limits: z.array(LimitRow.extend({ mealId: Id })) }),
});

export const putMealLimits = endpoint({
  method: 'PUT',
  path: '/api/admin/meals/:id/limits',
  right: 'editMeals',
  about: 'any',
  summary: 'Sets limits of a meal, all or none; `stop` sells no more of what is not sold yet',
  params: OneMeal,
  body: z.strictObject({
    limits: z
      .array(Limit)
      .min(1, 'Send at least one limit')
      .max(MOST_LIMITS, `Send up to ${MOST_LIMITS} limits`),
  }),
  reply: LimitsReply,
});
