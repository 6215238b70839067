/** What has to be measured and checked, and what became of it: one rule for pages, bench, Today and the record. Standard 3.2.2A. Ours. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { chillFrom } from './chills.ts';
import { isOfSameFood, latenessOf, type Reading, standingReadings } from './readings.ts';
import {
  type CheckKind,
  isCleaning,
  RECORD_KIND_NAMES,
  type RecordKind,
  type WrittenKind,
} from './record-kinds.ts';
import { limitOf, type TemperatureLimit } from './temperature-limits.ts';

/** Fridges and freezers are read twice a day: before noon, and after. */
export const DAY_HALVES = ['morning', 'afternoon'] as const;
type DayHalf = (typeof DAY_HALVES)[number];

const NOON_MINUTE = 12 * 60;

/** `late`: done, but measured or written down when its time was over. In the sequence in which they are shown. */
export const EXPECTED_STATES = ['failed', 'missing', 'due', 'late', 'done'] as const;
export type ExpectedState = (typeof EXPECTED_STATES)[number];

export type DailyCheck = {
  kind: CheckKind;
  place: string;
  since: PlainDate;
  until: PlainDate | null;
};

/** A meal of a window, or a batch of a component, that was cooked. */
export type CookedFood = {
  /** The delivery date of a meal; the day on which a batch was cooked. */
  date: PlainDate;
  window: DeliveryWindow | null;
  mealId: number | null;
  batchId: number | null;
  name: string;
  /** What its core must show. Null: a cold dish, or a component whose recipe asks for none. */
  coreCelsius: number | null;
  /** It goes out cold in some bag, or is a component that is chilled. */
  isChilled: boolean;
  /** Ticked, or made, for the last time. Null: nobody ticked it. */
  doneAt: Instant | null;
  /** Null: a batch, which is in no window. */
  packAt: Instant | null;
  /** Null: it has not started, or it is of no run. */
  runStartsAt: Instant | null;
};

/** For a supplier's delivery: what it was taken in with; null: it has not come. */
export type ExpectedGoods = {
  date: PlainDate;
  supplier: string;
  dueAt: Instant | null;
  reading: Reading | null;
};

/** What a reading of food is of, as it is sent with it. Of a place: nothing. */
type MeasuredFood = {
  window: DeliveryWindow | null;
  mealId: number | null;
  batchId: number | null;
  /** The start of the chill that it belongs to. */
  startId: number | null;
};

export type Expected = MeasuredFood & {
  date: PlainDate;
  kind: RecordKind;
  /** For food: the meal or the component; of goods: the supplier. */
  place: string;
  /** Null: once a day, or of food. */
  half: DayHalf | null;
  state: ExpectedState;
  /** When its time is over; null: with its half of the day, or nobody can say. */
  dueAt: Instant | null;
  /** When the cook is called to measure; null: nobody is. */
  callAt: Instant | null;
  limit: TemperatureLimit;
  /** The line that decides. One that failed and has an action is to be read again. Null: none. */
  reading: Reading | null;
};

const NO_FACTS = { coreCelsius: null, isHot: false };
const OF_A_PLACE = { window: null, mealId: null, batchId: null, startId: null, callAt: null };

type ReadingsQuery = {
  checks: readonly DailyCheck[];
  foods: readonly CookedFood[];
  goods: readonly ExpectedGoods[];
};

/** `days`: those on which places are checked. */
type When = { days: readonly PlainDate[]; now: Instant; timeZone: string };

/** `readings`: all of those days, corrected ones too. */
export function expectedReadings(
  { checks, foods, goods }: ReadingsQuery,
  readings: readonly Reading[],
  when: When,
): Expected[] {
  const standing = standingReadings(readings).toSorted((a, b) => a.id - b.id);
  const unlisted = standing
    .filter(({ kind }) => kind === 'chill_start')
    .filter((start) => !foods.some((food) => isOfSameFood(food, start)))
    .filter((start, index, all) => all.findIndex((one) => isOfSameFood(one, start)) === index)
    .map(foodOfStart);
  return [
    ...expectedOfPlaces(checks, standing, when),
    ...[...foods, ...unlisted].flatMap((food) => expectedOfFood(food, standing, when.now)),
    ...goods.map((one) => expectedOf(one)),
  ];
}

