import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import {
  cook,
  giveToDrivers,
  listToBring,
  reportCooked,
  reportFromRoad,
  reportPacked,
  sendAllMessages,
  measureDay,
  pack,
  setUpChecks,
  trainCrew,
} from '#app/server/day-work.ts';
import { type Scene, type Stage, atMinute, type DemoWeek, todayAt } from '#app/server/stage.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { chooseAfterMissed } from '#areas/delivery/server/choose-after-missed.ts';
import { settleMissed } from '#areas/delivery/server/put-elsewhere.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { listMissedChoices, listWindowsAgain } from '#areas/orders/server/missed-choices.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

/** One of these deliveries that could come another day: the order's only one, and cold. None where there is none. */
async function pickCold({ context }: Stage, ids: readonly number[]): Promise<number[]> {
  const found = await context.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        inArray(deliveries.id, [...ids]),
        eq(orders.deliveryPreference, 'cold'),
        eq(orders.deliveryType, 'weekly'),
      ),
    )
    .orderBy(deliveries.id)
    .limit(1);
  return found.map(({ id }) => id);
}

/** By their link the customer has it brought again, or asks for a call where that is not offered. */
async function chooseAgain({ context, business }: Stage, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const [row] = await context.db.select().from(deliveries).where(eq(deliveries.id, id));
    const order = row ? await getOrder(context.db, { id: row.orderId }) : null;
    const delivery = order?.deliveries.find((one) => one.id === id);
    if (!order || !delivery) throw new Error(`The demo has no delivery ${id}`);
    const token = trackingTokenFor(order.checkoutId, context.trackingSecret);
    const offered = (await listMissedChoices(context.db, order.id)).get(id)?.offered ?? [];
    const [slot] = await listWindowsAgain(context.db, order, delivery, context.clock(), business);
    await chooseAfterMissed(
      context,
      { token, id },
      slot && offered.includes('again')
        ? { choice: 'again', date: slot.date, window: slot.window }
        : { choice: 'call' },
    );
  }
}

async function settleByPhone({ context, crew }: Stage, ids: readonly number[]): Promise<void> {
  const note = 'Called: they were away and do not need the meals';
  await settleMissed(context, crew.phone, { ids: [...ids], note });
}

/** Days of the first week on which nobody opened the door: what the customer did about it. */
const MISSED_DAYS: Record<number, (stage: Stage, ids: readonly number[]) => Promise<void>> = {
  2: chooseAgain,
  4: settleByPhone,
};
const FAILING_DAY = 1;
const COOKING_MINUTE = 8 * 60;
/** From the kitchen to the first door. */
const ON_THE_ROAD_MINUTES = 15;
const HOUR = 60;
/** Older days show what was brought, not each portion's tick: they are many, and nobody looks there. */
const TICKED_DAYS = 2;

/** From the first day to yesterday: everything was brought, but two deliveries. */
export function pastDays(stage: Stage, weeks: readonly DemoWeek[]): Scene[] {
  const today = todayAt(stage.now, stage.business);
  const scenes: Scene[] = [];
  const first = weeks[0]?.weekStart ?? today;
  let index = 0;
  for (let date = first; date < today; date = addDays(date, 1)) {
    if (windowsOn(stage.business, date).length === 0) continue;
    scenes.push(...pastDay(stage, date, index));
    index += 1;
  }
  return scenes;
}

function pastDay(stage: Stage, date: PlainDate, dayIndex: number): Scene[] {
  const { business, now } = stage;
  const isRecent = daysBetween(date, todayAt(now, business)) <= TICKED_DAYS;
  const windows = windowsOn(business, date);
  const outMinute = Math.min(...windows.map(leavingMinute));
  return [
    {
      // In time for an early window.
      at: atMinute(date, Math.max(0, Math.min(COOKING_MINUTE, outMinute - HOUR)), business),
      async play() {
        const ids = (await listToBring(stage, date)).map(({ id }) => id);
        await (isRecent ? cook : reportCooked)(stage, date, ids);
        await measureDay(stage, date, { dayIndex, isFailing: dayIndex === FAILING_DAY });
        await giveToDrivers(stage, date);
      },
    },
    ...windows.flatMap((window) => {
      const isLast = window === windows.at(-1);
      return bringWindow(stage, { date, window }, isLast ? MISSED_DAYS[dayIndex] : undefined);
    }),
  ];
}

