/** What the kitchen does behind a day's deliveries: it orders goods, takes them in and cooks what the plan says. */
import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import { randomUUID } from 'node:crypto';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, toInstantText, wallTimeIn } from '#platform/rules/zoned-time.ts';
import { sendShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { MOST_WORDS, type SentWord } from '#areas/kitchen/calls/bench.ts';
import { type BenchPot, openBench } from '#areas/kitchen/calls/opened-bench.ts';
import { takeInGoods } from '#areas/kitchen/calls/goods.ts';
import { storedAsOf } from '#areas/kitchen/rules/receipts.ts';
import { readBench } from '#areas/kitchen/server/bench-day.ts';
import { takeWords } from '#areas/kitchen/server/bench-words.ts';
import { describeShopping } from '#areas/kitchen/server/describe-shopping.ts';
import { listDueOrders } from '#areas/kitchen/server/list-goods.ts';
import { takeIn } from '#areas/kitchen/server/goods-in.ts';
import { readShopping } from '#areas/kitchen/server/read-shopping.ts';
import { sendOrder } from '#areas/kitchen/server/shopping-routes.ts';
import { endOfLiveDay } from './demo-days.ts';
import { type Random, type Scene, seededRandom, type Stage, atMinute, todayAt } from './stage.ts';

/** Before these, nobody looks at what was bought. */
const SHOPPED_DAYS = 5;
const ORDERING_MINUTE = 11 * 60;
const UNLOADING_MINUTE = 7 * 60 + 20;
const LAST_POT_MINUTE = 21 * 60;
/** Nobody began to cool yesterday's: what is missing shows. */
const UNCHILLED = 'Lentil sugo';
const COLD_TENTHS = { chilledTenths: 34, frozenTenths: -190 } as const;
/** How long what came fresh is good for. */
const USE_BY_DAYS = 4;

export function kitchenWork(stage: Stage): Scene[] {
  const { now, business } = stage;
  const today = todayAt(now, business);
  const end = endOfLiveDay(stage);
  const days = Array.from({ length: SHOPPED_DAYS + 1 }, (_, index) =>
    addDays(today, index - SHOPPED_DAYS),
  );
  const scenes = days.flatMap((date): Scene[] => [
    { at: atMinute(date, UNLOADING_MINUTE, business), play: () => unload(stage, date) },
    { at: atMinute(date, ORDERING_MINUTE, business), play: () => orderGoods(stage, date) },
  ]);
  return [
    ...scenes.filter(({ at }) => at < end),
    // What the windows of today need was cooked the evening before.
    {
      at: atMinute(addDays(today, -1), LAST_POT_MINUTE, business),
      play: () => cookPots(stage, addDays(today, -1)),
    },
    { at: end, play: () => cookPots(stage, today) },
  ];
}

/** All that must be ordered before someone looks again. */
async function orderGoods({ context, crew }: Stage, date: PlainDate): Promise<void> {
  const range = { from: date, to: addDays(date, 7), forecast: 'off', arrivals: [] } as const;
  const list = await readShopping(context, { ...range, arrivals: [] });
  const { timeZone } = list.plan.business;
  const isDue = (orderBy: { date: PlainDate; minuteOfDay: number } | null) =>
    orderBy !== null && instantOf(orderBy, timeZone) < context.clock() + DAY_MS;
  for (const order of describeShopping(list, range).orders) {
    const lines = order.lines.filter(({ packs }) => packs > 0);
    if (!order.canOrder || order.sent || lines.length === 0 || !isDue(order.orderBy)) continue;
    await sendOrder(
      context,
      crew.kitchen,
      sendShoppingOrder.body.parse({
        ...range,
        arrivals: '',
        supplierId: order.supplierId,
        arrives: order.arrives,
        way: order.hasEmail ? 'email' : 'elsewhere',
        seen: 0,
        lines: lines.map(({ packId, packs }) => ({ packId, packs })),
      }),
    );
  }
}

/** Whatever was to come by now, all of it. */
async function unload({ context, crew }: Stage, date: PlainDate): Promise<void> {
  const due = await listDueOrders(context.db, addDays(date, -1));
  for (const order of due.filter(({ arrives }) => arrives <= date)) {
    await takeIn(
      context,
      crew.kitchen,
      takeInGoods.body.parse({
        key: randomUUID(),
        orderId: order.id,
        supplierId: order.supplierId,
        ...COLD_TENTHS,
        lines: order.lines.map(({ ingredientId, packId, packs, storeArea }) => ({
          ingredientId,
          packId,
          packs,
          lot: `L${order.id}${packId}`,
          useBy: storedAsOf(storeArea) === 'chilled' ? addDays(date, USE_BY_DAYS) : null,
        })),
      }),
    );
  }
}

/** The pots of a work day as far as they have come by now, each measured in its time. */
async function cookPots(
  { context, crew: { kitchen }, business, seed, now: present }: Stage,
  date: PlainDate,
): Promise<void> {
  const now = context.clock();
  const today = todayAt(present, business);
  const { days } = openBench(await readBench(context, date));
  const random = seededRandom(`${seed}:pots:${date}`);
  const pots = days.find((day) => day.date === date)?.pots ?? [];
  const said = pots
    .filter(({ state }) => state !== 'made')
    .flatMap((pot) => {
      const isUnchilled = pot.name === UNCHILLED && date < today;
      const instantAt = (wall: string) => instantOf(wallTimeIn(wall), business.timeZone);
      return wordsOf(pot, isUnchilled, instantAt, random);
    })
    .map(({ at, word, key = randomUUID() }) => ({ at, word, key }))
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at - other.at);
  const words = said.map(({ at, ...word }) => ({ ...word, at: toInstantText(at) }));
  for (let start = 0; start < words.length; start += MOST_WORDS) {
    const { results } = await takeWords(context, kitchen, {
      staffId: kitchen.id,
      deviceId: randomUUID(),
      words: words.slice(start, start + MOST_WORDS),
    });
    const refused = results.find(({ ok }) => !ok);
    if (refused) throw new Error(`The demo could not cook a pot: ${refused.message}`);
  }
}

type Reading = Extract<SentWord['word'], { kind: 'reading' }>;

type Said = { at: Instant; word: SentWord['word']; key?: string };

/** Begun, out of the heat, its core, and down to 5 °C. */
function wordsOf(
  { id: potId, planned, recipeVersion, startBy, chillAt, needs }: BenchPot,
  isUnchilled: boolean,
  instantAt: (wall: string) => Instant,
  random: Random,
): Said[] {
  const made = instantAt(chillAt);
  const startKey = randomUUID();
  const reading = (minutes: number, read: Pick<Reading, 'reads' | 'of' | 'tenths'>): Said => ({
    at: made + minutes * MINUTE_MS,
    word: { kind: 'reading', probe: 'Probe 1', ...read },
  });
  return [
    { at: instantAt(startBy), word: { kind: 'start', potId } },
    {
      at: made,
      word: { kind: 'made', potId, qty: planned, planned, recipeVersion, goodsLotIds: [] },
    },
    ...(needs.includes('core')
      ? [reading(1, { reads: 'core', of: { potId }, tenths: 780 + random.below(110) })]
      : []),
    ...(needs.includes('cooling') && !isUnchilled
      ? [
          { ...reading(8, { reads: 'chill_start', of: { potId }, tenths: null }), key: startKey },
          reading(95, { reads: 'reached_21', of: { startKey }, tenths: 170 + random.below(40) }),
          reading(230, { reads: 'reached_5', of: { startKey }, tenths: 25 + random.below(24) }),
        ]
      : []),
  ];
}
