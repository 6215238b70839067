/**
 * The laws of an order’s money, after each step of any history, by the calls that customers and staff make. On the function
 * alone they stand in `areas/order-book/rules/account.test.ts`; what is mailed of it in `a-month-of-money.test.ts`.
 */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CancelReply, CancelRequest } from '#areas/orders/calls/move-or-cancel.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { ChangeQuoteReply, PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { RefundPart } from '#areas/order-book/calls/prepared-order.ts';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PreparedItem } from '#areas/order-book/rules/prepared-order.ts';
import { documents } from '#areas/order-book/server/tables/documents.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import { syncRefunds } from '#areas/order-book/server/sync-refunds.ts';
import { finishChanges } from './waiting-change.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { reconcileRecent } from '#areas/payments/server/reconcile.ts';
import { formatAmount, includedGst, parseAmount, sumCents } from '#platform/rules/money.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf, pay } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DAYS = 3;
/** One less takes the offer away. */
const MEALS = 2 * DAYS;
const SALE = {
  gstRegistered: true,
  abn: '51 824 753 556',
  dailyFromMeals: DAYS,
  dailyFeeCents: 299,
  weeklyFeeCents: 599,
};

let t: TestApp;
let staff: StaffClient;
/** A lunch a day for two people. */
let items: PreparedItem[];
let dinner: PreparedItem;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = (await menuOf(t)).filter(({ freezable }) => freezable);
  const lunches = menu.filter(({ mealType }) => mealType === 'lunch');
  const on = (index: number, personName: string) =>
    anItem(lunches[index % lunches.length]!, {
      personName,
      deliveryDate: day(index),
      mealDate: day(index),
    });
  items = ['Mia', 'Ben'].flatMap((name) =>
    Array.from({ length: DAYS }, (_, index) => on(index, name)),
  );
  dinner = anItem(
    menu.find(({ mealType }) => mealType === 'dinner')!,
    { personName: 'Mia' },
  );
});
afterAll(() => t.close());

const KINDS = [
  'customer takes off',
  'customer adds and takes off',
  'customer takes off and adds again',
  'staff add',
  'staff take off',
  'amount',
  'amount',
  'part',
  'part',
  'part',
  'cancel',
  'cancel',
  'keep the money',
  'give back what was kept',
  'move',
  'cancel and reopen',
  'refund fails',
  'refund at the provider',
  'dispute',
  'settings',
] as const;

const ENDS = ['as a whole', 'by delivery', 'by person', 'by meal', 'customer'] as const;
type End = (typeof ENDS)[number];

const aStep = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(20),
  of: fc.constantFrom('item', 'delivery', 'person'),
  cents: fc.integer({ min: 1, max: 1500 }),
  /** What is open is seen to first. */
  settles: fc.constantFrom(true, true, false),
});
type Step = typeof aStep extends fc.Arbitrary<infer One> ? One : never;

const aHistory = fc.record({
  deliveryType: fc.constantFrom('daily' as const, 'weekly' as const),
  freeDeliveryFromMeals: fc.constantFrom(null, MEALS),
  steps: fc.array(aStep, { minLength: 5, maxLength: 9 }),
  end: fc.constantFrom(...ENDS),
});

const cents = (amount: string) => parseAmount(amount.replace('-', '')) ?? Number.NaN;
const signed = (amount: string) => (amount.startsWith('-') ? -1 : 1) * cents(amount);
type Order = { id: number; token: string };

test('after each step of any history the laws of the account are true, and cancelling gives the same by any path', async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async ({ deliveryType, freeDeliveryFromMeals, steps, end }) => {
      t.setNow(AN_ORDINARY_WEDNESDAY);
      await t.clearOrders();
      await save({ ...SALE, freeDeliveryFromMeals });
      const orderItems = items.map((item) =>
        deliveryType === 'daily' ? item : { ...item, deliveryDate: day(0) },
      );
      const paid = await aPaidOrder(t, { orderItems, deliveryType });
      const order = { id: paid.id, token: await trackingTokenOf(t, paid.id) };
      for (const step of steps) {
        t.advanceMinutes(1);
        await take(order, step);
        await expectLaws(order);
      }
      await expectSameByAnyPath(order, end);
    }),
    { numRuns: howMany(30), seed: 31, endOnFailure: true },
  );
}, 600_000);

async function save(change: Partial<BusinessFacts>): Promise<void> {
  const current = (await staff.get('/api/admin/settings')).json<SettingsReply>();
  const saved = await staff.put('/api/admin/settings', { ...current, ...change });
  expect(saved.statusCode, saved.body).toBe(200);
}

