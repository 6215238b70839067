import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  lineOfText,
  PlainDateText,
  StoredWindow,
  TenthsValue,
  text,
} from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LATENESS, READING_MARKS } from '#areas/kitchen/rules/readings.ts';
import {
  READING_ACTIONS,
  READING_SOURCES,
  RECORD_KINDS,
  WRITTEN_KINDS,
  CHECK_KINDS,
} from '#areas/kitchen/rules/record-kinds.ts';
import { FoodTrainingReply } from '#areas/staff/calls/food-training.ts';
import { DAY_HALVES, EXPECTED_STATES } from '#areas/kitchen/rules/expected-readings.ts';

export const TemperatureReadingReply = z.object({
  id: Id,
  /** For the tap that wrote it. */
  key: z.uuid(),
  kind: z.enum(RECORD_KINDS),
  place: z.string().nullable(),
  mealId: Id.nullable(),
  batchId: Id.nullable(),
  mealName: z.string().nullable(),
  date: PlainDateText,
  window: StoredWindow.nullable(),
  tenths: z.int().nullable(),
  at: InstantText,
  recordedAt: InstantText,
  by: z.string(),
  source: z.enum(READING_SOURCES),
  /** As it stands on the paper; empty: anyone who wrote it down. */
  measuredBy: z.string(),
  probe: z.string(),
  /** "at most 21 °C within 2 h", as it was then. */
  limit: z.string(),
  /** Null: nothing to judge. */
  pass: z.boolean().nullable(),
  action: z.enum(READING_ACTIONS).nullable(),
  actionBy: z.string().nullable(),
  thrownOut: z.int().nullable(),
  corrects: Id.nullable(),
  /** True: the line that it corrects was a slip, and counts no more. */
  isWithdrawn: z.boolean(),
  /** Written down more than an hour, or a day, after it happened; null: at once. */
  lateness: z.enum(LATENESS).nullable(),
  note: z.string(),
  isNotNeeded: z.boolean(),
  goodsLotId: Id.nullable(),
  /** False: another line has taken its place. */
  isStanding: z.boolean(),
  marks: z.array(z.enum(READING_MARKS)),
});
export type TemperatureReadingReply = z.infer<typeof TemperatureReadingReply>;

export const ChillReply = z.object({
  /** The line of the record that began it. */
  startId: Id,
  startKey: z.uuid(),
  mealId: Id.nullable(),
  batchId: Id.nullable(),
  /** For a batch: the component. */
  mealName: z.string(),
  date: PlainDateText,
  window: StoredWindow.nullable(),
  startedAt: InstantText,
  reached21At: InstantText.nullable(),
  next: z.enum(['reached_21', 'reached_5']),
  /** When the cook is called to measure. */
  callAt: InstantText,
  dueAt: InstantText,
});
export type ChillReply = z.infer<typeof ChillReply>;

export const TemperaturesReply = z.object({
  /** The server's time. */
  now: InstantText,
  readings: z.array(TemperatureReadingReply),
  chills: z.array(ChillReply),
});
export type TemperaturesReply = z.infer<typeof TemperaturesReply>;

const MOST_PORTIONS = 10_000;

/** A year and a day: the longest period of one record. */
export const MOST_RECORD_DAYS = 366;

const Period = { from: PlainDateText, to: PlainDateText };

export const listTemperatures = endpoint({
  method: 'GET',
  path: '/api/admin/temperatures',
  right: 'cook',
  summary: 'The temperature readings of a period, failures first, and what is chilling now',
  query: z.strictObject(Period),
  reply: TemperaturesReply,
});

export const getTemperatureRecord = endpoint({
  method: 'GET',
  path: '/api/admin/temperature-record',
  right: 'cook',
  summary: 'The food safety record of a period as PDF or CSV, failures and gaps first',
  query: z.strictObject({ ...Period, format: z.enum(['pdf', 'csv']).default('pdf') }),
  reply: z.unknown(),
  mediaType: ['application/pdf', 'text/csv'],
});

export const recordTemperature = endpoint({
  method: 'POST',
  path: '/api/admin/temperatures',
  right: 'cook',
  about: 'any',
  summary: 'Add a line to the food safety record: a temperature, or what was cleaned',
  refusals: ['chill_over', 'key_reused', 'not_there_yet'],
  body: z.strictObject({
    kind: z.enum(WRITTEN_KINDS),
    date: PlainDateText,
    /** For a freezer, and of cleaning. */
    place: lineOfText(60).optional(),
    /** When it was done, up to 7 days back, when it is written down later; omitted: now. */
    at: InstantText.optional(),
    /** Typed in from paper, on which `measuredBy` stands. */
    source: z.enum(READING_SOURCES).default('screen'),
    measuredBy: lineOfText(60).default(''),
    isNotNeeded: z.boolean().default(false),
    note: text(200).default(''),
    window: DeliveryWindowText.optional(),
    mealId: Id.optional(),
    batchId: Id.optional(),
    /** For a step of chilling: the line that began it. Omitted: the last chill of its meal or batch. */
    startId: Id.optional(),
    /** For a van: the warm box. */
    isHot: z.boolean().default(false),
    /** None at the start of a chill, nor of cleaning. */
    tenths: TenthsValue.optional(),
    probe: lineOfText(20).default(''),
    /** Another for each tap: the same key counts once. */
    key: z.uuid(),
  }),
  reply: TemperatureReadingReply,
});

export const correctTemperature = endpoint({
  method: 'POST',
  path: '/api/admin/temperatures/:id/correct',
  right: 'cook',
  about: 'any',
  summary: 'Correct a reading by a line of its own, or take it back; the old line stays',
  refusals: ['corrected', 'key_reused'],
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    /** Null: it was a slip, and counts no more. */
    tenths: TenthsValue.nullable(),
    key: z.uuid(),
  }),
  reply: TemperatureReadingReply,
});

export const answerTemperature = endpoint({
  method: 'POST',
  path: '/api/admin/temperatures/:id/action',
  right: 'cook',
  about: 'any',
  summary: 'Say once what was done about a reading that failed',
  refusals: ['answered', 'changed_meanwhile', 'no_failure', 'recipe_changed'],
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    action: z.enum(READING_ACTIONS),
    /** For a meal that was thrown out: how many of its portions that are still here. They are cooked again. */
    portions: z.union([z.literal('all'), z.int().min(1).max(MOST_PORTIONS)]).optional(),
  }),
  reply: TemperatureReadingReply,
});

// What has to be measured and checked, what became of it, and who supervises it.

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
