import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerReply, CustomerSummary } from '#areas/customers/calls/customers.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
  await t.context.db.execute(sql`truncate waitlist_entries, customer_merges cascade`);
});
afterAll(() => t.close());

async function anOrderOf(change: Partial<typeof A_CUSTOMER>) {
  const lunch = (await menuOf(t)).find((meal) => meal.mealType === 'lunch')!;
  return aPaidOrder(t, { customer: { ...A_CUSTOMER, ...change }, orderItems: [anItem(lunch)] });
}

const MIA = {
  firstName: 'Mia',
  lastName: 'Nguyễn',
  email: 'Mia@One.example',
  phone: '0412 111 222',
};
const BEN = {
  firstName: 'Ben',
  lastName: 'Smith',
  email: 'ben@two.example',
  phone: '0412 333 444',
};

async function found(query = ''): Promise<CustomerSummary[]> {
  const reply = await staffClient.get(`/api/admin/customers?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ customers: CustomerSummary[] }>().customers;
}

async function pageOf(id: number): Promise<CustomerReply> {
  const reply = await staffClient.get(`/api/admin/customers/${id}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<CustomerReply>();
}

test('one email address in any case is one customer, who ordered last comes first', async () => {
  const first = await anOrderOf(MIA);
  t.setNow('2026-01-07T03:00:00Z');
  const ben = await anOrderOf(BEN);
  t.setNow('2026-01-07T04:00:00Z');
  await anOrderOf({ ...MIA, email: 'mia@one.EXAMPLE', firstName: 'Mia Rose' });
  expect(await found()).toMatchObject([
    {
      id: first.id,
      name: 'Mia Rose Nguyễn',
      email: 'mia@one.EXAMPLE',
      orders: 2,
      firstOrderAt: '2026-01-07T02:00:00.000Z',
      lastOrderAt: '2026-01-07T04:00:00.000Z',
    },
    { id: ben.id, name: 'Ben Smith', orders: 1 },
  ]);
});

test('people are found by name, email, phone, order number and suburb, however they are spelled', async () => {
  const mia = await anOrderOf(MIA);
  await anOrderOf(BEN);
  for (const q of [
    'nguyen mia',
    'MIA@one',
    '0412 111 222',
    '+61 412 111 222',
    mia.orderNumber,
    mia.orderNumber.toLowerCase().replaceAll('-', ''),
  ]) {
    const names = (await found(new URLSearchParams({ q }).toString())).map(({ name }) => name);
    expect(names, q).toEqual(['Mia Nguyễn']);
  }
  expect(await found('q=cleveland')).toHaveLength(2);
  expect(await found('q=nobody')).toEqual([]);
  expect(await found('q=')).toHaveLength(2);
  const wrong = await staffClient.get('/api/admin/customers?limit=0');
  expect([wrong.statusCode, wrong.json()]).toMatchObject([
    400,
    { fields: { limit: expect.any(String) } },
  ]);
});

test('any part of a name finds every customer who has it', async () => {
  const all = [
    MIA,
    BEN,
    { ...BEN, firstName: 'Zoë-Ann', lastName: "O'Brien", email: 'z@three.example' },
  ];
  for (const each of all) await anOrderOf(each);
  const names = all.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const part = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .tuple(fc.nat(name.length - 1), fc.integer({ min: 1, max: name.length }))
        .map(([from, length]) => name.slice(from, from + length).trim()),
    )
    .filter((q) => /^[\p{L}]+$/u.test(q));
  await fc.assert(
    fc.asyncProperty(part, async (q) => {
      const shown = (await found(new URLSearchParams({ q }).toString())).map(({ name }) => name);
      const having = names.filter((name) => isFoundBy(q, name));
      expect(shown).toEqual(expect.arrayContaining(having));
    }),
    { numRuns: 40 },
  );
});