/** As long as nobody has done it. */
const NAMES: Record<RecordKind, string> = { ...RECORD_KIND_NAMES, chill_start: 'Start of chill' };

/** "Core: Bean Chilli, 4pm-6pm", "Fridge: Walk-in, morning". */
export function expectedName({
  kind,
  place,
  window,
  half,
}: Pick<Expected, 'kind' | 'place' | 'window' | 'half'>): string {
  const of = [place, window && windowLabel(window), half].filter(Boolean).join(', ');
  return `${NAMES[kind]}: ${of}`;
}

type Counts = Record<'unanswered' | 'missing' | 'enteredLater' | 'measuredLate' | 'due', number>;

/** `unanswered`: failures without an action, expected or not. */
export function countExpected(expected: readonly Expected[], unanswered: number): Counts {
  const inState = (state: ExpectedState) => expected.filter((one) => one.state === state);
  const late = inState('late');
  const entered = late.filter(({ reading }) => reading && latenessOf(reading) !== null);
  return {
    unanswered,
    missing: inState('missing').length,
    enteredLater: entered.length,
    measuredLate: late.length - entered.length,
    due: inState('due').length,
  };
}

/** "1 reading failed without an action · 3 missing, 2 entered later"; empty: all of it was done, and in time. */
export function recordHeadline(counts: Omit<Counts, 'due'>): string {
  const { unanswered, missing, enteredLater, measuredLate } = counts;
  const failed = unanswered === 1 ? '1 reading' : `${unanswered} readings`;
  const lacking = [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(enteredLater > 0 ? [`${enteredLater} entered later`] : []),
    ...(measuredLate > 0 ? [`${measuredLate} measured late`] : []),
  ].join(', ');
  return [
    ...(unanswered > 0 ? [`${failed} failed without an action`] : []),
    ...(lacking === '' ? [] : [lacking]),
  ].join(' · ');
}

/** Days on which the kitchen offers deliveries: for these it cooks. */
export function isOpenDay(
  date: PlainDate,
  facts: Pick<BusinessFacts, 'deliveryWindows' | 'closures'>,
): boolean {
  return windowsOn(facts, date).length > 0;
}

type PlaceLine = WallTime & { line: Reading };

function expectedOfPlaces(
  checks: readonly DailyCheck[],
  standing: readonly Reading[],
  { days, now: instant, timeZone }: When,
): Expected[] {
  const now = wallTimeAt(instant, timeZone);
  const lines = standing.map((line) => ({ line, ...wallTimeAt(line.at, timeZone) }));
  return days
    .filter((date) => date <= now.date)
    .flatMap((date) => {
      const ofDay = checks.filter(({ since, until }) => since <= date && !(until && until <= date));
      const written = lines.filter((line) => line.date === date);
      return ofDay.flatMap((check) => {
        const { kind, place } = check;
        // A reading without a place is of the only fridge.
        const isOnlyOne = ofDay.filter((one) => one.kind === kind).length === 1;
        const readingsOfIt = written.filter(
          ({ line }) =>
            line.kind === kind &&
            (line.place === null ? isOnlyOne : sameName(line.place) === sameName(place)),
        );
        const halves = isCleaning(kind) ? [null] : DAY_HALVES;
        return halves.flatMap((half) => {
          // Before noon, nobody is asked for the afternoon.
          if (date === now.date && half === 'afternoon' && halfOf(now) === 'morning') return [];
          const isOver = date < now.date || (half === 'morning' && halfOf(now) === 'afternoon');
          const found = { ...decidedBy(readingsOfIt, half), isOver };
          const { reading } = found;
          const limit = limitOf(kind, NO_FACTS);
          const of = { ...OF_A_PLACE, date, kind, place, half, dueAt: null, limit };
          return { ...of, reading, state: stateOf(found) };
        });
      });
    });
}

