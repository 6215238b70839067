/** All that is shown of a portion says what its verdict is: office, bench, packer and driver read one answer. */
import { expect } from 'vitest';
import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { PackedBagReply } from '#areas/kitchen/calls/daily-prep.ts';
import type { Model } from '#quality/food/model-state.ts';
import { accepted, deliveryOf, idOf, type Kitchen, orderOf } from '#quality/food/kitchen.ts';

const ENDED = ['delivered', 'missed', 'cancelled'];

export async function doorsAgree(k: Kitchen, model: Model, said: string): Promise<void> {
  const today = model.now.slice(0, 10);
  for (const [key, { date }] of model.runs) {
    const status = model.status.get(key)!;
    if (status === 'cancelled') continue;
    const theirs = [...model.portions].filter(([portion]) => portion.startsWith(`${key}/`));
    const about = `${key} ${status}: ${said}`;
    const { id } = orderOf(k, key);
    const { onHold = [] } = await k.office.order(id);
    const held = theirs.filter(([, one]) => one.held);
    expect(onHold.length, about).toBe(ENDED.includes(status) ? 0 : held.length);
    const prep = accepted(await k.kitchen.get(`/api/admin/daily-prep/bags?date=${date}`));
    const { bags } = prep.json<{ bags: PackedBagReply[] }>();
    const items = bags.find(({ orderId }) => orderId === id)?.items ?? [];
    for (const [portion, { held: isHeld, bench }] of theirs) {
      const [, name, meal = ''] = portion.split('/');
      const item = items.find((one) => one.personName === name && one.mealId === idOf(k, meal));
      expect([portion, item?.onHold !== null], about).toEqual([portion, isHeld]);
      expect([portion, bench?.startsWith('ON HOLD') ?? false], about).toEqual([portion, isHeld]);
    }
    const inBag = held.some(([portion]) => model.marks.get(portion) !== 'missing');
    if (date === today) {
      const { id: deliveryId } = await deliveryOf(k, key);
      const pack = accepted(await k.packer.get('/api/pack/day')).json<PackDayReply>();
      const bag = pack.bags.find((one) => one.id === deliveryId);
      if (bag) expect(bag.isOnHold, about).toBe(inBag);
      const drive = accepted(await k.driver.get('/api/drive/day')).json<DriveDayReply>();
      const stop = drive.stops.find((one) => one.id === deliveryId);
      if (stop && !ENDED.includes(status)) expect(stop.gate === 'stop', about).toBe(inBag);
    }
  }
}
