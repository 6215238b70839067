import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { mealChangesText } from '#areas/printouts/rules/printout-state.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let lunches: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  lunches = (await menuOf(t)).filter((meal) => meal.mealType === 'lunch');
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(printedDocuments);
});

const PREP = `/api/admin/prep-sheet?date=${day(0)}`;
const RUN = `/api/admin/run-sheet?date=${day(0)}`;

/** A file as text; each is printed minutes after the one before. */
async function get(url: string): Promise<string> {
  t.advanceMinutes(1);
  const reply = await staffClient.get(url);
  expect(reply.statusCode, reply.body).toBe(200);
  if (reply.headers['content-type'] !== 'application/pdf') return reply.body;
  return (await pdfPages(reply.rawPayload)).join('\n');
}

async function printouts(): Promise<PrintoutReply[]> {
  return JSON.parse(await get(`/api/admin/papers?date=${day(0)}`));
}

async function onlyPrintout(): Promise<PrintoutReply> {
  const [printout, ...others] = await printouts();
  expect(others).toEqual([]);
  return printout!;
}

/** Replaces the first meal with another. */
async function swapMeal(id: number, meal: MealReply, customer: object = {}): Promise<void> {
  const order = await staffClient.order(id);
  const [item, ...rest] = order.orderItems.map(
    ({ id: itemId, mealId, deliveryDate, mealType, price, personName }) => ({
      id: itemId,
      mealId,
      deliveryDate,
      mealType,
      price,
      personName,
    }),
  );
  const reply = await staffClient.put(`/api/admin/orders/${id}`, {
    customer: { ...order.customer, ...customer },
    orderItems: [{ ...item, mealId: meal.id, price: meal.price }, ...rest],
  });
  expect(reply.statusCode, reply.body).toBe(200);
  reply.json<AdminOrderReply>();
}

test('a day is printed as one file: prep sheet, then the run sheet of each driver, recorded as the sheets that it has', async () => {
  const { id } = await aPaidOrder(t);
  await aPaidOrder(t);
  const driver = await aStaffClient(t, { role: 'driver', firstName: 'Dan', lastName: 'Lee' });
  await t.context.db
    .update(deliveries)
    .set({ driverId: driver.staff.id })
    .where(eq(deliveries.orderId, id));
  const url = `/api/admin/day-papers?date=${day(0)}`;
  await get(`${url}&preview=true`);
  expect(await printouts()).toEqual([]);
  const pages = await pdfPages((await staffClient.get(url)).rawPayload);
  const titles = pages.map((text) => /(Prep sheet|Run sheet( of Dan Lee)?) ·/.exec(text)?.[1]);
  expect([...new Set(titles)]).toEqual(['Prep sheet', 'Run sheet of Dan Lee', 'Run sheet']);
  // Each has its own numbers of pages.
  expect(pages.at(-1)).toContain('Page 1 of 1');
  expect((await printouts()).map(({ kind, isStale }) => [kind, isStale]).toSorted()).toEqual([
    ['prep_sheet', false],
    ['run_sheet', false],
  ]);
  expect((await staffClient.get('/api/admin/day-papers?date=2026-02-01')).statusCode).toBe(404);
});

test('sheets are files with their type and name, shown by the browser and framed by our own pages only', async () => {
  await aPaidOrder(t);
  const pdf = await staffClient.get(PREP);
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(
      /^inline; filename="prep-sheet-2026-01-13-[\dA-F]{4}-[\dA-F]{4}\.pdf"$/,
    ),
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  });
  const csv = await staffClient.get(`${RUN}&window=11am-1pm&format=csv`);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="run-sheet-.*\.csv"$/),
  });
});

