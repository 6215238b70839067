/** What the kitchen does behind a day's deliveries: it orders goods, takes them in and cooks what the plan says. */
import { randomUUID } from 'node:crypto';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, toInstantText, wallText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { sendShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { MOST_WORDS } from '#areas/kitchen/calls/bench.ts';
import { takeInGoods } from '#areas/kitchen/calls/goods.ts';
import { storedAsOf } from '#areas/kitchen/rules/receipts.ts';
import { readBench } from '#areas/kitchen/server/bench-day.ts';
import { takeWords } from '#areas/kitchen/server/bench-words.ts';
import { describeShopping } from '#areas/kitchen/server/describe-shopping.ts';
import { listDueOrders } from '#areas/kitchen/server/due-orders.ts';
import { takeIn } from '#areas/kitchen/server/goods-in.ts';
import { readShopping } from '#areas/kitchen/server/read-shopping.ts';
import { sendOrder } from '#areas/kitchen/server/send-order.ts';
import { endOfLiveDay } from '#app/server/live-day.ts';
import { type Scene, type Stage, atMinute, todayAt } from '#app/server/stage.ts';

/** Before these, nobody looks at what was bought. */
const SHOPPED_DAYS = 5;
const ORDERING_MINUTE = 11 * 60;
const UNLOADING_MINUTE = 7 * 60 + 20;
const LAST_POT_MINUTE = 21 * 60;
const DAY_MS = 24 * 60 * 60_000;
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

/** All that must be ordered before somebody looks again. */
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

/** The pots of a work day that had to be started by now, as planned. */
async function cookPots(
  { context, crew: { kitchen }, business }: Stage,
  date: PlainDate,
): Promise<void> {
  const now = context.clock();
  const clock = wallText(wallTimeAt(now, business.timeZone));
  const { days } = await readBench(context, date);
  const pots = days.find((day) => day.date === date)?.pots ?? [];
  const begun = pots.filter(({ state, startBy }) => state !== 'made' && startBy <= clock);
  const words = begun.map(({ id: potId, planned, recipeVersion }) => ({
    key: randomUUID(),
    at: toInstantText(now),
    word: { kind: 'made' as const, potId, qty: planned, planned, recipeVersion, goodsLotIds: [] },
  }));
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
