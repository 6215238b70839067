/** A month of business, with GST switched on in its middle: mails, documents, the accountant's files and the ledger agree. */
import fc from 'fast-check';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { disputes, refunds } from '#areas/order-book/server/tables/payments.ts';
import { documents } from '#areas/order-book/server/tables/documents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { reconcileRecent } from '#areas/payments/server/reconcile.ts';
import { formatAmount, includedGst, parseAmount, sumCents } from '#platform/rules/money.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import {
  aPaidOrder,
  aStaffClient,
  type PaidOrder,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, menuOf } from '#quality/support/an-order.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DAY_MINUTES = 24 * 60;
const WEEKS = 4;
const TAXED = { gstRegistered: true, abn: '51 824 753 556', name: 'Another Kitchen' };

let t: TestApp;
let staff: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const which = fc.nat(20);
const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('order' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('goodwill' as const),
      which,
      cents: fc.integer({ min: 1, max: 1500 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('pay a meal back' as const), which }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('customer takes off' as const), which }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('cancel a delivery' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('cancel meals' as const),
      which,
      refund: fc.constantFrom('full', 'none'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('give back what was kept' as const), which }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('move a delivery' as const), which }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cancel' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('dispute' as const),
      which,
      status: fc.constantFrom('won', 'lost'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('bank' as const),
      outcomes: fc.constantFrom('succeeded', 'failed'),
    }),
  },
);
type Step = typeof aStep extends fc.Arbitrary<infer One> ? One : never;

const aWeek = fc.array(aStep, { minLength: 5, maxLength: 8 });

test('every amount mailed adds up to the refunds, documents never change, and the accountant’s files equal them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aWeek, { minLength: WEEKS, maxLength: WEEKS }), async (weeks) => {
      t.setNow(AN_ORDINARY_WEDNESDAY);
      await t.clearOrders();
      await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
      staff = await aStaffClient(t);
      await save({ gstRegistered: false, abn: null, name: 'Redlands Table' });
      const sold: PaidOrder[] = [];
      let issued: unknown[] = [];
      for (const [index, steps] of weeks.entries()) {
        t.setNow(
          new Date(
            Date.parse(AN_ORDINARY_WEDNESDAY) + index * 7 * DAY_MINUTES * 60_000,
          ).toISOString(),
        );
        staff = await aStaffClient(t);
        if (index === WEEKS / 2) await save(TAXED);
        for (const step of [{ is: 'order' } as const, ...steps]) {
          t.advanceMinutes(7);
          await take(step, sold);
        }
        t.advanceMinutes(2);
        await sendMessages(t.context);
        await checkInvariants(t.context.db);
        await expectKitchenToAgree(sold);
        const now = await allDocuments();
        expect(now.slice(0, issued.length)).toEqual(issued);
        issued = now;
      }
      await expectEmailsToAddUp();
      await expectFilesToAddUp();
      const [first] = sold;
      const receipt = `/api/orders/track/${await trackingTokenOf(t, first!.id)}/receipt.pdf`;
      const [once, twice] = [await t.app.inject(receipt), await t.app.inject(receipt)];
      expect(once.rawPayload.length).toBe(twice.rawPayload.length);
    }),
    { numRuns: howMany(10), seed: 29, endOnFailure: true },
  );
}, 600_000);

async function save(change: Partial<BusinessFacts>): Promise<void> {
  const current = (await staff.get('/api/admin/settings')).json<SettingsReply>();
  const saved = await staff.put('/api/admin/settings', { ...current, ...change });
  expect(saved.statusCode, saved.body).toBe(200);
}

/** One that is refused changes nothing and tells nobody. */
async function take(step: Step, sold: PaidOrder[]): Promise<void> {
  if (step.is === 'order') {
    sold.push(await buy());
    return;
  }
  if (step.is === 'bank') {
    await atProvider(t, 'refund-outcomes', { outcomes: step.outcomes });
    return;
  }
  const one = sold[step.which % sold.length]!;
  const { orderItems, deliveries } = await staff.order(one.id);
  const item = orderItems[step.which % Math.max(1, orderItems.length)];
  const delivery = deliveries[step.which % Math.max(1, deliveries.length)];
  switch (step.is) {
    case 'goodwill':
      await staff.refund(one.id, {
        amount: formatAmount(step.cents),
        reason: 'Late',
        notify: true,
      });
      return;
    case 'pay a meal back':
      if (item)
        await staff.refund(one.id, { part: { items: [item.id] }, reason: 'Cold', notify: true });
      return;
    case 'customer takes off': {
      const url = `/api/orders/track/${await trackingTokenOf(t, one.id)}/change`;
      const rest = orderItems.filter(({ id }) => id !== item?.id);
      await t.app.inject({ method: 'POST', url, body: { orderItems: rest } });
      return;
    }
    case 'cancel a delivery':
      await inBulk('refund', { ids: [delivery?.id ?? 0], reason: 'Van broke down' });
      return;
    case 'cancel meals': {
      const itemIds = orderItems.slice(step.which % 3, (step.which % 3) + 3).map(({ id }) => id);
      const body = { itemIds, refund: step.refund, reason: 'Away' };
      await staff.post('/api/admin/cancel', body);
      return;
    }
    case 'give back what was kept':
      await staff.refund(one.id, { part: { kept: 1 }, reason: 'After all', notify: true });
      return;
    case 'move a delivery': {
      const { date = '', timeSlot } = deliveries.at(-1) ?? {};
      await inBulk('move', { ids: [delivery?.id ?? 0], date, timeSlot });
      return;
    }
    case 'cancel':
      await staff.delete(`/api/admin/orders/${one.id}`);
      return;
    case 'dispute': {
      const { id } = await atProvider(t, 'disputes', { payment_intent: one.paymentIntentId });
      await atProvider(t, `disputes/${id}`, { status: step.status });
      await reconcileRecent(t.context);
    }
  }
}

