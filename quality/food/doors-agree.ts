/** All that is shown of a portion says what its verdict is: customer, office, bench, packer, paper and driver read one answer. */
import { expect } from 'vitest';
import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { STOP } from '#areas/order-book/rules/delivery.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { readCsv } from '#quality/support/read-csv.ts';
import type { Model } from '#quality/food/model-state.ts';
import { accepted, deliveryOf, idOf, type Kitchen, orderOf } from '#quality/food/kitchen.ts';
import type { SaidOfPortion } from '#quality/food/read-kitchen.ts';

const ENDED = ['delivered', 'missed', 'cancelled'];

/** One order of the model that is not cancelled. */
type Bag = {
  key: string;
  id: number;
  status: string;
  date: string;
  window: string;
  portions: [string, SaidOfPortion][];
  /** Something on hold is in it, and no packer left it out. */
  isStopped: boolean;
  about: string;
};

export async function doorsAgree(k: Kitchen, model: Model, said: string): Promise<void> {
  const bags = [...model.runs].flatMap(([key, run]): Bag[] => {
    const status = model.status.get(key)!;
    if (status === 'cancelled') return [];
    const portions = [...model.portions].filter(([portion]) => portion.startsWith(`${key}/`));
    const isStopped = portions.some(
      ([one, { held }]) => held && model.marks.get(one) !== 'missing',
    );
    const about = `${key} ${status}: ${said}`;
    return [{ key, id: orderOf(k, key).id, status, ...run, portions, isStopped, about }];
  });
  for (const [date, ofDay] of Map.groupBy(bags, (bag) => bag.date)) {
    await totalsAgree(k, date, ofDay);
    await printoutsAgree(k, date, ofDay);
    for (const bag of ofDay) {
      await officeAgrees(k, bag);
      await customerReads(k, bag);
      await labelsAgree(k, bag);
      if (date === model.now.slice(0, 10)) await roadAgrees(k, bag);
    }
  }
}

async function officeAgrees(k: Kitchen, { id, status, portions, about }: Bag) {
  const { onHold = [] } = await k.office.order(id);
  const held = portions.filter(([, one]) => one.held).length;
  expect(onHold.length, about).toBe(ENDED.includes(status) ? 0 : held);
}

/** A clash by its names; of anything else that we look into it. What they have already, they must not eat. */
async function customerReads(k: Kitchen, { key, status, portions, about }: Bag) {
  const address = `/api/orders/track/${orderOf(k, key).token}`;
  const { status: ofOrder, deliveries } = accepted(
    await k.t.app.inject(address),
  ).json<TrackedOrderReply>();
  const items = deliveries.flatMap((delivery) => delivery.items);
  for (const [portion, one] of portions) {
    const [, name = '', meal = ''] = portion.split('/');
    const item = items.find((each) => each.personName === name && each.mealId === idOf(k, meal));
    const text = item?.onHold ?? null;
    if (status === 'delivered' && text !== null) expect(text, about).toMatch(/^Please do not eat/);
    // For its customer, what is called back is cancelled like its order.
    const isCalledBack = status === 'out' && ofOrder === 'cancelled';
    if (status === 'missed' || isCalledBack)
      expect([portion, text], about).toEqual([portion, null]);
    if (isCalledBack || ENDED.includes(status)) continue;
    expect([portion, text !== null], about).toEqual([portion, one.held]);
    if (!one.held) continue;
    const { verdict, allergens = [], words = [] } = one as SaidOfPortion & Partial<Named>;
    const names = verdict === 'clash' ? [...allergens, ...words, 'on hold'] : ['We are checking'];
    for (const each of [name, ...names]) expect(text, about).toContain(each);
  }
}

type Named = { allergens: string[]; words: string[] };

/** A slip in place of the label. */
async function labelsAgree(k: Kitchen, { id, portions, about }: Bag) {
  const labels = accepted(await k.office.get(`/api/admin/labels?orderId=${id}&preview=true`));
  const pages = (await pdfRuns(labels.rawPayload)).map(({ runs }) => textOf(runs));
  for (const [portion, { held, bench }] of portions) {
    const [, name = '', meal = ''] = portion.split('/');
    const own = pages.filter((page) =>
      [name, meal].every((word) => page.toLowerCase().includes(squeezed(word).toLowerCase())),
    );
    const slip = own.filter((page) => page.startsWith(squeezed('ON HOLD, DO NOT PACK')));
    // What is agreed about a portion may need a second label.
    expect([portion, slip.length, own.length > slip.length], about).toEqual([
      portion,
      held ? 1 : 0,
      !held,
    ]);
    // "ON HOLD for Mia: contains MILK. Do not cook"
    const why = /: (?<why>.+)\. Do not/.exec(bench ?? '')?.groups?.['why'] ?? '';
    for (const page of slip)
      expect(page.toLowerCase(), about).toContain(squeezed(why).toLowerCase());
  }
}