const moneyOf = ({ left, balance, total, owed }: AdminOrderReply) => ({
  left,
  balance,
  total,
  owed,
});
/** Paid less what went back or to a bank. */
const inHand = ({ left }: AdminOrderReply) => cents(left);
const keptOf = ({ kept }: AdminOrderReply) => sumCents(kept.map(({ left }) => cents(left)));
const isSettled = ({ balance, owed }: AdminOrderReply) =>
  signed(balance) === 0 && cents(owed) === 0;

/** Laws 2, 3, 8 and 9. The invariants work each order out again, as `npm run doctor -- --ledger` does. */
async function expectLaws({ id }: Order): Promise<void> {
  await checkInvariants(t.context.db);
  const { owed, balance, total, status } = await staff.order(id);
  if (signed(balance) < 0) expect(cents(owed)).toBe(0);
  expect(cents(total)).toBeGreaterThanOrEqual(0);
  const open = await listOpenBalances(t.context.db);
  expect(open.map((one) => one.balanceCents)).toEqual(
    [cents(owed) || Math.min(0, signed(balance))].filter((amount) => amount !== 0),
  );
  if (status === 'cancelled') expect(cents(owed)).toBe(0);
  for (const { paymentIntentId, amountCents } of await t.context.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))) {
    const back = await refundsAtGateway(t, paymentIntentId);
    const standing = back.filter((one) => one.status !== 'failed');
    expect(sumCents(standing.map(({ amount }) => amount))).toBeLessThanOrEqual(amountCents);
  }
  const issued = await t.context.db.select().from(documents).where(eq(documents.orderId, id));
  for (const family of Map.groupBy(issued, ({ no, relatesTo }) => relatesTo ?? no).values())
    expect(sumCents(family.map(({ gstCents }) => gstCents))).toBe(
      includedGst(sumCents(family.map(({ totalCents }) => totalCents))),
    );
}