/** The last of its half; a failure that is read again well later that day is ended by that. */
function decidedBy(readingsOfIt: readonly PlaceLine[], half: DayHalf | null) {
  const byTime = readingsOfIt.toSorted(
    (a, b) => a.minuteOfDay - b.minuteOfDay || a.line.id - b.line.id,
  );
  const last = byTime.findLast((one) => half === null || halfOf(one) === half)?.line ?? null;
  if (last?.pass !== false) return { reading: last, isLate: false };
  const again = byTime.findLast(({ line }) => line.pass !== false && line.at >= last.at);
  return { reading: again?.line ?? last, isLate: again !== undefined };
}

type Decided = { reading: Reading | null; isLate: boolean; isOver: boolean };

function stateOf({ reading, isLate, isOver }: Decided): ExpectedState {
  if (reading?.pass === false && reading.action === null) return 'failed';
  if (reading === null || reading.pass === false) return isOver ? 'missing' : 'due';
  return isLate || latenessOf(reading) !== null ? 'late' : 'done';
}

function sameName(place: string): string {
  return place.trim().toLowerCase();
}

function halfOf({ minuteOfDay }: WallTime): DayHalf {
  return minuteOfDay < NOON_MINUTE ? 'morning' : 'afternoon';
}

// Food: what someone made or ticked, whether or not anyone measured it.

/** So long after Made a pot is measured and begins to chill; trays have as long when they are ticked too late to be packed. */
const MEASURED_WITHIN_MS = 30 * MINUTE_MS;
/** How long after the last tick the cook should have measured, whenever it is packed. */
const ASKED_AFTER_MS = 120 * MINUTE_MS;

/** A chill of food that nobody made or ticked. */
function foodOfStart({ date, window, mealId, batchId, mealName }: Reading): CookedFood {
  const name = mealName ?? '';
  const untold = { doneAt: null, packAt: null, runStartsAt: null };
  return { date, window, mealId, batchId, name, coreCelsius: null, isChilled: true, ...untold };
}

function expectedOfFood(food: CookedFood, standing: readonly Reading[], now: Instant): Expected[] {
  const readingsOfIt = standing.filter((reading) => isOfSameFood(food, reading));
  const again = cookedAgain(food, readingsOfIt);
  const of = {
    food,
    readingsOfIt,
    counted: readingsOfIt.filter((one) => isAfter(one, again)),
    now,
  };
  const dueAt = deadlineOf(food, again?.actionAt ?? null);
  return [
    ...(food.coreCelsius !== null ? [expectedOfKind('core', of, { dueAt })] : []),
    ...(isChilled(food, readingsOfIt) ? expectedOfChill(of, dueAt) : []),
  ];
}

/** What was never hot is not chilled. */
function isChilled(food: CookedFood, readingsOfIt: readonly Reading[]): boolean {
  const wasHot = food.coreCelsius !== null || food.batchId !== null;
  return food.isChilled && (wasHot || readingsOfIt.some(({ kind }) => kind === 'chill_start'));
}

/** The failure after which it was cooked on, or thrown out and made again: what was measured until then counts no more. */
function cookedAgain(
  { doneAt }: CookedFood,
  readingsOfIt: readonly Reading[],
): Reading | undefined {
  return readingsOfIt.findLast(
    ({ pass, action, actionAt }) =>
      pass === false &&
      actionAt !== null &&
      (action === 'cooked_on' || (action === 'thrown_out' && doneAt !== null && doneAt > actionAt)),
  );
}

function isAfter(reading: Reading, failure: Reading | undefined): boolean {
  if (failure === undefined) return true;
  return reading.id > failure.id && reading.recordedAt >= (failure.actionAt ?? 0);
}

