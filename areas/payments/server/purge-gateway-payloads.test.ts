import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayEvents } from '#areas/order-book/server/tables/payments.ts';
import {
  purgeGatewayPayloads,
  receiveGatewayEvent,
} from '#areas/payments/server/receive-gateway-event.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DAY = 24 * 60;

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const receive = () =>
  receiveGatewayEvent(t.context, {
    id: 'evt_of_mia',
    type: 'customer.updated',
    livemode: false,
    paymentIntentId: null,
    payload: { data: { object: { shipping: { name: 'Mia Nguyễn' } } } },
  });

test('the content of an event is deleted after 90 days; a repeated delivery still does nothing', async () => {
  await receive();
  t.advanceMinutes(90 * DAY);
  expect(await purgeGatewayPayloads(t.context)).toBe(0);
  t.advanceMinutes(1);
  expect(await purgeGatewayPayloads(t.context)).toBe(1);
  expect(await purgeGatewayPayloads(t.context)).toBe(0);
  await receive();
  const events = await t.context.db.select().from(gatewayEvents);
  expect(events).toMatchObject([{ id: 'evt_of_mia', state: 'ignored', payload: null }]);
});
