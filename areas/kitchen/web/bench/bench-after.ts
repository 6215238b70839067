/** The bench as one word leaves it, before the server has answered, and when it has nothing against it. */
import type { FailedReadingReply } from '#areas/kitchen/calls/bench.ts';
import type {
  BenchReading,
  BenchPot,
  Bench,
  BenchTray,
} from '#areas/kitchen/calls/opened-bench.ts';
import type { ChillReply } from '#areas/kitchen/calls/food-safety-record.ts';
import type { BenchWord, ReadingOf } from '#areas/kitchen/rules/bench-words.ts';
import {
  chillTimes,
  coreLimitOf,
  limitOf,
  passes,
} from '#areas/kitchen/rules/temperature-limits.ts';
import { type CurveReading, isHotReading, lastHot } from '#areas/kitchen/rules/chills.ts';
import { isOfSameFood } from '#areas/kitchen/rules/readings.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import type { Queued } from '#platform/rules/queued-words.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';

/** What was said, and how a line about it begins. `undone`: what an undo takes back. */
export type BenchSaid = { word: BenchWord; label: string; undone?: BenchWord };

export function benchAfter(bench: Bench, said: Queued<BenchSaid>): Bench {
  const { word } = said;
  switch (word.kind) {
    case 'tick':
      return withTrays(bench, (tray) => ticked(tray, word, word.count));
    case 'start':
      return withPot(bench, word.potId, (pot) => ({ ...pot, state: 'started' }));
    case 'made':
      return withPot(bench, word.potId, (pot) => madeBy(pot, word.qty, said));
    case 'correct':
      return withPot(bench, word.potId, (pot) => ({
        ...pot,
        made: pot.made && {
          ...pot.made,
          qty: word.qty,
          leftQty: word.leftQty,
          wastedQty: word.wastedQty,
        },
      }));
    case 'weigh':
      return withTrays(bench, (tray) => weighed(tray, word));
    case 'short':
      return withTrays(bench, (tray) => withShort(tray, word.itemId));
    case 'reading':
      return withReading(bench, said, word);
    case 'action':
      return answered(bench, word);
    case 'same_pot':
      return { ...bench, asked: bench.asked.filter(({ key }) => key !== word.about) };
    case 'undo':
      return said.undone ? without(bench, word.undoes, said.undone) : bench;
  }
}

function madeBy(pot: BenchPot, qty: number, said: Queued<BenchSaid>): BenchPot {
  return {
    ...pot,
    state: 'made',
    made: {
      // Until the server has numbered it.
      batchId: pot.made?.batchId ?? -said.seq,
      key: said.key,
      qty,
      leftQty: 0,
      wastedQty: 0,
      at: toInstantText(said.at),
      by: said.staffName,
    },
  };
}

function weighed(
  tray: BenchTray,
  { mealId, lineId, rawQty, cookedQty }: Extract<BenchWord, { kind: 'weigh' }>,
): BenchTray {
  if (tray.mealId !== mealId) return tray;
  return {
    ...tray,
    rows: tray.rows.map((row) =>
      row.lineId === lineId
        ? { ...row, cookedAbout: half((row.perTray * cookedQty) / rawQty) }
        : row,
    ),
  };
}

function withShort(tray: BenchTray, itemId: number): BenchTray {
  return {
    ...tray,
    windows: tray.windows.map((window) => {
      const portion = window.portions.find((one) => one.itemId === itemId);
      return portion ? { ...window, short: [...window.short, stopOf(portion.key)] } : window;
    }),
  };
}

function answered(
  bench: Bench,
  { readingKey, action }: Extract<BenchWord, { kind: 'action' }>,
): Bench {
  return {
    ...bench,
    failed: bench.failed.filter(({ key }) => key !== readingKey),
    days: bench.days.map((day) => ({
      ...day,
      readings: day.readings.map((reading) =>
        reading.key === readingKey ? { ...reading, action } : reading,
      ),
    })),
  };
}

/** What can be seen at once; the rest comes with the next answer. */
function without(bench: Bench, key: string, word: BenchWord): Bench {
  switch (word.kind) {
    case 'tick':
      return withTrays(bench, (tray) => ticked(tray, word, -word.count));
    case 'start':
    case 'made':
      return withPot(bench, word.potId, (pot) => ({ ...pot, state: 'planned', made: null }));
    case 'reading':
      return {
        ...bench,
        chills: bench.chills.filter(({ startKey }) => startKey !== key),
        failed: bench.failed.filter((reading) => reading.key !== key),
        days: bench.days.map((day) => ({
          ...day,
          readings: day.readings.filter((reading) => reading.key !== key),
        })),
      };
    default:
      return bench;
  }
}

function withTrays(bench: Bench, change: (tray: BenchTray) => BenchTray): Bench {
  return { ...bench, days: bench.days.map((day) => ({ ...day, trays: day.trays.map(change) })) };
}

function withPot(bench: Bench, id: string, change: (pot: BenchPot) => BenchPot): Bench {
  return {
    ...bench,
    days: bench.days.map((day) => ({
      ...day,
      pots: day.pots.map((pot) => (pot.id === id ? change(pot) : pot)),
    })),
  };
}

function ticked(
  tray: BenchTray,
  { mealId, date, window }: Extract<BenchWord, { kind: 'tick' }>,
  count: number,
): BenchTray {
  if (tray.mealId !== mealId || tray.date !== date) return tray;
  return {
    ...tray,
    windows: tray.windows.map((one) =>
      one.window === window ? { ...one, done: Math.max(0, one.done + count) } : one,
    ),
  };
}

function stopOf(key: string): number {
  return Number(key.split(' ')[0]) || 0;
}

type ReadingWord = Extract<BenchWord, { kind: 'reading' }>;

