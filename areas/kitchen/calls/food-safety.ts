/** What has to be measured and checked, what became of it, and who supervises it. */
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
import { CHECK_KINDS, READING_ACTIONS, RECORD_KINDS } from '#areas/kitchen/rules/record-kinds.ts';
import { DAY_HALVES, EXPECTED_STATES } from '#areas/kitchen/rules/expected-readings.ts';

const PLACE = lineOfText(60).min(1, 'Please name it');

export const ExpectedReply = z.object({
  date: PlainDateText,
  kind: z.enum(RECORD_KINDS),
  /** For food: the meal or the component; of goods: the supplier. */
  place: z.string(),
  /** Null: once a day, or of food. */
  half: z.enum(DAY_HALVES).nullable(),
  /** `late`: done, but measured or written down when its time was over. */
  state: z.enum(EXPECTED_STATES),
  /** When its time is over; null: with its half of the day. */
  dueAt: InstantText.nullable(),
  /** When the cook is called to measure a chill; null: nobody is. */
  callAt: InstantText.nullable(),
  /** "at least 63 °C"; empty: none. */
  limit: z.string(),
  /** The line that decides. One that failed and has an action is to be read again. */
  reading: z
    .object({
      id: Id,
      tenths: z.int().nullable(),
      at: InstantText,
      by: z.string(),
      pass: z.boolean().nullable(),
      action: z.enum(READING_ACTIONS).nullable(),
    })
    .nullable(),
  /** For food, as they are sent with its reading. */
  window: StoredWindow.nullable(),
  mealId: Id.nullable(),
  batchId: Id.nullable(),
  startId: Id.nullable(),
});
export type ExpectedReply = z.infer<typeof ExpectedReply>;

const Supervisor = z.object({ name: z.string(), certifiedOn: PlainDateText });

export const FoodSafetyReply = z.object({
  now: InstantText,
  date: PlainDateText,
  /** A day without deliveries: nothing is asked for. */
  isOpenDay: z.boolean(),
  checks: z.array(
    z.object({ id: Id, kind: z.enum(CHECK_KINDS), place: z.string(), since: PlainDateText }),
  ),
  /** What is not done of this day, the six before it and food for days to come; what is late of this day, and done of its places and goods. */
  expected: z.array(ExpectedReply),
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
  /** For any day: what failed and nothing has ended, neither an action nor, of a place, a later reading. */
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
  right: 'cook',
  summary: 'What has to be measured and checked, what became of it, and what was written down',
  reply: FoodSafetyReply,
});

const MOST_CHECKS = 60;

const DailyCheck = z.strictObject({
  id: Id.optional(),
  kind: z.enum(CHECK_KINDS),
  place: PLACE,
  since: PlainDateText.optional(),
});

export const saveFoodSafety = endpoint({
  method: 'PUT',
  path: '/api/admin/food-safety',
  right: 'cook',
  about: 'any',
  summary: 'Say what is checked every day, and who supervises food safety',
  /** What else the GET gave is of that moment: sent back, it is not read. */
  body: FoodSafetyReply.partial()
    .extend({
      /** All of them: one that is left out is asked for no longer, from today on. */
      checks: z.array(DailyCheck).max(MOST_CHECKS),
      /** Null: nobody yet. */
      supervisor: z
        .strictObject({
          name: PLACE,
          certifiedOn: PlainDateText,
          expiresOn: PlainDateText.optional(),
        })
        .nullable(),
    })
    .strict(),
  reply: FoodSafetyReply,
});
