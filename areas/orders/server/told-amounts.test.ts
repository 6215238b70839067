import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
});
afterAll(() => t.close());

const which = fc.nat(2);
const aStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('amount' as const), cents: fc.nat(1500) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('meal' as const), which }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('delivery' as const), which }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('order' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('bank' as const), fails: fc.boolean() }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer One> ? One : never;

test('all amounts that were mailed in a random history add up to what goes back; none is $0.00', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 2, maxLength: 6 }), async (steps) => {
      await t.clearOrders();
      await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
      const menu = await menuOf(t);
      const { id } = await aPaidOrder(t, {
        deliveryType: 'daily',
        orderItems: [0, 1, 2].flatMap((on) =>
          (['lunch', 'dinner'] as const).map((mealType) =>
            anItem(
              menu.find((meal) => meal.mealType === mealType)!,
              { mealDate: day(on), deliveryDate: day(on), mealType },
            ),
          ),
        ),
      });
      for (const step of steps) await take(id, step);
      t.advanceMinutes(2);
      await sendMessages(t.context);
      const back = await t.context.db.select().from(refunds).where(eq(refunds.orderId, id));
      const standing = back.filter(({ state }) => state !== 'failed');
      expect(await toldCents(id)).toBe(sumCents(standing.map(({ amountCents }) => amountCents)));
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);

/** One that is refused changes nothing and tells nobody. */
async function take(id: number, step: Step): Promise<void> {
  const refund = (body: object) => staff.refund(id, { reason: 'Late', notify: true, ...body });
  const { orderItems, deliveries } = await staff.order(id);
  switch (step.is) {
    case 'bank':
      await atProvider(t, 'refund-outcomes', { outcomes: step.fails ? 'failed' : 'succeeded' });
      return;
    case 'amount':
      await refund({ amount: formatAmount(step.cents) });
      return;
    case 'meal': {
      const item = orderItems[step.which];
      if (item) await refund({ part: { items: [item.id] } });
      return;
    }
    case 'delivery': {
      const delivery = deliveries[step.which];
      const body = { ids: [delivery?.id ?? 0], reason: 'Van broke down', notify: true };
      const seen = await staff.post('/api/admin/deliveries/refund', { ...body, dryRun: true });
      const { previewHash } = seen.json<{ previewHash: string }>();
      await staff.post('/api/admin/deliveries/refund', { ...body, previewHash });
      return;
    }
    case 'order':
      await staff.delete(`/api/admin/orders/${id}?refund=full`);
  }
}

async function toldCents(orderId: number): Promise<number> {
  const sent = await t.context.db.select().from(messages).where(eq(messages.orderId, orderId));
  const texts = sent.flatMap(({ kind, mail }) =>
    mail && kind !== 'order_confirmation' ? mail.text.replaceAll(/\s+/g, ' ') : [],
  );
  for (const text of texts) expect(text).not.toContain('$0.00');
  const amounts = texts.flatMap((text) =>
    [...text.matchAll(/\$(\d+\.\d\d) goes back/g)].map(([, amount = '']) => amount),
  );
  return sumCents(amounts.map((amount) => parseAmount(amount) ?? 0));
}

test('an order that is cancelled without its money says so, whatever was given back before', async () => {
  await t.clearOrders();
  await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
  const { id } = await aPaidOrder(t);
  await staff.refund(id, { amount: '2.00', reason: 'Late' });
  await staff.delete(`/api/admin/orders/${id}?refund=none`);
  t.advanceMinutes(2);
  await sendMessages(t.context);
  const sent = await t.context.db.select().from(messages).where(eq(messages.orderId, id));
  const [cancelled] = sent.filter(({ kind }) => kind === 'cancelled');
  expect(cancelled?.mail?.text).toContain('There is no refund.');
});
