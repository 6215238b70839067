/** What the kitchen checks every day, what is missing of it, and who supervises it. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import {
  Id,
  InstantText,
  lineOfText,
  PlainDateText,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { FoodTrainingReply } from '#areas/staff/calls/food-training.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';
import { CHECK_KINDS, RECORD_KINDS } from '#areas/kitchen/rules/record-kinds.ts';
import { DAY_HALVES } from '#areas/kitchen/rules/missing-checks.ts';

const PLACE = lineOfText(60).min(1, 'Please name it');

export const MissingCheckReply = z.object({
  date: PlainDateText,
  kind: z.enum(RECORD_KINDS),
  /** Of food: the meal or the component. */
  place: z.string(),
  /** Null: once a day. */
  half: z.enum(DAY_HALVES).nullable(),
  /** In tenths: what was read, and failed. It has to be read again. */
  failed: z.int().nullable(),
  /** Of food, as they are sent with its reading. */
  window: StoredWindow.nullable(),
  mealId: Id.nullable(),
  batchId: Id.nullable(),
  startId: Id.nullable(),
});
export type MissingCheckReply = z.infer<typeof MissingCheckReply>;

const Supervisor = z.object({ name: z.string(), certifiedOn: PlainDateText });

export const FoodSafetyReply = z.object({
  now: InstantText,
  date: PlainDateText,
  /** A day without deliveries: nothing is asked for. */
  isOpenDay: z.boolean(),
  checks: z.array(
    z.object({ id: Id, kind: z.enum(CHECK_KINDS), place: z.string(), since: PlainDateText }),
  ),
  /** Not written down yet, with time left. */
  due: z.array(MissingCheckReply),
  /** Not written down in time: of this day and the six before it. */
  gaps: z.array(MissingCheckReply),
  /** Components that were cooked today, to measure and to chill. */
  batches: z.array(
    z.object({ id: Id, name: z.string(), baseUnit: z.enum(BASE_UNITS), madeQty: z.int() }),
  ),
  /** Meals and batches that were cooked in these days: what a reading on paper may be of. */
  foods: z.array(
    z.object({
      date: PlainDateText,
      window: StoredWindow.nullable(),
      mealId: Id.nullable(),
      batchId: Id.nullable(),
      name: z.string(),
    }),
  ),
  /** Everything that was written down on this day: failures first, then the newest. */
  lines: z.array(TemperatureReadingReply),
  /** Of any day: what failed, and nobody has said what was done about it. */
  failed: z.array(TemperatureReadingReply),
  training: FoodTrainingReply,
  supervisor: Supervisor.extend({
    /** The day from which the certificate counts no longer. */
    expiresOn: PlainDateText,
  }).nullable(),
  lastDrill: z.object({ at: InstantText, by: z.string() }).nullable(),
});
export type FoodSafetyReply = z.infer<typeof FoodSafetyReply>;

export const getFoodSafety = endpoint({
  method: 'GET',
  path: '/api/admin/food-safety',
  access: 'staff',
  right: 'cook',
  summary: 'What has to be checked today, what is missing, and what was written down',
  reply: FoodSafetyReply,
});

const MOST_CHECKS = 60;

export const saveFoodSafety = endpoint({
  method: 'PUT',
  path: '/api/admin/food-safety',
  access: 'staff',
  right: 'cook',
  summary: 'Say what is checked every day, and who supervises food safety',
  body: z.strictObject({
    /** All of them: one that is left out is asked for no longer, from today on. */
    checks: z.array(z.strictObject({ kind: z.enum(CHECK_KINDS), place: PLACE })).max(MOST_CHECKS),
    /** Null: nobody yet. */
    supervisor: z.strictObject({ name: PLACE, certifiedOn: PlainDateText }).nullable(),
  }),
  reply: FoodSafetyReply,
});