/** Packed, and cooked unless it is kept cold from a day before. */
async function totalsAgree(k: Kitchen, date: string, bags: readonly Bag[]) {
  const { trays } = await k.kitchen.dayToCook(date);
  const toCook = bags.flatMap(({ window, portions }) =>
    portions
      .filter(([, { isKept }]) => !isKept)
      .map(([portion, { held }]) => ({
        tray: `${window} ${idOf(k, portion.split('/')[2]!)}`,
        held,
      })),
  );
  const expected = [...Map.groupBy(toCook, ({ tray }) => tray)].map(([tray, all]) => {
    const onHold = all.filter(({ held }) => held).length;
    return `${tray}: ${all.length - onHold} + ${onHold} on hold`;
  });
  const shown = trays.map(
    ({ window, mealId, count, held }) => `${window} ${mealId}: ${count} + ${held} on hold`,
  );
  expect(shown.toSorted(), bags[0]?.about).toEqual(expected.toSorted());
}

/** Screen and sheet say of each portion why; the driver's that the bag stays. */
async function printoutsAgree(k: Kitchen, date: string, all: readonly Bag[]) {
  const { business } = await k.t.context.site.current();
  const bags = await listBags(k.t.context.db, { date }, business);
  const benches = accepted(await k.kitchen.get(`/api/bench?date=${date}`)).json<BenchReply>();
  const stops = (benches.days[0]?.trays ?? []).flatMap(({ mealId, specials }) =>
    specials
      .filter(({ verdict }) => verdict === 'on_hold')
      .map(({ person, text }) => `${mealId} ${person} ${text}`),
  );
  const prep = await readSheet(k, `prep-sheet?date=${date}`);
  const run = await readSheet(k, `run-sheet?date=${date}`);
  for (const { id, portions, isStopped, about } of all) {
    const { items = [], orderNumber = '' } = bags.find(({ orderId }) => orderId === id) ?? {};
    for (const [portion, { held, bench, isKept }] of portions) {
      const [, name, meal = ''] = portion.split('/');
      const item = items.find((one) => one.personName === name && one.mealId === idOf(k, meal));
      expect([portion, item?.onHold !== undefined], about).toEqual([portion, held]);
      expect([portion, bench?.startsWith('ON HOLD') ?? false], about).toEqual([portion, held]);
      const row = prep.find(
        (one) =>
          one['Order'] === orderNumber && one['Person'] === name && one['Meal'] === item?.meal.name,
      );
      expect([portion, row?.['On hold']], about).toEqual([portion, item?.onHold ?? '']);
      // What is kept from an earlier day is not cooked again.
      if (held && !isKept) {
        const said = `${item?.mealId} ${name} ON HOLD for ${name}: ${item?.onHold}.`;
        expect([portion, stops.some((stop) => stop.startsWith(said))], about).toEqual([
          portion,
          true,
        ]);
      }
    }
    const stop = run.find((one) => one['Order'] === orderNumber);
    expect(stop?.['On hold'], about).toBe(isStopped ? STOP : '');
  }
}

async function readSheet(k: Kitchen, sheet: string) {
  const { body } = accepted(await k.office.get(`/api/admin/${sheet}&format=csv&preview=true`));
  return readCsv(body);
}

async function roadAgrees(k: Kitchen, { key, status, isStopped, about }: Bag) {
  const { id: deliveryId } = await deliveryOf(k, key);
  const pack = accepted(await k.packer.get('/api/pack/day')).json<PackDayReply>();
  const bag = pack.bags.find((one) => one.id === deliveryId);
  if (bag) expect(bag.isOnHold, about).toBe(isStopped);
  const drive = accepted(await k.driver.get('/api/drive/day')).json<DriveDayReply>();
  const stop = drive.stops.find((one) => one.id === deliveryId);
  if (stop && !ENDED.includes(status)) expect(stop.gate === 'stop', about).toBe(isStopped);
}