test('names and instructions in any script are printed in full', async () => {
  const specialInstructions = `Không ăn hành, no onion. ${'Ring the bell at the side gate. '.repeat(12)}`;
  await aPaidOrder(t, {
    customer: {
      ...A_CUSTOMER,
      firstName: 'Γιώργος',
      lastName: 'Иванов',
      specialInstructions,
    },
    orderItems: [anItem(lunches[0]!, { personName: '王小明' })],
  });
  const shown = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '');
  for (const sheet of [await get(PREP), await get(RUN)]) {
    expect(shown(sheet)).toContain('ΓιώργοςИванов');
    expect(shown(sheet)).toContain(shown(specialInstructions));
  }
  expect(shown(await get(PREP))).toContain('王小明');
});

describe('a sheet that cannot be made', () => {
  test.each([
    ['/api/admin/prep-sheet', 400, 'date'],
    ['/api/admin/prep-sheet?date=2026-02-30', 400, 'date'],
    ['/api/admin/prep-sheet?date=tomorrow', 400, 'date'],
    ['/api/admin/prep-sheet?date=2026-01-13&format=docx', 400, 'format'],
    ['/api/admin/prep-sheet?date=2026-01-13&window=11am-1pm', 400, 'window'],
    ['/api/admin/prep-sheet?date=2026-03-03', 404, 'date'],
    ['/api/admin/run-sheet?date=2026-01-13&window=8pm', 400, 'window'],
    ['/api/admin/run-sheet?date=2026-01-13&window=4pm-6pm', 404, 'window'],
    ['/api/admin/run-sheet?date=2026-03-03&window=4pm-6pm', 404, 'date'],
    ['/api/admin/papers?date=0000-00-00', 400, 'date'],
    ['/api/admin/papers/x/change-slip', 400, 'id'],
  ])('%s is refused with %i, naming %s', async (url, status, field) => {
    await aPaidOrder(t);
    const reply = await staffClient.get(url);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('reports an unknown printout, and is for staff only', async () => {
    expect((await staffClient.get('/api/admin/papers/9/change-slip')).statusCode).toBe(404);
    for (const url of [PREP, RUN, '/api/admin/papers/1/change-slip']) {
      expect((await t.app.inject(url)).statusCode).toBe(401);
    }
  });
});

describe('a printout', () => {
  test('is up to date until an order changes, and then lists the differences', async () => {
    const { id } = await aPaidOrder(t);
    const other = await aPaidOrder(t);
    await get(PREP);
    expect(await onlyPrintout()).toMatchObject({ kind: 'prep_sheet', isStale: false, orders: [] });
    await swapMeal(id, lunches[1]!);
    const stale = await onlyPrintout();
    expect(stale).toMatchObject({ isStale: true, slipPrintedAt: null });
    expect(mealChangesText(stale.meals)).toBe(`+1 ${lunches[1]!.name}, −1 ${lunches[0]!.name}`);
    expect(stale.orders).toMatchObject([{ kind: 'changed', orderId: id }]);
    await staffClient.delete(`/api/admin/orders/${other.id}`);
    expect((await onlyPrintout()).orders).toMatchObject([
      { kind: 'removed', orderId: other.id },
      { kind: 'changed', orderId: id },
    ]);
  });

  test('is brought up to date by a slip, which lists every change since the sheet', async () => {
    const { id, orderNumber } = await aPaidOrder(t);
    const second = await aPaidOrder(t);
    const sheet = await get(PREP);
    const { id: printoutId, version } = await onlyPrintout();
    expect(sheet).toContain(`version ${version}`);
    await swapMeal(id, lunches[1]!);
    const slip = `/api/admin/papers/${printoutId}/change-slip`;
    expect(await get(slip)).toContain(`Prep sheet, version ${version}, printed Wed 7 Jan`);
    expect(await onlyPrintout()).toMatchObject({
      isStale: false,
      slipPrintedAt: expect.any(String),
    });

    await swapMeal(second.id, lunches[2]!);
    expect((await onlyPrintout()).orders.map((order) => order.orderId)).toEqual([second.id]);
    const text = await get(slip);
    for (const number of [orderNumber, second.orderNumber])
      expect(text).toMatch(new RegExp(`CHANGED [12] Mia ${number.slice(-4)}`));
    expect(text).toContain(`Mia ${orderNumber.slice(-4)}: ${lunches[0]!.name} (lunch`);

    await get(PREP);
    expect(await onlyPrintout()).toMatchObject({ isStale: false, slipPrintedAt: null });
  });

  test('is up to date again when a change is reversed, and the slip says so', async () => {
    const { id } = await aPaidOrder(t);
    await get(PREP);
    const printout = await onlyPrintout();
    await swapMeal(id, lunches[1]!);
    await get(`/api/admin/papers/${printout.id}/change-slip`);
    await swapMeal(id, lunches[0]!);
    expect(await onlyPrintout()).toMatchObject({ isStale: true });
    expect(await get(`/api/admin/papers/${printout.id}/change-slip`)).toContain(
      'No changes. The sheet is still correct.',
    );
    expect(await onlyPrintout()).toMatchObject({ isStale: false });
  });

  test('labels are up to date again once every changed order has new ones', async () => {
    const first = await aPaidOrder(t);
    const second = await aPaidOrder(t);
    await get(`/api/admin/labels?date=${day(0)}`);
    await swapMeal(first.id, lunches[1]!);
    await swapMeal(second.id, lunches[1]!);
    const replace = (...ids: number[]) =>
      get(`/api/admin/labels?date=${day(0)}${ids.map((id) => `&orderId=${id}`).join('')}`);
    await replace(first.id);
    expect(await onlyPrintout()).toMatchObject({ kind: 'labels', isStale: true });
    const text = await replace(first.id, second.id);
    expect(text).toContain(second.orderNumber.slice(-4));
    expect(await onlyPrintout()).toMatchObject({ kind: 'labels', isStale: false });
  });

  test('is distinguished by kind, window and format, and each depends only on its own content', async () => {
    const { id } = await aPaidOrder(t);
    await get(PREP);
    await get(RUN);
    await get(`${RUN}&window=11:00-13:00&format=csv`);
    await swapMeal(id, lunches[1]!);
    const staleness = async () =>
      (await printouts()).map(({ kind, format, window, isStale }) => [
        kind,
        format,
        window,
        isStale,
      ]);
    expect(await staleness()).toEqual([
      ['prep_sheet', 'pdf', null, true],
      ['run_sheet', 'pdf', null, false],
      ['run_sheet', 'csv', '11:00-13:00', false],
    ]);
    await swapMeal(id, lunches[0]!, { phone: '0498 765 432' });
    expect(await staleness()).toEqual([
      ['prep_sheet', 'pdf', null, false],
      ['run_sheet', 'pdf', null, true],
      ['run_sheet', 'csv', '11:00-13:00', true],
    ]);
  });

  test('for another day is pointed out from today on', async () => {
    const { id } = await aPaidOrder(t);
    const staleDates = async () => JSON.parse(await get('/api/admin/papers/stale-dates'));
    await get(PREP);
    expect(await staleDates()).toEqual([]);
    await staffClient.delete(`/api/admin/orders/${id}`);
    expect(await staleDates()).toEqual([day(0)]);
  });

  test('is not recorded when only previewed, or when requested by another site', async () => {
    await aPaidOrder(t);
    expect(await get(`${PREP}&preview=true`)).toContain('PREVIEW');
    const headers = { cookie: staffClient.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await t.app.inject({ url: PREP, headers })).statusCode).toBe(200);
    expect(await printouts()).toEqual([]);
  });

  test('is deleted a month after its day', async () => {
    await aPaidOrder(t);
    await get(PREP);
    const [old] = await t.context.db.select().from(printedDocuments);
    await t.context.db.update(printedDocuments).set({ date: '2025-12-01' });
    await get(PREP);
    const kept = await t.context.db.select().from(printedDocuments);
    expect(kept.map(({ id }) => id)).not.toContain(old!.id);
    expect(kept).toHaveLength(1);
  });
});
