/** Wherever a portion or a bag is named, it has the same name. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { openBench } from '#areas/kitchen/calls/opened-bench.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
});
afterAll(() => t.close());

const textAt = async (url: string) => {
  const reply = await owner.get(url);
  expect(reply.statusCode, url).toBe(200);
  return (await pdfRuns(reply.rawPayload)).map(({ runs }) => textOf(runs)).join('\n');
};

test('bench, tablet, phone, labels and run sheet call a portion by one key, however orders end', async () => {
  const [lunch] = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch');
  const number = async (id: number, to: string) =>
    t.context.db.execute(sql`update orders set number = ${to} where id = ${id}`);
  const first = await aPaidOrder(t, {
    customer: { ...A_CUSTOMER, specialInstructions: 'Not too spicy, please' },
    people: [{ name: 'Leo', calorieTarget: 1200 }],
    orderItems: [anItem(lunch!, { personName: 'Leo' }), anItem(lunch!, { personName: 'Leo' })],
  });
  const second = await aPaidOrder(t);
  const third = await aPaidOrder(t);
  await number(first.id, 'RT-7K3F-9Q2X');
  await number(second.id, 'RT-AAAA-9Q2X');
  await number(third.id, 'RT-7K3F-HBNL');
  t.setNow(`${day(0)}T00:00:00Z`);

  const pack = (await owner.get('/api/pack/day')).json<PackDayReply>();
  const bags = pack.bags.map(({ key }) => key);
  const stopOf = (code: string) => bags.find((key) => key.endsWith(code))?.split(' ')[0];
  const [a, b, c] = ['7K3F-9Q2X', 'AAAA-9Q2X', 'HBNL'].map(stopOf);
  expect(bags.toSorted()).toEqual(
    [`${a} Mia 7K3F-9Q2X`, `${b} Mia AAAA-9Q2X`, `${c} Mia HBNL`].toSorted(),
  );
  const portions = [
    `${a} Leo 7K3F-9Q2X 1/2`,
    `${a} Leo 7K3F-9Q2X 2/2`,
    `${b} Mia AAAA-9Q2X`,
    `${c} Mia HBNL`,
  ];
  const packed = pack.bags.flatMap(({ people }) =>
    people.flatMap(({ items }) => items.map(({ key }) => key)),
  );
  expect(packed.toSorted()).toEqual(portions.toSorted());

  const bench = openBench((await owner.get(`/api/bench?date=${day(0)}`)).json<BenchReply>());
  const trays = bench.days.flatMap((one) => one.trays);
  const onBench = trays.flatMap(({ windows }) =>
    windows.flatMap((window) => window.portions.map(({ key }) => key)),
  );
  expect(onBench.toSorted()).toEqual(portions.toSorted());
  // Only the order with a note is read for it: the others end alike all the same.
  for (const { key } of trays.flatMap(({ specials }) => specials)) expect(portions).toContain(key);

  const drive = (await owner.get('/api/drive/day')).json<DriveDayReply>();
  expect(drive.stops.map(({ key }) => key).toSorted()).toEqual(bags.toSorted());

  const labels = await textAt(`/api/admin/labels?date=${day(0)}&kind=all`);
  for (const key of [...portions, ...bags]) expect(labels).toContain(squeezed(key));
  // An order's labels alone know of the others of their window.
  expect(await textAt(`/api/admin/labels?orderId=${second.id}`)).toContain(`${b}MiaAAAA-9Q2X`);
  const run = await textAt(`/api/admin/run-sheet?date=${day(0)}`);
  for (const key of bags) expect(run).toContain(squeezed(key));

  // What is on a printed label stays its name when the other order is cancelled.
  await owner.delete(`/api/admin/orders/${second.id}`);
  expect(await textAt(`/api/admin/labels?orderId=${first.id}`)).toContain(`${a}Leo7K3F-9Q2X`);
});