/** What failed is sent again, what is owed is paid. */
async function settle({ id, token }: Order): Promise<void> {
  const { balance, owed } = await staff.order(id);
  if (signed(balance) < 0) await refund(id, {});
  if (cents(owed) === 0) return;
  const reply = await t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/pay` });
  await payFor(reply.json<PaymentDueReply>());
  expect(isSettled(await staff.order(id))).toBe(true);
}

/** One that is refused changes nothing. */
async function take(
  order: Order,
  { kind, which, of, cents: amount, settles }: Step,
): Promise<void> {
  if (settles) await settle(order);
  const before = await staff.order(order.id);
  const pick = <One>(list: readonly One[]): One | undefined =>
    list[which % Math.max(1, list.length)];
  const item = pick(before.orderItems);
  const delivery = pick(before.deliveries);
  if (before.status !== 'confirmed' && !['refund fails', 'dispute'].includes(kind)) return;
  switch (kind) {
    case 'customer takes off': {
      if (item) await customerLeaves(order, without(before, item.id));
      return;
    }
    case 'customer adds and takes off': {
      const added = [...sent(before), { ...dinner, deliveryDate: before.deliveries[0]!.date }];
      if (!(await customerLeaves(order, added))) return;
      const seen = await staff.order(order.id);
      const old = new Set<number | undefined>(before.orderItems.map(({ id }) => id));
      if (
        await customerLeaves(
          order,
          sent(seen).filter(({ id }) => old.has(id)),
        )
      )
        expectSame(before, await staff.order(order.id));
      return;
    }
    case 'customer takes off and adds again': {
      if (!item || before.refundedItems.includes(item.id) || before.orderItems.length < 2) return;
      if (!(await customerLeaves(order, without(before, item.id)))) return;
      const { id: _, ...again } = sent(before).find(({ id }) => id === item.id)!;
      const left = sent(await staff.order(order.id));
      if (await customerLeaves(order, [...left, again]))
        expectSame(before, await staff.order(order.id));
      return;
    }
    case 'staff add':
    case 'staff take off': {
      const rest = without(before, item?.id ?? 0);
      const added = { ...dinner, deliveryDate: before.deliveries[0]!.date };
      await staff.put(`/api/admin/orders/${order.id}`, {
        version: before.version,
        customer: before.customer,
        orderItems: kind === 'staff add' ? [...sent(before), added] : rest,
      });
      return;
    }
    case 'amount':
      await expectPresentToStay(order, before, { amount, itemId: item?.id ?? 0 });
      return;
    case 'part':
      await expectPaidBackOnce(order, before, partOf(before, of, which));
      return;
    case 'cancel':
    case 'keep the money': {
      const { what } = partOf(before, of, which);
      const refunded = kind === 'cancel' ? 'full' : 'none';
      await expectNothingOwed(order, before, { ...what, refund: refunded });
      return;
    }
    case 'give back what was kept': {
      const kept = pick(before.kept);
      if (kept) await refund(order.id, { part: { kept: kept.id } });
      return;
    }
    case 'move': {
      const { date, timeSlot } = before.deliveries.at(-1)!;
      const asked = { ids: [delivery!.id], date, timeSlot, notify: false };
      const seen = await staff.post('/api/admin/deliveries/move', { ...asked, dryRun: true });
      const { previewHash } = seen.json<CancelReply>();
      await staff.post('/api/admin/deliveries/move', { ...asked, previewHash });
      expectSame(before, await staff.order(order.id));
      return;
    }
    case 'cancel and reopen': {
      const set = (status: string) => staff.put(`/api/admin/orders/${order.id}/status`, { status });
      if ((await set('cancelled')).statusCode !== 200) return;
      if ((await set('confirmed')).statusCode !== 200) return;
      const after = await staff.order(order.id);
      expect(after.total).toBe(before.total);
      // What went back is asked for again, and never charged by itself.
      expect(after.paid).toBe(before.paid);
      if (isSettled(before)) expect(cents(after.owed)).toBe(cents(before.left) - cents(after.left));
      return;
    }
    case 'refund at the provider': {
      const intent = await firstPaymentOf(order);
      const form = { payment_intent: intent, amount: String(amount) };
      const made = await atProvider(t, 'v1/refunds', form).catch(() => null);
      if (!made || before.kept.length > 0) return;
      await syncRefunds(t.context, intent);
      // What is due is settled by it, the rest is a present.
      const { balance, owed } = await staff.order(order.id);
      const due = Math.max(0, -signed(before.balance));
      expect([Math.max(0, -signed(balance)), cents(owed)]).toEqual([
        Math.max(0, due - amount),
        cents(before.owed),
      ]);
      return;
    }
    case 'refund fails': {
      const intent = await firstPaymentOf(order);
      const made = await refundsAtGateway(t, intent);
      const failing = pick(made.filter((one) => one.status === 'succeeded'));
      if (!failing) return;
      await atProvider(t, `refunds/${failing.id}`, { status: 'failed' });
      await syncRefunds(t.context, intent);
      const after = await staff.order(order.id);
      expect(inHand(after)).toBeGreaterThanOrEqual(inHand(before));
      expect(cents(after.owed)).toBe(Math.max(0, cents(before.owed) - failing.amount));
      return;
    }
    case 'dispute': {
      const intent = await firstPaymentOf(order);
      const { id } = await atProvider(t, 'disputes', { payment_intent: intent });
      await atProvider(t, `disputes/${id}`, { status: 'lost' });
      await reconcileRecent(t.context);
      const taken = await staff.order(order.id);
      expect(cents(taken.owed)).toBeLessThanOrEqual(cents(before.owed));
      expect(inHand(taken)).toBeLessThanOrEqual(inHand(before));
      if (which % 3 === 0) return;
      await atProvider(t, `disputes/${id}`, { status: 'won' });
      await reconcileRecent(t.context);
      expectSame(before, await staff.order(order.id));
      return;
    }
    case 'settings':
      await save({
        dailyFeeCents: 299 + amount,
        weeklyFeeCents: 599 + amount,
        freeDeliveryFromMeals: which % 2 === 0 ? null : 1 + (which % 12),
      });
      expectSame(before, await staff.order(order.id));
  }
}

async function firstPaymentOf({ id }: Order): Promise<string> {
  const [first] = await t.context.db.select().from(payments).where(eq(payments.orderId, id));
  return first!.paymentIntentId;
}

/** Law 1, and moves: no money. */
function expectSame(before: AdminOrderReply, after: AdminOrderReply): void {
  if (isSettled(before)) expect(moneyOf(after)).toEqual(moneyOf(before));
}

/** Law 4: taking off gives back the same with and without it, as far as there is money. */
async function expectPresentToStay(
  order: Order,
  before: AdminOrderReply,
  { amount, itemId }: { amount: number; itemId: number },
): Promise<void> {
  const quoted = async () => {
    const reply = await post(order, 'quote', without(before, itemId));
    return reply.statusCode === 200 ? reply.json<ChangeQuoteReply>() : null;
  };
  const plain = await quoted();
  const given = await refund(order.id, { amount: formatAmount(amount) });
  const after = await staff.order(order.id);
  if (given.statusCode !== 200 || !plain || !isSettled(before)) return;
  expect(isSettled(after)).toBe(true);
  const most = Math.max(0, inHand(after) - keptOf(after));
  expect(cents((await quoted())!.back)).toBe(Math.min(cents(plain.back), most));
}

/** Law 5: what was paid back and is cancelled then gives the same as what is cancelled. */
async function expectPaidBackOnce(
  order: Order,
  before: AdminOrderReply,
  { part, what }: { part: RefundPart; what: Partial<CancelRequest> },
): Promise<void> {
  const plain = await preview(what);
  const given = await refund(order.id, { part });
  if (given.statusCode !== 200 || !plain || !isSettled(before)) return;
  const after = await staff.order(order.id);
  const later = await preview(what);
  expect(isSettled(after)).toBe(true);
  expect(inHand(before) - inHand(after) + cents(later!.amount)).toBe(cents(plain.amount));
}

/** Law 7, and what was said is what goes back. */
async function expectNothingOwed(
  order: Order,
  before: AdminOrderReply,
  what: Partial<CancelRequest>,
): Promise<void> {
  const said = await cancel(what);
  if (!said) return;
  const after = await staff.order(order.id);
  expect(cents(after.owed)).toBeLessThanOrEqual(cents(before.owed));
  expect(inHand(before) - inHand(after)).toBe(cents(said.amount));
}

/** Law 6. */
async function expectSameByAnyPath(order: Order, end: End): Promise<void> {
  const before = await staff.order(order.id);
  if (before.status !== 'confirmed') return;
  const whole = await preview({ orderId: order.id });
  const paths: Record<Exclude<End, 'customer'>, Partial<CancelRequest>[]> = {
    'as a whole': [{ orderId: order.id }],
    'by delivery': before.deliveries.map(({ id }) => ({ deliveryIds: [id] })),
    'by person': Object.values(before.personIds).map((id) => ({ personIds: [id] })),
    'by meal': before.orderItems.map(({ id }) => ({ itemIds: [id] })),
  };
  if (end !== 'customer') for (const path of paths[end]) await cancel(path);
  else
    for (const { id } of before.orderItems) {
      const seen = await staff.order(order.id);
      if (!(await customerLeaves(order, without(seen, id)))) return;
    }
  const after = await staff.order(order.id);
  expect(after.status).toBe('cancelled');
  expect(inHand(before) - inHand(after)).toBe(cents(whole!.amount));
  await expectLaws(order);
}

function partOf(order: AdminOrderReply, of: string, which: number) {
  const item = order.orderItems[which % order.orderItems.length]!;
  const delivery = order.deliveries.find(({ date }) => date === item.deliveryDate)!;
  const { personName } = item;
  const personId = order.personIds[personName]!;
  if (of === 'item') return { part: { items: [item.id] }, what: { itemIds: [item.id] } };
  if (of === 'person') return { part: { personName }, what: { personIds: [personId] } };
  return { part: { deliveryId: delivery.id }, what: { deliveryIds: [delivery.id] } };
}

const refund = (id: number, body: object) => staff.refund(id, { reason: 'Late', ...body });

async function preview(what: Partial<CancelRequest>): Promise<CancelReply | null> {
  const reply = await staff.post('/api/admin/cancel', { ...what, reason: 'Away', dryRun: true });
  return reply.statusCode === 200 ? reply.json<CancelReply>() : null;
}

/** Null: refused. */
async function cancel(what: Partial<CancelRequest>): Promise<CancelReply | null> {
  const body = { ...what, reason: 'Away', notify: false };
  const said = await staff.post('/api/admin/cancel', { ...body, dryRun: true });
  if (said.statusCode !== 200) return null;
  const { previewHash } = said.json<CancelReply>();
  const done = await staff.post('/api/admin/cancel', { ...body, previewHash });
  return done.statusCode === 200 ? said.json<CancelReply>() : null;
}

type Sent = Omit<PreparedItem, 'price'> & { id?: number };

function sent({ orderItems }: AdminOrderReply): Sent[] {
  return orderItems.map(
    ({ id, mealId, mealType, mealDate, deliveryDate, deliveryWindow, personName }) => ({
      id,
      mealId,
      mealType,
      mealDate,
      deliveryDate,
      deliveryWindow: deliveryWindow as PreparedItem['deliveryWindow'],
      personName,
    }),
  );
}

const without = (order: AdminOrderReply, id: number) => sent(order).filter((one) => one.id !== id);

const post = (order: Order, what: 'quote' | 'change', orderItems: readonly Sent[]) =>
  t.app.inject({
    method: 'POST',
    url: `/api/orders/track/${order.token}/${what}`,
    body: { orderItems },
  });

/** What was quoted is paid or goes back. False: refused. */
async function customerLeaves(order: Order, orderItems: readonly Sent[]): Promise<boolean> {
  const before = await staff.order(order.id);
  const quote = (await post(order, 'quote', orderItems)).json<ChangeQuoteReply>();
  const reply = await post(order, 'change', orderItems);
  if (reply.statusCode === 402) {
    expect(reply.json<PaymentDueReply>().amount).toBe(quote.due);
    await payFor(reply.json<PaymentDueReply>());
    await finishChanges(t.context);
    return true;
  }
  if (reply.statusCode !== 200) return false;
  expect(inHand(before) - inHand(await staff.order(order.id))).toBe(cents(quote.back));
  return true;
}

async function payFor(payment: PaymentDueReply): Promise<void> {
  await pay(t, payment);
  await settlePayment(t.context, payment.paymentIntentId);
}
