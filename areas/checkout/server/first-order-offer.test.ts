/** The free first delivery is had once, whatever a customer calls themselves the second time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import {
  A_CUSTOMER,
  anOpenCheckout,
  anOrder,
  checkOut,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

type Customer = PreparedOrder['customer'];

let t: TestApp;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  menu = await menuOf(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(waitlistEntries);
});

const MIA: Customer = { ...A_CUSTOMER, email: 'mia@gmail.com' };

/** Has nothing in common with the usual customer. */
const SOMEONE_ELSE: Customer = {
  ...A_CUSTOMER,
  email: 'lan@example.com',
  phone: '0498 765 432',
  address: '7 Bay Road, Capalaba',
};

const join = (...emails: string[]) =>
  t.context.db
    .insert(waitlistEntries)
    .values(emails.map((email) => ({ email, suburb: 'Cleveland' })));

const feeFor = async (customer: Customer) =>
  (await priced(t, anOrder(menu, { customer }))).deliveryFee;

async function buy(customer: Customer): Promise<string> {
  const { checkout } = await anOpenCheckout(t, { customer });
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  return checkout.quote.deliveryFee;
}

describe('after a free first delivery', () => {
  test.each<[string, Partial<Customer>]>([
    ['a tag behind a plus', { email: 'mia+1@gmail.com' }],
    ['dots', { email: 'm.i.a@googlemail.com' }],
    ['another case', { email: 'MIA@Gmail.com' }],
    ['the same phone, written otherwise', { phone: '+61 412-345-678' }],
    ['the same address', { address: A_CUSTOMER.address }],
    ['the same address, written otherwise', { address: '3/12 shore st w, Cleveland QLD 4163' }],
  ])('%s does not get another', async (_, same) => {
    await join(MIA.email);
    expect(await buy(MIA)).toBe('0.00');
    const again = { ...SOMEONE_ELSE, ...same };
    await join(
      same.email === undefined || same.email === 'MIA@Gmail.com' ? SOMEONE_ELSE.email : same.email,
    );
    expect(await feeFor(again)).toBe('5.99');
  });

  test.each<[string, Partial<Customer>]>([
    ['a stranger', {}],
    ['another person of a firm, a dot apart', { email: 'm.ia@example.com' }],
    ['the neighbour in another unit', { address: '12 Shore Street West, Unit 4, Cleveland' }],
    ['the same street in another suburb', { address: '12 Shore Street West, Unit 3, Capalaba' }],
  ])('%s gets their own', async (_, own) => {
    await join(A_CUSTOMER.email, SOMEONE_ELSE.email, own.email ?? 'else@example.com');
    await buy(A_CUSTOMER);
    expect(await feeFor({ ...SOMEONE_ELSE, ...own })).toBe('0.00');
  });
});

test('baskets of one customer under several emails never get it together', async () => {
  const emails = ['mia@gmail.com', 'mia+1@gmail.com', 'm.ia@gmail.com', 'lan@example.com'];
  await join(...emails);
  const baskets = await Promise.all(
    emails.map((email) => priced(t, anOrder(menu, { customer: { ...A_CUSTOMER, email } }))),
  );
  expect(baskets.map(({ deliveryFee }) => deliveryFee)).toEqual(Array(4).fill('0.00'));
  const replies = await Promise.all(baskets.map((basket) => checkOut(t, basket)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await feeFor({ ...SOMEONE_ELSE, phone: A_CUSTOMER.phone })).toBe('5.99');
});