function bringWindow(
  stage: Stage,
  { date, window }: { date: PlainDate; window: DeliveryWindow },
  settle: ((stage: Stage, ids: readonly number[]) => Promise<void>) | undefined,
): Scene[] {
  const { startMinute, endMinute } = minutesOf(window);
  const idsOf = async () =>
    (await listToBring(stage, date)).filter((one) => one.window === window).map(({ id }) => id);
  return [
    {
      at: atMinute(date, leavingMinute(window), stage.business),
      async play() {
        await reportPacked(stage, await idsOf());
        await reportFromRoad(stage, await idsOf(), 'out');
        await sendAllMessages(stage);
      },
    },
    {
      at: atMinute(date, Math.min(startMinute + HOUR, endMinute), stage.business),
      async play() {
        const ids = await idsOf();
        const missed = settle ? await pickCold(stage, ids) : [];
        const brought = ids.filter((id) => !missed.includes(id));
        await reportFromRoad(stage, brought, 'delivered');
        await reportFromRoad(stage, missed, 'missed', 'Nobody home, and the gate was locked');
        await sendAllMessages(stage);
        if (missed.length > 0) await settle?.(stage, missed);
      },
    },
  ];
}

function leavingMinute(window: DeliveryWindow): number {
  return Math.max(0, minutesOf(window).startMinute - ON_THE_ROAD_MINUTES);
}

type Progress = Record<'delivered' | 'missed' | 'out' | 'packed' | 'cooked', number[]> & {
  begun: number | undefined;
};

/** For each state, whatever the hour: so that there is something to see on every page. */
const OF_EACH = 2;
const LAST_REPORT = 0.97;

/** Today under way: more of it done the later it is, and at every hour something in each state. */
export function liveDay(stage: Stage): Scene[] {
  const { now, business } = stage;
  const date = todayAt(now, business);
  const midnight = atMinute(date, 0, business);
  const at = (share: number): Instant => midnight + Math.floor((now - midnight) * share);
  const progress = async () => planProgress(await listToBring(stage, date), stage, midnight);
  return [
    {
      at: at(0.55),
      async play() {
        // First, because it numbers the stops.
        await giveToDrivers(stage, date);
        const { delivered, missed, out, packed, cooked } = await progress();
        await cook(stage, date, [...delivered, ...missed, ...out, ...packed, ...cooked]);
        await setUpChecks(stage);
        await measureDay(stage, date, { dayIndex: -1, isFailing: false });
        await trainCrew(stage);
      },
    },
    {
      at: at(0.7),
      async play() {
        const { delivered, missed, out, packed, begun } = await progress();
        await pack(stage, [...delivered, ...missed, ...out, ...packed], begun);
      },
    },
    {
      at: at(0.85),
      async play() {
        const { delivered, missed, out } = await progress();
        await reportFromRoad(stage, [...delivered, ...missed, ...out], 'out');
        await sendAllMessages(stage);
      },
    },
    {
      at: endOfLiveDay(stage),
      async play() {
        const { delivered, missed } = await progress();
        await reportFromRoad(stage, delivered, 'delivered');
        await reportFromRoad(stage, missed, 'missed', 'Nobody home, no safe place to leave it');
        await sendAllMessages(stage);
      },
    },
  ];
}

export function endOfLiveDay({ now, business }: Pick<Stage, 'now' | 'business'>): Instant {
  const midnight = atMinute(todayAt(now, business), 0, business);
  return midnight + Math.floor((now - midnight) * LAST_REPORT);
}

function planProgress(today: readonly DeliveryRow[], { now }: Stage, midnight: Instant): Progress {
  const ids = today.map(({ id }) => id);
  const minute = (now - midnight) / 60_000;
  const usual = today.filter(({ window }) => minutesOf(window).endMinute <= minute).length;
  const most = ids.length - 3 * OF_EACH - 2;
  // The next is the one that could not be left, at best in a window that has ended.
  const done = Math.max(OF_EACH, Math.min(usual - 1, most));
  const from = (start: number) => ids.slice(start, start + OF_EACH);
  const cooked = from(done + 1 + 2 * OF_EACH);
  return {
    delivered: ids.slice(0, done),
    missed: ids.slice(done, done + 1),
    out: from(done + 1),
    packed: from(done + 1 + OF_EACH),
    cooked,
    begun: cooked[0],
  };
}
