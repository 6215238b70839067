/** The papers, emails and replies of a kitchen elsewhere say nothing of the default one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  trackingTokenOf,
  aPaidOrder,
  aStaffClient,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { kitchenInHobart, WORDS_OF_THE_DEFAULTS } from '#quality/support/a-kitchen-in-hobart.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { DELIVERY_MESSAGES, EXAMPLE_VALUES } from '#areas/messages/rules/delivery-messages.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';

let t: TestApp;
let staff: StaffClient;
let order: { id: number; orderNumber: string };

beforeAll(async () => {
  t = await startTestApp({ business: kitchenInHobart });
  staff = await aStaffClient(t);
  const [lunch] = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch');
  if (!lunch) throw new Error('the menu has no lunch');
  order = await aPaidOrder(t, {
    orderItems: [anItem(lunch, { deliveryWindow: '17:00-20:00' })],
    customer: { ...A_CUSTOMER, address: '12 Wharf Street, Unit 3, Sandy Bay TAS 7005' },
  });
});
afterAll(() => t.close());

async function read(url: string): Promise<string> {
  const reply = await staff.get(url);
  expect(reply.statusCode, `${url}: ${reply.body}`).toBe(200);
  if (reply.headers['content-type'] !== 'application/pdf') return reply.body;
  return (await pdfPages(reply.rawPayload)).join('\n');
}

test('its order has its prefix, and its papers and replies no word of the default kitchen', async () => {
  expect(order.orderNumber).toMatch(/^DK-/);
  const token = await trackingTokenOf(t, order.id);
  for (const url of [
    `/api/admin/prep-sheet?date=${day(0)}`,
    `/api/admin/prep-sheet?date=${day(0)}&format=csv`,
    `/api/admin/run-sheet?date=${day(0)}`,
    `/api/admin/run-sheet?date=${day(0)}&format=csv`,
    `/api/admin/labels?date=${day(0)}`,
    `/api/admin/orders/${order.id}`,
    `/api/admin/deliveries?date=${day(0)}`,
    `/api/bench?date=${day(0)}`,
    `/api/admin/delivery-slots`,
    `/api/admin/today`,
    `/api/admin/incidents`,
    `/api/admin/settings`,
    `/api/ordering-week`,
    `/api/config`,
    `/api/orders/track/${token}`,
    `/api/orders/track/${token}/calendar.ics`,
    `/api/orders/track/${token}/receipt.pdf`,
  ]) {
    const text = await read(url);
    expect(text, url).not.toBe('');
    expect(WORDS_OF_THE_DEFAULTS.exec(text)?.[0], url).toBeUndefined();
  }
});

test('addresses for route planners are in its state', async () => {
  const csv = await read(`/api/admin/run-sheet?date=${day(0)}&format=csv`);
  expect(csv).toContain('Sandy Bay,TAS,7005,Australia');
});

test('its emails have no word of the default kitchen', async () => {
  await sendMessages(t.context);
  const written = await t.context.db.select().from(messages);
  expect(JSON.stringify(written)).toContain('Sandy Bay');
  expect(WORDS_OF_THE_DEFAULTS.exec(JSON.stringify(written))?.[0]).toBeUndefined();
});

test('the words of every message about a delivery name no place or time of the default kitchen', () => {
  const words = JSON.stringify([DELIVERY_MESSAGES, EXAMPLE_VALUES]);
  expect(WORDS_OF_THE_DEFAULTS.exec(words)?.[0]).toBeUndefined();
});

test('its papers, emails and calendar say its window', async () => {
  const token = await trackingTokenOf(t, order.id);
  for (const url of [
    `/api/admin/prep-sheet?date=${day(0)}`,
    `/api/admin/run-sheet?date=${day(0)}`,
    `/api/admin/labels?date=${day(0)}`,
    `/api/orders/track/${token}/receipt.pdf`,
  ])
    expect(await read(url), url).toContain('5pm-8pm');
  expect(await read(`/api/orders/track/${token}/calendar.ics`)).toContain(
    'DTSTART;TZID=Australia/Hobart:20260113T170000',
  );
});

test('each of its days has its own windows, and a closed day none', async () => {
  const { days } = JSON.parse(await read('/api/ordering-week')) as {
    days: { windows: { timeSlot: string }[] }[];
  };
  const weekday = ['07:00-09:00', '17:00-20:00'];
  expect(days.map(({ windows }) => windows.map(({ timeSlot }) => timeSlot))).toEqual([
    weekday,
    weekday,
    weekday,
    [],
    weekday,
    ['09:30-12:00'],
    [],
  ]);
});

test('its week starts on Monday and closes on Thursday at noon, Hobart time', async () => {
  expect(JSON.parse(await read('/api/ordering-week'))).toMatchObject({
    timeZone: 'Australia/Hobart',
    weekStart: '2026-01-12',
    weekEnd: '2026-01-18',
    cutoff: '2026-01-08T01:00:00.000Z',
  });
});

test('moved, joined and invited, people read its words too', async () => {
  const [delivery] = await t.context.db.select().from(deliveries);
  const move = { ids: [delivery!.id], date: day(1), timeSlot: '07:00-09:00', notify: true };
  const seen = await staff.post('/api/admin/deliveries/move', { ...move, dryRun: true });
  const { previewHash } = seen.json<{ previewHash: string }>();
  const moved = await staff.post('/api/admin/deliveries/move', { ...move, previewHash });
  expect(moved.json()).toMatchObject({ results: [{ ok: true }] });
  const joined = { email: 'ann@example.com', suburb: 'Kingston' };
  await t.app.inject({ method: 'POST', url: '/api/waitlist', body: joined });
  await staff.post('/api/staff/invites', { email: 'cook@example.com', role: 'kitchen' });
  t.advanceMinutes(1);
  await sendMessages(t.context);
  const token = await trackingTokenOf(t, order.id);
  expect(await read(`/api/orders/track/${token}`)).toContain('07:00-09:00');
  const written = JSON.stringify(await t.context.db.select().from(messages));
  for (const words of ['7am-9am', 'ann@example.com', 'cook@example.com'])
    expect(written).toContain(words);
  expect(WORDS_OF_THE_DEFAULTS.exec(written)?.[0]).toBeUndefined();
});
