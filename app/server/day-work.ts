/** What the crew does with a day's deliveries: cook, pack, give them to drivers, bring them. */
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, ne, notInArray } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  type ReportedStatus,
  type Reporter,
  UNDO_SECONDS,
} from '#areas/order-book/rules/delivery-status.ts';
import { CONFIRMABLE } from '#areas/order-book/rules/judge-step.ts';
import { assignDrivers, getRun } from '#areas/delivery/server/arrange-run.ts';
import { checkPerson, closeBag, tickPortion } from '#areas/delivery/server/pack-bag.ts';
import { getPackDay } from '#areas/delivery/server/pack-day.ts';
import { reportDeliveries } from '#areas/delivery/server/report-deliveries.ts';
import { type DeliveryRow, deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { sendTexts } from '#areas/messages/server/send-texts.ts';
import { tickOff } from '#areas/kitchen/server/cook-ticks.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { EmptyStage, Stage } from '#app/server/stage.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** That are to be brought, by window and stop. */
export async function listToBring(
  { context: { db } }: Stage,
  date: PlainDate,
): Promise<DeliveryRow[]> {
  const rows = await db
    .select({ delivery: deliveries })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        eq(deliveries.date, date),
        ne(deliveries.status, 'cancelled'),
        notInArray(orders.status, ['pending', 'cancelled']),
      ),
    );
  return rows
    .map(({ delivery }) => delivery)
    .toSorted(
      (a, b) => a.window.localeCompare(b.window) || (a.stop ?? 0) - (b.stop ?? 0) || a.id - b.id,
    );
}

/** Ticks off the portions of these deliveries, and reports what is cooked. */
export async function cook(stage: Stage, date: PlainDate, ids: readonly number[]): Promise<void> {
  const { context, crew, business } = stage;
  for (const window of windowsOn(business, date)) {
    const bags = await listBags(context.db, { date, window }, business);
    const items = bags.filter(({ deliveryId }) => ids.includes(deliveryId)).flatMap((b) => b.items);
    for (const [mealId, portions] of Map.groupBy(items, (item) => item.mealId)) {
      const tick = { date, window, mealId, count: portions.length, key: randomUUID() };
      await context.db.transaction((tx) => tickOff(tx, context, crew.kitchen, tick));
    }
  }
  await reportCooked(stage, date, ids);
}

/** Those of these deliveries that no tick finished. */
export async function reportCooked(
  stage: Stage,
  date: PlainDate,
  ids: readonly number[],
): Promise<void> {
  const planned = (await listToBring(stage, date))
    .filter(({ id, status }) => ids.includes(id) && status === 'planned')
    .map(({ id }) => id);
  await report(stage, { staff: stage.crew.kitchen, by: 'kitchen' }, planned, 'cooked');
}

/** As the office says it, which looks at the allergies itself. */
export async function reportPacked(stage: Stage, ids: readonly number[]): Promise<void> {
  await report(stage, { staff: stage.crew.manager, by: 'office' }, ids, 'packed');
}

/** Each of these bags, portion by portion; of `begun` only the first portion. */
export async function pack(
  { context, crew: { packer } }: Stage,
  ids: readonly number[],
  begun: number | undefined,
): Promise<void> {
  const { bags } = await getPackDay(context, packer, undefined);
  for (const bag of bags.filter(({ id }) => ids.includes(id) || id === begun)) {
    const deliveryId = bag.id;
    const items = bag.people.flatMap((person) => person.items);
    for (const { id: itemId } of bag.id === begun ? items.slice(0, 1) : items) {
      const tick = { deliveryId, itemId, state: 'ticked' as const, key: randomUUID() };
      await tickPortion(context, packer, tick);
    }
    if (bag.id === begun) continue;
    for (const { id: personId, food } of bag.people.filter(isCareful))
      await checkPerson(context, packer, { deliveryId, personId, food });
    await closeBag(context, packer, { deliveryId, status: 'packed', key: randomUUID() });
  }
}

/** The first half of each window's round to one driver, the rest to the other. */
export async function giveToDrivers(stage: Stage, date: PlainDate): Promise<void> {
  const { context, crew, business } = stage;
  for (const window of windowsOn(business, date)) {
    // First, because it numbers the stops by which the round is halved.
    const { version } = await getRun(context, { date, window });
    const all = await listToBring(stage, date);
    const ids = all.filter((one) => one.window === window).map(({ id }) => id);
    const half = Math.ceil(ids.length / 2);
    const parts = [ids.slice(0, half), ids.slice(half)].flatMap((theirs, index) =>
      theirs.length > 0 ? [{ driverId: crew.drivers[index]?.id ?? null, ids: theirs }] : [],
    );
    if (parts.length === 0) continue;
    await assignDrivers(context, crew.manager, { date, timeSlot: window, version, parts });
  }
}

/** By whichever driver has it. Throws when one is refused. */
export async function reportFromRoad(
  stage: Stage,
  ids: readonly number[],
  status: 'out' | 'delivered' | 'missed',
  reason = '',
): Promise<void> {
  const { drivers } = stage.crew;
  for (const id of ids) {
    const [row] = await stage.context.db.select().from(deliveries).where(eq(deliveries.id, id));
    const driver = drivers.find((one) => one.id === row?.driverId) ?? drivers[0];
    await report(stage, { staff: driver, by: 'driver' }, [id], status, reason);
  }
}

async function report(
  { context }: Stage,
  sender: { staff: StaffMember; by: Reporter },
  ids: readonly number[],
  status: ReportedStatus,
  reason = '',
): Promise<void> {
  const place = status === 'delivered' ? 'At the front door' : '';
  const { results } = await reportDeliveries(
    context,
    sender,
    ids.map((id) => ({
      id,
      status,
      reason,
      place,
      notify: true,
      confirm: CONFIRMABLE,
      starts: status === 'out' && sender.by === 'driver',
    })),
  );
  const refused = results.find(({ ok }) => !ok);
  if (refused)
    throw new Error(`The demo could not set a delivery to ${status}: ${refused.message}`);
}

/** All emails and texts that are due once nobody can undo any more; what the jobs would do. */
export async function sendAllMessages(stage: EmptyStage): Promise<void> {
  const { context } = stage;
  await stage.moveTo(context.clock() + (UNDO_SECONDS + 1) * 1000);
  while ((await sendMessages(context)) > 0);
  while ((await sendTexts(context)) > 0);
}