function deadlineOf(
  { doneAt, batchId, packAt, runStartsAt }: CookedFood,
  againAt: Instant | null,
): Instant | null {
  const cookedAt = againAt === null ? doneAt : Math.max(againAt, doneAt ?? againAt);
  if (cookedAt === null) return earliest(packAt, runStartsAt);
  const soon = cookedAt + MEASURED_WITHIN_MS;
  if (batchId !== null) return soon;
  const byPacking = packAt !== null && packAt < cookedAt ? soon : packAt;
  return earliest(cookedAt + ASKED_AFTER_MS, byPacking, runStartsAt);
}

function earliest(...times: (Instant | null)[]): Instant | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

type OfFood = {
  food: CookedFood;
  /** All that count of it, as they were written. */
  readingsOfIt: readonly Reading[];
  /** Without those of food that was cooked on since. */
  counted: readonly Reading[];
  now: Instant;
};

type Time = {
  dueAt: Instant | null;
  isOver?: boolean;
  callAt?: Instant | null;
  startId?: number | null;
};

/** A failure that has an action is an answer: what becomes of the food is that action. */
function expectedOfKind(
  kind: WrittenKind,
  { food, readingsOfIt, counted, now }: OfFood,
  { dueAt, isOver = dueAt !== null && now >= dueAt, callAt = null, startId = null }: Time,
): Expected {
  const { date, window, mealId, batchId, name, coreCelsius } = food;
  const ofKind = (one: Reading) => one.kind === kind;
  const open = readingsOfIt.findLast(
    (one) => ofKind(one) && one.pass === false && one.action === null,
  );
  const reading = open ?? counted.findLast(ofKind) ?? null;
  const isLate = reading !== null && dueAt !== null && reading.at > dueAt;
  const answered = reading?.pass === false && reading.action !== null ? 'done' : null;
  const state = answered ?? stateOf({ reading, isLate, isOver });
  const limit = limitOf(kind, { coreCelsius, isHot: false });
  const of = { date, window, mealId, batchId, startId, limit };
  return { ...of, kind, place: name, half: null, state, dueAt, callAt, reading };
}

/** Its start, then 21 and 5 °C, each as soon as the one before was measured, or when its run starts. */
function expectedOfChill(of: OfFood, startBy: Instant | null): Expected[] {
  const { food, counted, now } = of;
  const start = counted.findLast(({ kind }) => kind === 'chill_start');
  const startId = start?.id ?? null;
  const hasLeft = food.runStartsAt !== null && now >= food.runStartsAt;
  const began = { dueAt: startBy, startId };
  const first = expectedOfKind('chill_start', of, began);
  if (start === undefined)
    return hasLeft
      ? [first, ...STEPS.map((kind) => expectedOfKind(kind, of, { dueAt: food.runStartsAt }))]
      : [first];
  const chill = chillFrom(start, counted);
  return [
    first,
    ...STEPS.flatMap((kind) => {
      if (counted.some((one) => one.kind === kind && one.startId === startId))
        return expectedOfKind(kind, of, { dueAt: null, startId });
      if (chill?.next === kind) {
        const dueAt = earliest(chill.dueAt, food.runStartsAt);
        // Its last minute counts.
        const isOver = hasLeft || now > chill.dueAt;
        return expectedOfKind(kind, of, { dueAt, isOver, callAt: chill.callAt, startId });
      }
      return hasLeft && chill ? expectedOfKind(kind, of, { dueAt: food.runStartsAt, startId }) : [];
    }),
  ];
}

const STEPS = ['reached_21', 'reached_5'] as const;

// Goods: until they are taken in.

function expectedOf({ date, supplier, dueAt, reading }: ExpectedGoods): Expected {
  const answered = reading?.pass === false && reading.action !== null ? 'done' : null;
  const state = answered ?? stateOf({ reading, isLate: false, isOver: false });
  const limit = reading?.limit ?? limitOf('fridge', NO_FACTS);
  const of = { ...OF_A_PLACE, date, kind: 'receipt' as const, place: supplier, half: null };
  return { ...of, state, dueAt, limit, reading };
}
