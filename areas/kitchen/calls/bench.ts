/** The bench: pots, trays and readings of two work days, and what cooks say of them. No address, phone, email or price. */
import { z } from 'zod';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { MISSING_REASONS } from '#areas/order-book/rules/pack-bag.ts';
import { CARES } from '#areas/order-book/rules/special-people.ts';
import { ChillReply, TemperatureReadingReply, ExpectedReply } from './food-safety-record.ts';
import { POT_ID } from '#areas/kitchen/rules/bench-words.ts';
import { READING_ACTIONS, TEMPERATURE_KINDS } from '#areas/kitchen/rules/record-kinds.ts';
import { BASE_UNITS, LARGEST_QTY } from '#areas/menu/rules/units.ts';
import { MOST_LINES } from '#areas/menu/rules/recipe-limits.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  InstantText,
  lineOfText,
  PlainDateText,
  StoredWindow,
  TenthsValue,
} from '#platform/calls/wire-values.ts';

const Unit = z.enum(BASE_UNITS);
/** For the kitchen's clock, "2026-11-25T12:45". */
const WallText = z.iso.datetime({ local: true });
const PotId = z.string().regex(POT_ID, 'must name a pot');

const LineId = z.string().regex(/^[ic][1-9]\d{0,8}$/, 'must name a line');

const BenchFoodReply = z.object({
  id: LineId,
  name: z.string(),
  unit: Unit,
  /** Null: nobody has read the label. */
  allergens: z.array(z.enum(ALLERGENS)).nullable(),
  /** What is in the house of it, where a pot of these days takes it. */
  lots: z.array(z.object({ id: Id, text: z.string() })),
});

const BenchComponentReply = z.object({
  componentId: Id,
  recipeVersion: z.int(),
  name: z.string(),
  unit: Unit,
  steps: z.string(),
  needs: z.array(z.enum(['core', 'cooling'])),
  lines: z.array(
    z.object({
      id: LineId,
      /** "3 cm dice"; empty: the steps say all. */
      prep: z.string(),
    }),
  ),
});

const BenchMealReply = z.object({
  mealId: Id,
  mealVersion: z.int(),
  recipeVersion: z.int().nullable(),
  steps: z.string(),
  coreCelsius: z.int().nullable(),
  lines: z.array(
    z.object({
      id: LineId,
      prep: z.string(),
      /** One decimal under 10 g and for pieces. */
      perTray: z.number(),
      /** On a tray after heat, by the last pans; null: none was weighed. */
      cookedAbout: z.int().nullable(),
    }),
  ),
  /** Without a recipe: what its label says of a tray. `grams` null: the share is not stated. */
  labelRows: z.array(z.object({ name: z.string(), grams: z.int().nullable() })).nullable(),
});

const BenchPotReply = z.object({
  /** "c12:2026-11-25:1": component, cook day, and which of its pots. */
  id: z.string(),
  componentId: Id,
  planned: z.int(),
  startBy: WallText,
  cookAt: WallText,
  chillAt: WallText,
  readyBy: WallText,
  /** Who gets it. `window` null: another component. */
  users: z.array(
    z.object({
      name: z.string(),
      date: PlainDateText,
      window: StoredWindow.nullable(),
      portions: z.int().nullable(),
      qty: z.int(),
    }),
  ),
  /** As the lines of its component: ready to use, and out of the store, before peeling. */
  weigh: z.array(z.int()),
  takeOut: z.array(z.int()),
  state: z.enum(['planned', 'started', 'made']),
  made: z
    .object({
      batchId: z.int(),
      /** For the word that said so; null: it was said elsewhere. */
      key: z.uuid().nullable(),
      qty: z.int(),
      leftQty: z.int(),
      wastedQty: z.int(),
      at: InstantText,
      by: z.string(),
    })
    .nullable(),
});

/** A line of the record that stands, of food, as far as its pot or trays show it. */
const BenchReadingReply = TemperatureReadingReply.pick({
  key: true,
  kind: true,
  mealId: true,
  batchId: true,
  window: true,
  tenths: true,
  at: true,
  pass: true,
  action: true,
});

/** One that failed, of food or a place: with what the question about it says. */
const FailedReadingReply = BenchReadingReply.extend(
  TemperatureReadingReply.pick({ place: true, mealName: true, date: true, by: true }).shape,
);
export type FailedReadingReply = z.infer<typeof FailedReadingReply>;

const SpecialReply = z.object({
  verdict: z.enum(CARES),
  /** "contains MILK. Do not make. Ask the office." */
  text: z.string(),
  person: z.string(),
  /** "12 Zoe 9Q2X". */
  key: z.string(),
  window: StoredWindow,
});
export type BenchSpecialReply = z.infer<typeof SpecialReply>;

const BenchTrayReply = z.object({
  mealId: Id,
  name: z.string(),
  /** The delivery date of its windows. */
  date: PlainDateText,
  packBy: WallText,
  windows: z.array(
    z.object({
      window: StoredWindow,
      /** Without those on hold. */
      count: z.int(),
      held: z.int(),
      /** May be more than `count`: cooked, and not needed any more. */
      done: z.int(),
      /** Stops that miss one. */
      short: z.array(z.int()),
      /** For each the item, its delivery and its key: "12 Mia 9Q2X". */
      portions: z.array(z.tuple([Id, Id, z.string()])),
    }),
  ),
  /** As the lines of its meal: for each of the windows. */
  sums: z.array(z.array(z.int())),
  takeOut: z.array(z.int().nullable()),
  specials: z.array(SpecialReply),
});

