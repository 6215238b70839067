import type { Instant } from '#platform/rules/zoned-time.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import {
  cook,
  giveToDrivers,
  listToBring,
  pack,
  reportFromRoad,
  sendAllMessages,
} from '#app/server/day-work.ts';
import { type Scene, type Stage, atMinute, todayAt } from '#app/server/stage.ts';
import { measureDay, setUpChecks, trainCrew } from '#app/server/temperatures.ts';

/** How far each delivery of today has come. */
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

/** When the latest of today's reports came. */
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