async function buy(): Promise<PaidOrder> {
  const { days } = (await t.app.inject('/api/ordering-week')).json<OrderingWeekReply>();
  const menu = await menuOf(t);
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: days.slice(0, 3).flatMap(({ date }) =>
      (['lunch', 'dinner'] as const).map((mealType) =>
        anItem(
          menu.find((meal) => meal.mealType === mealType)!,
          {
            mealDate: date,
            deliveryDate: date,
            mealType,
          },
        ),
      ),
    ),
  });
}

async function inBulk(verb: 'move' | 'refund', asked: object): Promise<void> {
  const url = `/api/admin/deliveries/${verb}`;
  const body = { ...asked, notify: true };
  const { previewHash } = (await staff.post(url, { ...body, dryRun: true })).json<{
    previewHash: string;
  }>();
  await staff.post(url, { ...body, previewHash });
}

function allDocuments() {
  return t.context.db.select().from(documents).orderBy(asc(documents.id));
}

/** The bags of each day hold what the orders say is brought. */
async function expectKitchenToAgree(sold: readonly PaidOrder[]): Promise<void> {
  const placed = await Promise.all(sold.map(({ id }) => staff.order(id)));
  const brought = placed
    .filter(({ status }) => status === 'confirmed')
    .flatMap(({ orderNumber, orderItems }) =>
      orderItems.map((item) => `${item.deliveryDate} ${orderNumber} ${item.mealId}`),
    );
  const dates = new Set(placed.flatMap(({ deliveries }) => deliveries.map(({ date }) => date)));
  const lists = [...dates].map(async (date) => {
    const { business } = await t.context.site.current();
    const bags = await listBags(t.context.db, { date }, business);
    return bags.flatMap(({ orderNumber, items }) =>
      items.map(({ mealId }) => `${date} ${orderNumber} ${mealId}`),
    );
  });
  expect((await Promise.all(lists)).flat().toSorted()).toEqual(brought.toSorted());
}

async function expectEmailsToAddUp(): Promise<void> {
  const back = await t.context.db.select().from(refunds);
  const standing = back.filter(({ state }) => state !== 'failed');
  const sent = await t.context.db.select().from(messages);
  const texts = sent.flatMap(({ kind, mail }) =>
    mail && kind !== 'order_confirmation' ? mail.text.replaceAll(/\s+/g, ' ') : [],
  );
  for (const text of texts) expect(text).not.toContain('$0.00');
  const amounts = texts.flatMap((text) =>
    [...text.matchAll(/\$(\d+\.\d\d) goes back/g)].map(
      ([, amount = '']) => parseAmount(amount) ?? 0,
    ),
  );
  expect(sumCents(amounts)).toBe(sumCents(standing.map(({ amountCents }) => amountCents)));
}

async function expectFilesToAddUp(): Promise<void> {
  const file = async (name: string) => {
    const reply = await staff.get(`/api/admin/figures/${name}.csv?week=2026-01-06&weeks=5`);
    expect(reply.statusCode, reply.body).toBe(200);
    const [header = '', ...rows] = reply.body.replace('\uFEFF', '').trim().split('\r\n');
    const at = header.split(',');
    return (column: string) =>
      sumCents(
        rows
          .map((row) => parseAmount(row.split(',')[at.indexOf(column)]!.replace('-', '')) ?? 0)
          .map((cents, index) =>
            rows[index]!.split(',')[at.indexOf(column)]!.startsWith('-') ? -cents : cents,
          ),
      );
  };
  const [inDocuments, inDays] = [await file('documents'), await file('days')];
  const rows = await t.context.db.select().from(orders);
  // What a cancelled order still holds is its price, until it goes back.
  const nets = (await loadOrders(t.context.db, rows)).map((order) => {
    const { netCents, leftCents } = accountOfOrder(order);
    return order.status === 'cancelled' ? leftCents : netCents;
  });
  expect(inDocuments('Total')).toBe(sumCents(nets));
  expect(inDays('Invoiced')).toBe(sumCents(nets));
  const lost = await t.context.db.select().from(disputes).where(eq(disputes.status, 'lost'));
  expect(inDays('Taken by banks')).toBe(sumCents(lost.map(({ amountCents }) => amountCents)));
  const issued = await allDocuments();
  const roots = issued.filter(({ kind }) => kind === 'tax_invoice');
  expect(roots.length).toBeGreaterThan(0);
  const gst = roots.map(({ orderId, no }) =>
    includedGst(
      sumCents(
        issued
          .filter((row) => row.orderId === orderId && (row.relatesTo ?? row.no) === no)
          .map(({ totalCents }) => totalCents),
      ),
    ),
  );
  expect(inDocuments('GST')).toBe(sumCents(gst));
  expect(inDays('GST invoiced')).toBe(sumCents(gst));
}
