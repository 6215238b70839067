import pg from 'pg';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '#app/server/areas.ts';
import { seededRandom } from '#app/server/stage.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import type { SearchReply } from '#areas/office/calls/search.ts';
import { FOUND_KINDS } from '#areas/office/rules/search.ts';
import { sweepSearchWords } from '#areas/order-book/server/find-best-orders.ts';
import { searchPortal } from './describe-today.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, menuOf } from '#quality/support/an-order.ts';
import {
  nameOrders,
  nthName,
  withOneEdit,
  writeOrders,
} from '#quality/support/postgres/many-orders.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
const cookies = new Map<StaffRole, string>();

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function ask(q: string, role: StaffRole = 'owner') {
  const cookie = cookies.get(role) ?? (await signedInStaff(t, { role })).cookie;
  cookies.set(role, cookie);
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/admin/search',
    headers: { cookie },
    body: { q },
  });
  return { status: reply.statusCode, body: reply.json<SearchReply>() };
}

async function search(q: string, role?: StaffRole): Promise<SearchReply> {
  const { status, body } = await ask(q, role);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const titles = ({ groups }: SearchReply, kind: string) =>
  groups.find((group) => group.kind === kind)?.items.map(({ title }) => title) ?? [];

async function anOrderOf(firstName: string, lastName: string, more: object = {}) {
  const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
  const email = `${firstName}.${lastName.replaceAll(/[^a-z]/gi, '')}@example.com`.toLowerCase();
  return aPaidOrder(t, {
    customer: { ...A_CUSTOMER, firstName, lastName, email, ...more },
    orderItems: [anItem(lunch)],
  });
}

test('every group is found by one area or more, and has its heading', () => {
  const kinds = areas.flatMap(({ finders = [] }) => finders.map(({ kind }) => kind));
  expect([...new Set(kinds)].toSorted()).toEqual([...FOUND_KINDS].toSorted());
});

describe('an order is first', () => {
  let number: string;
  beforeAll(async () => {
    await t.clearOrders();
    ({ orderNumber: number } = await anOrderOf('Peter', 'Nguyễn', { phone: '07 5550 0159' }));
    await anOrderOf('Nora', 'O’Brien');
  });

  test.each([
    ['its number with other dashes', () => number.replaceAll('-', '–')],
    [
      'its number without the initials',
      () =>
        number
          .replace(/^[^-]*-/, '')
          .replace('-', '')
          .toLowerCase(),
    ],
    ['the phone as one types it', () => '0755500159'],
    ['the phone from abroad', () => '+61 7 5550 0159'],
    ['a name without its accents', () => 'peter nguyen'],
    ['a slip in the name', () => 'petre ngyuen'],
    ['a name and the street', () => 'nguyen shore'],
    ['a name and a day', () => 'nguyen tue'],
  ])('by %s', async (_, query) => {
    const reply = await search(query());
    expect(reply.groups[0]).toMatchObject({ kind: 'orders', items: [{ title: 'Peter Nguyễn' }] });
    expect(reply).toMatchObject({ q: query().trim(), late: [] });
  });

  test('and a name with an apostrophe is found without', async () => {
    for (const q of ['obrien', "O'Brien", 'o brien', 'nora obrein'])
      expect([q, titles(await search(q), 'orders')]).toEqual([q, ['Nora O’Brien']]);
  });

  test('what is only spelled nearly so is said to be, and the words that fit are marked', async () => {
    const marked = [{ items: [{ marks: ['Nguyễn'] }] }, { items: [{ marks: ['Nguyễn'] }] }];
    expect(await search('nguyen')).toMatchObject({ nearly: false, groups: marked });
    expect(await search('ngyuen')).toMatchObject({ nearly: true, groups: marked });
    expect(await search('xyzzy')).toEqual({ q: 'xyzzy', groups: [], nearly: false, late: [] });
  });
});

test('whole words come before beginnings, and these before parts; then the soonest delivery', async () => {
  await t.clearOrders();
  await anOrderOf('Ashlee', 'Brown');
  await anOrderOf('Leeroy', 'Brown');
  await anOrderOf('Bruce', 'Lee');
  expect(titles(await search('lee'), 'orders')).toEqual([
    'Bruce Lee',
    'Leeroy Brown',
    'Ashlee Brown',
  ]);
});

test('no more than five of a group, with the way to all', async () => {
  await t.clearOrders();
  for (const name of ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay'])
    await anOrderOf(name, 'Winterbourne');
  const { groups } = await search('winterbourne');
  expect(groups.map(({ kind, items, more }) => [kind, items.length, more])).toEqual([
    ['orders', 5, '/admin?tab=orders&q=winterbourne'],
    ['customers', 5, '/admin?tab=customers&q=winterbourne'],
  ]);
});

describe('what a role may not see is in no answer', () => {
  beforeAll(async () => {
    await t.clearOrders();
    await anOrderOf('Peter', 'Winterbourne', { phone: '0412 345 678' });
    await t.context.db.execute(sql`insert into suppliers (name) values ('Range Meats')`);
  });

  test('cooks find deliveries by first name and number, without phone and email', async () => {
    const reply = await search('peter', 'kitchen');
    expect(reply.groups.map(({ kind }) => kind)).toEqual(['deliveries']);
    expect(JSON.stringify(reply)).not.toMatch(/winterbourne|0412|example\.com/i);
    for (const q of ['winterbourne', '0412345678', 'range meats'])
      expect((await search(q, 'kitchen')).groups).toEqual([]);
  });

  test('the phone finds orders, customers and meals, no recipes', async () => {
    const kinds = async (q: string) => (await search(q, 'phone')).groups.map(({ kind }) => kind);
    expect(await kinds('winterbourne')).toEqual(['orders', 'customers']);
    expect(await kinds('chiken')).toEqual(['meals']);
    expect(await kinds('range meats')).toEqual([]);
    expect((await search('range', 'owner')).groups.map(({ kind }) => kind)).toContain('suppliers');
  });

  test.each(['packer', 'driver'] as const)('a %s has no search', async (role) => {
    expect((await ask('peter', role)).status).toBe(403);
  });
});

test('meals are found as the menu finds them, and none by what it is to be without', async () => {
  expect(titles(await search('chiken'), 'meals').every((name) => /chicken/i.test(name))).toBe(true);
  expect(titles(await search('chiken wed'), 'meals').length).toBeGreaterThan(0);
  expect(titles(await search('no dairy'), 'meals')).toEqual([]);
});

test('a customer is found by the words of a note', async () => {
  await t.clearOrders();
  const { id } = await anOrderOf('Peter', 'Winterbourne');
  await t.context.db.execute(
    sql`insert into customer_notes (order_id, text, written_by) values (${id}, 'Keep the gate shut, terrier', 'jo@example.com')`,
  );
  const { groups } = await search('terrier');
  expect(groups).toMatchObject([
    { kind: 'customers', items: [{ title: 'Peter Winterbourne', marks: ['terrier'] }] },
  ]);
});

test('erased customers are never found, and the words go that nobody else has', async () => {
  await t.clearOrders();
  await anOrderOf('Quentin', 'Winterbourne', { phone: '0412 345 678' });
  await anOrderOf('Maria', 'Winterbourne', { phone: '0412 345 679' });
  const words = async () =>
    (await t.context.db.execute<{ word: string }>(sql`select word from search_words`)).rows.map(
      ({ word }) => word,
    );
  expect(await words()).toEqual(expect.arrayContaining(['quentin', 'winterbourne', 'maria']));
  t.setNow('2026-01-20T02:00:00Z');
  await t.context.db.execute(sql`update deliveries set status = 'delivered'`);
  await eraseCustomer(t.context, null, 'quentin.winterbourne@example.com');
  for (const q of ['quentin', 'quentn', '0412345678', 'quentin.winterbourne@example.com'])
    expect([q, (await search(q)).groups]).toEqual([q, []]);
  expect(await words()).toEqual(expect.arrayContaining(['winterbourne', 'maria']));
  expect(await words()).not.toContain('quentin');
  expect(titles(await search('winterbourne'), 'customers')).toEqual(['Maria Winterbourne']);
  t.setNow('2026-01-07T02:00:00Z');
});

test('a name that was corrected is forgotten the night after', async () => {
  await t.clearOrders();
  const { id } = await anOrderOf('Quentn', 'Winterbourne');
  const { db } = t.context;
  await db.execute(
    sql`update orders set search_text = replace(search_text, 'quentn', 'quentin') where id = ${id}`,
  );
  const words = async () =>
    (
      await db.execute<{ word: string }>(sql`select word from search_words where word like 'q%'`)
    ).rows.map(({ word }) => word);
  expect((await words()).toSorted()).toEqual(['quentin', 'quentn']);
  await sweepSearchWords(db);
  expect(await words()).toEqual(['quentin']);
});

test.each([
  ['81 characters', 'x'.repeat(81)],
  ['one character', 'x'],
  ['blanks', '   '],
])('%s are refused', async (_, q) => {
  expect((await ask(q)).status).toBe(400);
});

test('a source that takes too long is named, and the others answer', async () => {
  const slow = t.context.finders.map((finder) =>
    finder.kind === 'orders'
      ? {
          ...finder,
          find: async (...[, { tx }]: Parameters<typeof finder.find>) => {
            await tx.execute(sql`select pg_sleep(5)`);
            return { items: [], more: null };
          },
        }
      : finder,
  );
  const { staff } = await signedInStaff(t);
  const reply = await searchPortal({ ...t.context, finders: slow }, staff, 'chicken');
  expect(reply.late).toEqual(['orders']);
  expect(titles(reply, 'meals').length).toBeGreaterThan(0);
});

test('a failure is no answer of nothing', async () => {
  const { staff } = await signedInStaff(t);
  const finders = t.context.finders.map((finder) => ({
    ...finder,
    find: () => Promise.reject(new Error('broken')),
  }));
  await expect(searchPortal({ ...t.context, finders }, staff, 'chicken')).rejects.toThrow('broken');
});

test('beyond 20 calls in 10 seconds an account is told to wait', async () => {
  const { staff } = await signedInStaff(t);
  const context = { ...t.context, throttle: true, finders: [] };
  for (let call = 0; call < 20; call += 1) await searchPortal(context, staff, 'mia');
  await expect(searchPortal(context, staff, 'mia')).rejects.toMatchObject({ status: 429 });
  const another = await signedInStaff(t);
  expect(await searchPortal(context, another.staff, 'mia')).toMatchObject({ groups: [] });
});

test('of names with one random edit 95 in 100 are among the first five', async () => {
  await t.clearOrders();
  const pool = new pg.Pool({ connectionString: t.context.backup.databaseUrl, max: 1 });
  await writeOrders(pool, 1, 1000, { customers: 1000, isBare: true });
  await nameOrders(pool, 1, 1000);
  await pool.end();
  const { staff } = await signedInStaff(t);
  const random = seededRandom('names');
  const missed: string[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const { firstName, lastName } = nthName(1 + random.below(1000));
    const name = `${firstName} ${lastName}`;
    const q = withOneEdit(name, random);
    const reply = await searchPortal(t.context, staff, q);
    if (!titles(reply, 'orders').includes(name)) missed.push(`${name}: ${q}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(5);
});
