/** What cooks, packers, drivers and the office report of portions and bags. */
import { randomUUID } from 'node:crypto';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { MoveDeliveriesReply } from '#areas/orders/calls/move-or-cancel.ts';
import { setDriver } from '#areas/order-book/server/delivery-drivers.ts';
import { day } from '#quality/support/an-order.ts';
import {
  answerOf,
  deliveryOf,
  DONE,
  idOf,
  accepted,
  answerOfRow,
  WINDOW,
  type ActAnswer,
  type Kitchen,
  type Of,
} from '#quality/food/kitchen.ts';

export async function tick(k: Kitchen, one: Of<'tick'>): Promise<ActAnswer> {
  const { meal, count, seen, date = day(0), window = WINDOW } = one;
  const mealId = idOf(k, meal);
  // A screen that saw nothing older.
  const mealVersion = seen ?? Number.MAX_SAFE_INTEGER;
  const word = { kind: 'tick', date, window, mealId, count, mealVersion };
  const at = new Date(k.t.context.clock()).toISOString();
  const reply = await k.kitchen.post('/api/bench/words', {
    staffId: k.kitchen.staff.id,
    deviceId: randomUUID(),
    words: [{ key: randomUUID(), at, word }],
  });
  if (reply.statusCode >= 300) return answerOf(reply);
  const answer = answerOfRow(reply.json().results[0]);
  if (answer.refused !== null) return answer;
  const { trays } = await k.kitchen.dayToCook(date);
  const ofWindow = trays.find((tray) => tray.window === window && tray.mealId === mealId);
  if (!ofWindow) return answer;
  // More than is ordered is cooked, and not needed.
  const { held: onHold, count: total, done } = ofWindow;
  return { ...answer, onHold, total, done: Math.min(done, total) };
}

export async function reportStep(k: Kitchen, one: Of<'status'>): Promise<ActAnswer> {
  const { to, by, lateMinutes = 0, reason } = one;
  const { id } = await deliveryOf(k, one.delivery);
  const said = one.confirm ?? [];
  const isShort = said.includes('short') ? await missingIn(k, one.delivery) : [];
  // A driver's "delivered" says that it has been handed over.
  const isGiven = by === 'driver' && to === 'delivered';
  const confirm = [...said.filter((code) => code !== 'short'), ...(isGiven ? ['given_held'] : [])];
  const at = new Date(k.t.context.clock() - lateMinutes * 60_000).toISOString();
  if (by === 'packer') {
    const body = { deliveryId: id, status: to, key: randomUUID(), confirm, isShort };
    const closed = await k.packer.post('/api/pack/bags', body);
    return closed.statusCode === 200 ? answerOfRow(closed.json()) : answerOf(closed);
  }
  if (by === 'driver') {
    const sent = { key: randomUUID(), deliveryId: id, status: to, at, confirm };
    // It is on their run.
    await k.t.context.db.transaction((tx) =>
      setDriver(tx, [id], { driverId: k.driver.staff.id, at: 0, staffId: null }),
    );
    const reply = await k.driver.post('/api/drive/reports', {
      deviceId: randomUUID(),
      staffId: k.driver.staff.id,
      reports: [{ ...sent, ...(reason && { reason }) }],
    });
    return answerOfRow(accepted(reply).json().results[0]);
  }
  const reply = await k.office.post('/api/admin/deliveries/status', {
    deliveries: [{ id, isShort, ...(lateMinutes > 0 && { at }) }],
    status: to,
    confirm,
    ...(reason && { reason }),
  });
  const { changeId, results } = accepted(reply).json();
  k.changeId = changeId;
  return answerOfRow(results[0]);
}

async function bagOf(k: Kitchen, which: string) {
  const { id, date } = await deliveryOf(k, which);
  const { bags } = accepted(await k.packer.get(`/api/pack/day?date=${date}`)).json<PackDayReply>();
  return bags.find((bag) => bag.id === id) ?? null;
}

async function missingIn(k: Kitchen, which: string): Promise<number[]> {
  const { people = [] } = (await bagOf(k, which)) ?? {};
  return people.flatMap(({ items }) =>
    items.flatMap(({ id, state }) => (state === 'missing' ? id : [])),
  );
}

/** The portion of `A/Mia/curry`, its second helping by `/2`. */
export async function tickPortions(k: Kitchen, one: Of<'portions ticked'>): Promise<ActAnswer> {
  const bag = await bagOf(k, one.delivery);
  const nameOf = new Map([...k.meals].map(([meal, { id }]) => [id, meal]));
  const [key] = one.delivery.split('@');
  for (const { name, items } of bag?.people ?? [])
    for (const item of items) {
      const isMissing = one.missing?.includes(`${key}/${name}/${nameOf.get(item.mealId)}`);
      const reply = await k.packer.post('/api/pack/ticks', {
        deliveryId: bag!.id,
        itemId: item.id,
        key: randomUUID(),
        ...(isMissing ? { state: 'missing', reason: 'damaged' } : { state: 'ticked' }),
      });
      const answer = answerOf(reply);
      if (answer.refused !== null) return answer;
    }
  return DONE;
}

export async function check(k: Kitchen, one: Of<'check'>): Promise<ActAnswer> {
  const bag = await bagOf(k, one.delivery);
  const person = bag?.people.find(({ name }) => name === one.person);
  if (!bag || !person) return { refused: 404 };
  const body = { deliveryId: bag.id, personId: person.id, food: person.food };
  return answerOf(await k.packer.post('/api/pack/checks', body));
}

/** What the preview says goes on hold does. */
export async function move(k: Kitchen, one: Of<'move'>): Promise<ActAnswer> {
  const { id, window } = await deliveryOf(k, one.delivery);
  const body = { ids: [id], date: one.to, timeSlot: window, sameBag: one.sameBag };
  const send = async (how: object) => {
    const reply = await k.office.post('/api/admin/deliveries/move', { ...body, ...how });
    const [row] = accepted(reply).json<MoveDeliveriesReply>().results;
    return { onHold: [], ...row! };
  };
  const preview = await send({ dryRun: true });
  const row = await send({});
  if (preview.onHold.join() !== row.onHold.join())
    throw new Error(`the preview says ${preview.onHold.join()}, the move ${row.onHold.join()}`);
  return answerOfRow(row);
}