/** As the server will judge it: a failure is asked after without signal too. */
function withReading(bench: Bench, said: Queued<BenchSaid>, word: ReadingWord): Bench {
  const of = foodOf(bench, word.of);
  const chill = chillOf(bench, word.of);
  const since =
    chill && word.reads !== 'chill_start' ? Date.parse(chill.reached21At ?? chill.startedAt) : null;
  const limit = limitOf(word.reads, {
    coreCelsius: coreLimitOf({ coreCelsius: of.coreCelsius }, bench),
    isHot: 'isHot' in word.of && word.of.isHot === true,
  });
  const { tenths } = word;
  const reading: FailedReadingReply = {
    key: said.key,
    kind: word.reads,
    place: 'place' in word.of ? word.of.place || null : null,
    mealId: of.mealId,
    batchId: of.batchId,
    mealName: of.name,
    date: of.date,
    window: of.window,
    tenths,
    at: toInstantText(said.at),
    by: said.staffName,
    pass: tenths === null ? null : passes({ tenths, at: said.at, since }, limit),
    action: null,
  };
  return {
    ...bench,
    failed: reading.pass === false ? [...bench.failed, reading] : bench.failed,
    due: bench.due.filter((one) => one.kind !== reading.kind || !isOf(one, reading)),
    chills: chillsAfter(bench.chills, { said, word, reading, chill, hot: hotOf(bench, reading) }),
    days: bench.days.map((day) =>
      day.date === of.date ? { ...day, readings: [reading, ...day.readings] } : day,
    ),
  };
}

function isOf(due: Bench['due'][number], reading: FailedReadingReply): boolean {
  if (due.mealId !== null) return due.mealId === reading.mealId && due.date === reading.date;
  if (due.batchId !== null) return due.batchId === reading.batchId;
  return reading.place !== null && due.place.toLowerCase() === reading.place.toLowerCase();
}

type MeasuredFood = Pick<BenchReading, 'mealId' | 'batchId' | 'date'> & {
  name: string | null;
  window: BenchReading['window'];
  coreCelsius: number | null;
};

function foodOf({ days, chills }: Bench, of: ReadingOf): MeasuredFood {
  const none = { mealId: null, batchId: null, name: null, window: null, coreCelsius: null };
  if ('place' in of) return { ...none, date: of.date };
  if ('mealId' in of) {
    const tray = days.flatMap(({ trays }) => trays).find(({ mealId }) => mealId === of.mealId);
    const { mealId, date, window } = of;
    const { name = '', coreCelsius = null } = tray ?? {};
    return { ...none, mealId, date, window, name, coreCelsius };
  }
  if ('startKey' in of) {
    const start = chills.find(({ startKey }) => startKey === of.startKey);
    if (!start) return { ...none, date: days[0]?.date ?? '' };
    const { date, mealId, batchId, mealName: name, window } = start;
    return { ...none, date, mealId, batchId, name, window };
  }
  const day = days.find(({ pots }) => pots.some(({ id }) => id === of.potId));
  const pot = day?.pots.find(({ id }) => id === of.potId);
  const date = day?.date ?? days[0]?.date ?? '';
  return { ...none, batchId: pot?.made?.batchId ?? 0, name: pot?.name ?? '', date };
}

export function chillOf(bench: Pick<Bench, 'chills' | 'days'>, of: ReadingOf): ChillReply | null {
  if ('place' in of) return null;
  if ('startKey' in of)
    return bench.chills.find(({ startKey }) => startKey === of.startKey) ?? null;
  if ('mealId' in of)
    return (
      bench.chills.find(
        (one) => one.mealId === of.mealId && one.date === of.date && one.window === of.window,
      ) ?? null
    );
  const pot = bench.days.flatMap(({ pots }) => pots).find(({ id }) => id === of.potId);
  return (
    bench.chills.find(({ batchId }) => batchId !== null && batchId === pot?.made?.batchId) ?? null
  );
}

function hotOf({ days }: Bench, of: BenchReading): CurveReading | undefined {
  return lastHot(
    days
      .flatMap(({ readings }) => readings)
      .flatMap((one) =>
        isHotReading(one) && isOfSameFood(one, of)
          ? [{ tenths: one.tenths, at: Date.parse(one.at) }]
          : [],
      ),
  );
}

type Chilled = {
  said: Queued<BenchSaid>;
  word: ReadingWord;
  reading: FailedReadingReply;
  chill: ChillReply | null;
  /** When its food was last hot. */
  hot: CurveReading | undefined;
};

function chillsAfter(
  chills: readonly ChillReply[],
  { said, word, reading, chill, hot }: Chilled,
): ChillReply[] {
  if (word.reads === 'chill_start') {
    const { mealId, batchId, date, window } = reading;
    const startedAt = hot?.at ?? said.at;
    const { callAt, dueAt } = chillTimes(startedAt, null);
    return [
      ...chills,
      {
        startId: -said.seq,
        startKey: said.key,
        mealId,
        batchId,
        mealName: reading.mealName ?? '',
        date,
        window,
        startedAt: toInstantText(startedAt),
        reached21At: null,
        next: 'reached_21',
        callAt: toInstantText(callAt),
        dueAt: toInstantText(dueAt),
      },
    ];
  }
  if (!chill || (word.reads !== 'reached_21' && word.reads !== 'reached_5')) return [...chills];
  const others = chills.filter((one) => one !== chill);
  if (word.reads === 'reached_5' || reading.pass === false) return others;
  const { callAt, dueAt } = chillTimes(Date.parse(chill.startedAt), said.at);
  return [
    ...others,
    {
      ...chill,
      next: 'reached_5',
      reached21At: toInstantText(said.at),
      callAt: toInstantText(callAt),
      dueAt: toInstantText(dueAt),
    },
  ];
}
