import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { findBrokenRules } from './check-books.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());

const brokenRules = async () => (await findBrokenRules(t.context)).map(({ rule }) => rule);

describe('the rules of our own books', () => {
  test('are kept by an order that was paid, cancelled and refunded', async () => {
    const staffClient = await aStaffClient(t);
    await aPaidOrder(t);
    const { id } = await aPaidOrder(t);
    await staffClient.delete(`/api/admin/orders/${id}`);
    expect(await findBrokenRules(t.context)).toEqual([]);
  });

  test.each([
    ['I1', sql`update checkouts set state = 'expired'`],
    ['I2', sql`delete from ledger_entries; delete from payments`],
    ['I3', sql`update delivery_slots set held = held + 1`],
    ['I3', sql`update delivery_slots set booked = booked + 1`],
    ['I3', sql`update deliveries set takes_place = false`],
    [
      'I4',
      sql`insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id)
      select order_id, payment_intent_id, 'refund', -1, 're_1' from payments`,
    ],
    ['I4', sql`update payments set amount_cents = amount_cents + 1`],
    [
      'I5',
      sql`insert into refunds (order_id, payment_intent_id, amount_cents, reason, state, idem_key)
      select order_id, payment_intent_id, amount_cents + 1, 'x', 'pending', 'k' from payments`,
    ],
    ['I6', sql`update order_items set price_cents = price_cents + 1`],
    ['I6', sql`update orders set total_cents = total_cents + 1, tax_cents = tax_cents + 1`],
    ['I7', sql`delete from messages`],
    [
      'I7',
      sql`insert into messages (kind, dedupe_key, order_id, recipient)
      select 'order_confirmation', 'twice', id, email from orders`,
    ],
    [
      'I7',
      sql`insert into messages (kind, dedupe_key, waitlist_entry_id, recipient)
      values ('waitlist_welcome', 'nobody', 1, 'gone@example.com')`,
    ],
    ['G2', sql`update deliveries set status = 'out'`],
    ['I9', sql`update meal_days set held = held + 1`],
    ['I9', sql`update meal_days set booked = booked + 1`],
    ['I9', sql`update order_items set takes_portion = false`],
  ])('a breach of "%s" is found', async (rule, breaking) => {
    await aPaidOrder(t);
    await t.context.db.execute(sql`alter table ledger_entries disable trigger user`);
    await t.context.db.execute(breaking);
    expect((await brokenRules()).join()).toContain(rule);
  });
});

test('an open checkout breaks no rule, and neither does an ended one', async () => {
  await anOpenCheckout(t);
  expect(await brokenRules()).toEqual([]);
  await t.context.db.update(checkouts).set({ state: 'expired' });
  expect((await brokenRules()).join()).toContain('I3 only what may yet be paid holds');
});