const BenchDayReply = z.object({
  date: PlainDateText,
  pots: z.array(BenchPotReply),
  trays: z.array(BenchTrayReply),
  /** For food of this day. */
  readings: z.array(BenchReadingReply),
  out: z.array(z.object({ window: StoredWindow, bags: z.int(), packed: z.int(), left: z.int() })),
  giftCards: z.int(),
  /** Not among them: what is cooked only once staff decide on its order. */
  waiting: z.object({ orders: z.int(), meals: z.int() }),
});

export const BenchReply = z.object({
  now: InstantText,
  date: PlainDateText,
  today: PlainDateText,
  /** The work day that is shown without one: after 6pm tomorrow. */
  opens: PlainDateText,
  /** Nothing of it is kept on a device any longer. */
  until: InstantText,
  staffId: z.uuid(),
  staffName: z.string(),
  /** Without a network nobody can be asked. */
  mayCook: z.boolean(),
  mayRunOut: z.boolean(),
  mayPack: z.boolean(),
  mayDrive: z.boolean(),
  coreCelsius: z.int(),
  foods: z.array(BenchFoodReply),
  components: z.array(BenchComponentReply),
  meals: z.array(BenchMealReply),
  days: z.array(BenchDayReply),
  /** Whatever is chilling, of any day. */
  chills: z.array(ChillReply),
  /** Not written down yet, with time left or late: of places, and of food of these days. */
  due: z.array(ExpectedReply),
  /** For any day: what failed, and nobody has said what was done about it. */
  failed: z.array(FailedReadingReply),
  /** What was said and is not settled: a pot reported twice. */
  asked: z.array(
    z.object({
      key: z.uuid(),
      potId: z.string(),
      text: z.string(),
      qty: z.int(),
      planned: z.int(),
    }),
  ),
});
export type BenchReply = z.infer<typeof BenchReply>;

export const getBench = endpoint({
  method: 'GET',
  path: '/api/bench',
  right: 'seeDailyPrep',
  summary:
    'Pots, trays and readings of a work day and the next; without a date, today, after 6pm tomorrow',
  query: z.strictObject({ date: PlainDateText.optional() }),
  reply: BenchReply,
});

const Qty = z.int().min(0).max(LARGEST_QTY);
const Portions = z.int().min(1).max(1000);

const Trays = { date: PlainDateText, window: DeliveryWindowText, mealId: Id };

const Word = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tick'),
    ...Trays,
    /** Below 0: taken back. */
    count: z
      .int()
      .min(-1000)
      .max(1000)
      .refine((count) => count !== 0, 'Enter how many portions'),
    mealVersion: z.int(),
  }),
  z.strictObject({ kind: z.literal('start'), potId: PotId }),
  z.strictObject({
    kind: z.literal('made'),
    potId: PotId,
    qty: Qty.min(1),
    planned: Qty.min(1),
    recipeVersion: z.int().min(1),
    /** Those that the cook names; of the others each may have gone in. */
    goodsLotIds: z.array(Id).max(MOST_LINES).default([]),
    /** The word that was refused as `pot_done`: this is another pot. */
    answers: z.uuid().optional(),
  }),
  z.strictObject({
    kind: z.literal('correct'),
    potId: PotId,
    qty: Qty.min(1),
    leftQty: Qty,
    wastedQty: Qty,
  }),
  z.strictObject({
    kind: z.literal('weigh'),
    mealId: Id,
    lineId: LineId,
    date: PlainDateText,
    rawQty: Qty.min(1),
    cookedQty: Qty.min(1),
  }),
  z.strictObject({
    kind: z.literal('short'),
    deliveryId: Id,
    itemId: Id,
    reason: z.enum(MISSING_REASONS),
  }),
  z.strictObject({
    kind: z.literal('reading'),
    reads: z.enum(TEMPERATURE_KINDS),
    of: z.union([
      z.strictObject({ potId: PotId }),
      z.strictObject({ startKey: z.uuid() }),
      z.strictObject(Trays),
      z.strictObject({
        date: PlainDateText,
        place: lineOfText(60),
        isHot: z.boolean().optional(),
      }),
    ]),
    tenths: TenthsValue.nullable(),
    probe: lineOfText(20).default(''),
  }),
  z.strictObject({
    kind: z.literal('action'),
    readingKey: z.uuid(),
    action: z.enum(READING_ACTIONS),
    portions: z.union([z.literal('all'), Portions]).optional(),
  }),
  z.strictObject({ kind: z.literal('same_pot'), about: z.uuid() }),
  z.strictObject({ kind: z.literal('undo'), undoes: z.uuid() }),
]);

export const MOST_WORDS = 50;

export const sendBenchWords = endpoint({
  method: 'POST',
  path: '/api/bench/words',
  right: 'cook',
  about: 'any',
  summary: 'What cooks said at the bench, each answered for itself; the same key counts once',
  refusals: [
    'already_packed',
    'answered',
    'changed_meanwhile',
    'chill_over',
    'corrected',
    'key_reused',
    'no_failure',
    'not_possible',
    'not_there_yet',
    'other_bag',
    'other_person',
    'pot_done',
    'recipe_changed',
  ],
  body: z.strictObject({
    /** Who said them: 401 `other_person` when someone else has signed in on that tablet since. */
    staffId: z.uuid(),
    deviceId: z.uuid(),
    words: z
      .array(z.strictObject({ key: z.uuid(), at: InstantText, word: Word }))
      .min(1)
      .max(MOST_WORDS),
  }),
  reply: z.object({
    now: InstantText,
    results: z.array(
      z.object({
        key: z.uuid(),
        ok: z.boolean(),
        code: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
  }),
});
export type SentWord = z.output<typeof sendBenchWords.body>['words'][number];