test('pages follow each other without a gap, and erased customers are on none', async () => {
  for (let n = 0; n < 5; n += 1) await anOrderOf({ ...BEN, email: `c${n}@pages.example` });
  await t.context.db.execute(sql`update orders set email = '' where email = 'c2@pages.example'`);
  const seen: string[] = [];
  let cursor: number | null = null;
  do {
    const reply = await staffClient.get(
      `/api/admin/customers?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    const page = reply.json<{ customers: CustomerSummary[]; nextCursor: number | null }>();
    seen.push(...page.customers.map(({ email }) => email));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(['c4', 'c3', 'c1', 'c0'].map((name) => `${name}@pages.example`));
});

test.each([
  ['name', ['Mia Nguyễn', 'Ann Smith', 'Ben Smith']],
  ['-name', ['Ben Smith', 'Ann Smith', 'Mia Nguyễn']],
  ['orders', ['Mia Nguyễn', 'Ann Smith', 'Ben Smith']],
  ['-orders', ['Ben Smith', 'Ann Smith', 'Mia Nguyễn']],
  ['last', ['Mia Nguyễn', 'Ben Smith', 'Ann Smith']],
  ['-last', ['Ann Smith', 'Ben Smith', 'Mia Nguyễn']],
])('sorted by %s their pages follow each other', async (sort, names) => {
  await anOrderOf(MIA);
  t.setNow('2026-01-07T03:00:00Z');
  await anOrderOf(BEN);
  t.setNow('2026-01-07T04:00:00Z');
  await anOrderOf(BEN);
  t.setNow('2026-01-07T05:00:00Z');
  await anOrderOf({ ...BEN, firstName: 'Ann', email: 'ann@three.example' });
  const page = async (cursor = ''): Promise<string[]> => {
    const reply = await staffClient.get(`/api/admin/customers?limit=1&sort=${sort}${cursor}`);
    const { customers, nextCursor } = reply.json<{
      customers: CustomerSummary[];
      nextCursor: number | null;
    }>();
    const rest = nextCursor === null ? [] : await page(`&cursor=${nextCursor}`);
    return [...customers.map(({ name }) => name), ...rest];
  };
  expect(await page()).toEqual(names);
});

test('sorted by what no customer has is refused by name', async () => {
  const wrong = await staffClient.get('/api/admin/customers?sort=height');
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['sort']]);
});

test('the page adds up orders, allergies and money after refunds; a shared phone is shown, not merged', async () => {
  const first = await anOrderOf(MIA);
  t.setNow('2026-01-07T03:00:00Z');
  const second = await anOrderOf({ ...MIA, phone: BEN.phone });
  const ben = await anOrderOf(BEN);
  await t.context.db.execute(
    sql`update people set allergens = '{peanut}' where order_id = ${first.id}`,
  );
  await t.context.db.execute(
    sql`update people set diets = '{vegan}' where order_id = ${second.id}`,
  );
  const refund = await staffClient.refund(first.id, {
    amount: '2.00',
    reason: 'Late',
  });
  expect(refund.statusCode, refund.body).toBe(200);
  const orders = await Promise.all([first, second].map(({ id }) => staffClient.order(id)));
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const paid = orders.reduce((sum, order) => sum + cents(order.paid), 0);
  const refunded = orders.reduce((sum, order) => sum + cents(order.refundedTotal), 0);
  expect(refunded).toBeGreaterThan(0);

  const page = await pageOf(second.id);
  expect(page).toMatchObject({
    id: first.id,
    orders: 2,
    paid: (paid / 100).toFixed(2),
    refunded: (refunded / 100).toFixed(2),
    spent: ((paid - refunded) / 100).toFixed(2),
    orderList: [{ id: second.id }, { id: first.id }],
    foodNeeds: [{ allergens: ['peanut'], diets: ['vegan'] }],
    samePhone: [{ id: ben.id, email: BEN.email }],
  });
  expect(page.messages.length).toBeGreaterThan(1);
  expect((await pageOf(ben.id)).orderList).toMatchObject([{ id: ben.id }]);
});

test('what was told more than twelve months ago is asked again', async () => {
  const first = await anOrderOf(MIA);
  const second = await anOrderOf(MIA);
  const tell = (allergen: string, id: number, at: string) =>
    t.context.db.execute(sql`with told as (
        update people set allergens = array[${allergen}] where order_id = ${id})
      update orders set created_at = ${at} where id = ${id}`);
  await tell('peanut', first.id, '2025-01-07T05:00:00Z');
  await tell('milk', second.id, '2026-01-07T04:00:00Z');
  t.setNow('2026-01-07T04:59:00Z');
  expect((await pageOf(second.id)).foodNeeds).toMatchObject([{ allergens: ['milk', 'peanut'] }]);
  t.setNow('2026-01-07T05:01:00Z');
  expect((await pageOf(second.id)).foodNeeds).toMatchObject([{ allergens: ['milk'] }]);
});

test('erasing from the page asks for the password again, erases all of that customer and no one else', async () => {
  const mia = await anOrderOf(MIA);
  const ben = await anOrderOf(BEN);
  t.setNow('2026-02-20T02:00:00Z');
  const url = `/api/admin/customers/${mia.id}/erase`;
  await t.context.db.execute(
    sql`update staff_sessions set confirmed_at = now() - interval '1 hour'`,
  );
  const stale = await staffClient.post(url, {});
  expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
  await t.context.db.execute(sql`update staff_sessions set confirmed_at = now()`);
  const reply = await staffClient.post(url, {});
  expect(reply.statusCode, reply.body).toBe(200);
  expect((await staffClient.get(`/api/admin/customers/${mia.id}`)).statusCode).toBe(404);
  expect((await found()).map(({ id }) => id)).toEqual([ben.id]);
});

describe('notes', () => {
  test('are added and deleted with who and when, and the audit trail says that, never what', async () => {
    const first = await anOrderOf(MIA);
    const second = await anOrderOf(MIA);
    const url = `/api/admin/customers/${second.id}/notes`;
    expect((await staffClient.post(url, { text: ' Rings back after 5pm ' })).statusCode).toBe(204);
    const [note] = (await pageOf(first.id)).notes;
    expect(note).toMatchObject({
      text: 'Rings back after 5pm',
      writtenBy: staffClient.staff.email,
      at: '2026-01-07T02:00:00.000Z',
    });
    const ben = await anOrderOf(BEN);
    const other = await staffClient.delete(`/api/admin/customers/${ben.id}/notes/${note!.id}`);
    expect(other.statusCode).toBe(404);
    const gone = await staffClient.delete(`/api/admin/customers/${first.id}/notes/${note!.id}`);
    expect(gone.statusCode).toBe(204);
    expect((await pageOf(first.id)).notes).toEqual([]);
    const { rows } = await t.context.db.execute<{ action: string; words: string }>(sql`
      select action, coalesce(before::text, '') || coalesce(after::text, '') as words
      from audit_log where action like 'customer.%note' order by id`);
    expect(rows.map(({ action }) => action)).toEqual(['customer.add_note', 'customer.delete_note']);
    expect(JSON.stringify(rows)).not.toContain('Rings');
  });

  test.each([[{ text: '  ' }], [{ text: 'x'.repeat(1001) }], [{}]])(
    'are refused at the field for %j',
    async (body) => {
      const { id } = await anOrderOf(MIA);
      const reply = await staffClient.post(`/api/admin/customers/${id}/notes`, body);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { fields: { text: expect.any(String) } },
      ]);
    },
  );
});

describe('merging', () => {
  const merge = (id: number, body: object) =>
    staffClient.post(`/api/admin/customers/${id}/merge`, body);

  async function merged(id: number, email: string) {
    const asked = await merge(id, { email, dryRun: true });
    expect(asked.statusCode, asked.body).toBe(200);
    const { previewHash } = asked.json<{ preview: { previewHash: string } }>().preview;
    const done = await merge(id, { email, previewHash });
    expect(done.statusCode, done.body).toBe(200);
  }

  test('joins orders and notes on one page, to which the merged id leads too, and orders stay as they are', async () => {
    const mia = await anOrderOf(MIA);
    t.setNow('2026-01-07T03:00:00Z');
    const ben = await anOrderOf(BEN);
    await staffClient.post(`/api/admin/customers/${ben.id}/notes`, { text: 'Also Mia' });
    const before = await staffClient.order(ben.id);
    await merged(mia.id, BEN.email.toUpperCase());
    for (const id of [mia.id, ben.id]) {
      expect(await pageOf(id)).toMatchObject({
        id: mia.id,
        orders: 2,
        orderList: [{ id: ben.id }, { id: mia.id }],
        notes: [{ text: 'Also Mia' }],
        emails: [MIA.email.toLowerCase(), BEN.email],
      });
    }
    expect(await staffClient.order(ben.id)).toEqual(before);
    for (const q of ['nguyen', 'ben@two']) {
      expect(await found(new URLSearchParams({ q }).toString()), q).toMatchObject([
        { id: mia.id, orders: 2 },
      ]);
    }
    t.setNow('2026-01-07T04:00:00Z');
    await anOrderOf(BEN);
    expect(await found()).toMatchObject([{ id: mia.id, orders: 3 }]);
  });

  test('goes on over a third, and pages still follow each other', async () => {
    const mia = await anOrderOf(MIA);
    const ben = await anOrderOf(BEN);
    const zoe = await anOrderOf({ ...BEN, firstName: 'Zoë', email: 'zoe@three.example' });
    await merged(ben.id, 'zoe@three.example');
    await merged(mia.id, BEN.email);
    expect((await pageOf(zoe.id)).orders).toBe(3);
    const last = await anOrderOf({ ...BEN, email: 'last@four.example' });
    const one = await staffClient.get('/api/admin/customers?limit=1');
    expect(one.json()).toMatchObject({ customers: [{ id: last.id }], nextCursor: last.id });
    expect(await found(`limit=1&cursor=${last.id}`)).toMatchObject([{ id: mia.id, orders: 3 }]);
  });

  test('is refused for the same person, for nobody, and after either has ordered since', async () => {
    const mia = await anOrderOf(MIA);
    await anOrderOf(BEN);
    for (const email of [MIA.email.toUpperCase(), 'nobody@nowhere.example', 'x']) {
      const reply = await merge(mia.id, { email, dryRun: true });
      expect([reply.statusCode, reply.json()], email).toMatchObject([
        400,
        { fields: { email: expect.any(String) } },
      ]);
    }
    const asked = await merge(mia.id, { email: BEN.email, dryRun: true });
    const { previewHash } = asked.json<{ preview: { previewHash: string } }>().preview;
    await anOrderOf(BEN);
    const reply = await merge(mia.id, { email: BEN.email, previewHash });
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'preview_changed' }]);
    expect(await found()).toHaveLength(2);
  });

  test('erases all of the person, and what was merged and noted with it', async () => {
    const mia = await anOrderOf(MIA);
    const ben = await anOrderOf(BEN);
    await staffClient.post(`/api/admin/customers/${ben.id}/notes`, { text: 'A note' });
    await merged(mia.id, BEN.email);
    const file = await staffClient.post('/api/admin/customers/file', { email: BEN.email });
    expect(file.json()).toMatchObject({ notes: [{ text: 'A note' }] });
    t.setNow('2026-02-20T02:00:00Z');
    const reply = await staffClient.post(`/api/admin/customers/${ben.id}/erase`, {});
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ orders: 2 });
    expect(await found()).toEqual([]);
    const { rows } = await t.context.db.execute<{ n: number }>(sql`
      select (select count(*) from customer_notes) + (select count(*) from customer_merges) as n`);
    expect(Number(rows[0]?.n)).toBe(0);
  });
});

test('all customers come as CSV, only after a recent proof of identity, and that is audited', async () => {
  await anOrderOf({ ...MIA, firstName: '=1+1' });
  await t.context.db.execute(
    sql`update staff_sessions set confirmed_at = now() - interval '1 hour'`,
  );
  const stale = await staffClient.get('/api/admin/customers.csv');
  expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
  await t.context.db.execute(sql`update staff_sessions set confirmed_at = now()`);
  const reply = await staffClient.get('/api/admin/customers.csv');
  expect(reply.body.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFName,Email,Phone,Suburb,Orders,First order,Last order',
    expect.stringMatching(/^'=1\+1 Nguyễn,Mia@One\.example,.*,1,2026-01-07,2026-01-07$/),
  ]);
  const { rows } = await t.context.db.execute<{ n: number }>(
    sql`select count(*)::int as n from audit_log where action = 'customer.export'`,
  );
  expect(rows[0]?.n).toBe(1);
});
