/** A client that a stranger's tool makes from `/api/openapi.json` alone, on the running server. */
import { OpenAPIClientAxios, type OpenAPIClient } from 'openapi-client-axios';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { day } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let client: OpenAPIClient;
let orderNumber: string;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  ({ orderNumber } = await aPaidOrder(t));
  const { cookie } = await aStaffClient(t, { role: 'manager' });
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  client = await new OpenAPIClientAxios({
    definition: `${origin}/api/openapi.json`,
    withServer: { url: origin },
    axiosConfigDefaults: { headers: { cookie }, validateStatus: null },
  }).init();
});
afterAll(() => t.close());

/** Only names that the description has are callable. */
async function call(operationId: string, ...input: unknown[]) {
  const method = client[operationId] as ((...input: unknown[]) => Promise<unknown>) | undefined;
  if (!method) throw new Error(`the description has no ${operationId}`);
  return (await method(...input)) as { status: number; data: unknown };
}

test('lists orders, and reads one by its id in the path', async () => {
  const { status, data } = await call('getAdminOrders');
  expect([status, data]).toMatchObject([200, [{ orderNumber }]]);
  const [{ id }] = data as [{ id: number }];
  const one = await call('getAdminOrdersById', { id });
  expect([one.status, one.data]).toMatchObject([200, { id, orderNumber }]);
});

test('reports a delivery as cooked', async () => {
  t.setNow(`${day(0)}T02:00:00Z`);
  const listed = await call('getAdminDeliveries', { date: day(0) });
  const [delivery] = listed.data as [{ id: number; status: string }];
  expect([listed.status, delivery.status]).toEqual([200, 'planned']);
  const { id } = delivery;
  const body = { deliveries: [{ id }], status: 'cooked' };
  const reported = await call('postAdminDeliveriesStatus', null, body);
  expect([reported.status, reported.data]).toMatchObject([
    200,
    { results: [{ id, ok: true, status: 'cooked' }] },
  ]);
});

test('works with an API token instead of a cookie, within the rights of the token', async () => {
  const manager = await aStaffClient(t, { role: 'manager' });
  const asked = { name: 'Generated client', rights: ['seeOrders'], days: 30 };
  const made = await manager.post('/api/admin/tokens', asked);
  const { token } = made.json<{ token: string }>();
  const headers = { cookie: '', authorization: `Bearer ${token}` };
  const listed = await call('getAdminOrders', null, null, { headers });
  expect([listed.status, listed.data]).toMatchObject([200, [{ orderNumber }]]);
  const refused = await call('getAdminDeliveries', { date: day(0) }, null, { headers });
  expect([refused.status, refused.data]).toMatchObject([403, { code: 'token_lacks_right' }]);
  const { definition } = client.api;
  const operation = definition.paths?.['/api/admin/orders']?.get as { security: object[] };
  expect(operation.security).toEqual([{ session: [] }, { token: [] }]);
  expect(definition.components?.securitySchemes).toMatchObject({
    token: { type: 'http', scheme: 'bearer' },
  });
});

test('is refused in the described form: a bad field by its name, and what the role may not do', async () => {
  const bad = await call('getAdminDeliveries', { date: 'Tuesday' });
  expect([bad.status, bad.data]).toMatchObject([
    400,
    { code: 'invalid', fields: { date: expect.any(String) as string } },
  ]);
  const refused = await call('getAdminSystem');
  expect([refused.status, refused.data]).toMatchObject([403, { code: 'not_allowed' }]);
});
