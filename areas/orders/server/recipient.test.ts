/** An order for someone else: who learns what, on each surface, and that no secret or price of the payer's leaks. */
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import type { MessageChannel } from '#areas/messages/rules/messages.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages, textRefusals } from '#areas/messages/server/tables/messages.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { refuseTextsTo } from '#areas/messages/server/text-routes.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import { shortLinkCodeFor } from '#areas/order-book/server/tracking-token.ts';
import { readSnapshot, writeSnapshot } from '#areas/checkout/server/order-snapshot.ts';
import { rotateSecret } from '#areas/office/server/rotate-keys.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, anOrder, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let office: StaffClient;
let driver: StaffClient;
let packer: StaffClient;
let cook: StaffClient;

const ORDERED_AT = '2026-01-07T02:00:00Z';
const NOON = `${day(0)}T02:00:00Z`;

const ROSE: SentRecipient = {
  firstName: 'Rosalind',
  lastName: 'Quill',
  phone: '0498 765 432',
  isGift: true,
  message: 'Happy birthday, Mum!\nWith love',
  news: 'both',
};

/** Nothing of this may reach whom the food goes to: it is the payer's. */
const PAYER = {
  ...A_CUSTOMER,
  firstName: 'Annabel',
  lastName: 'Payerson',
  email: 'annabel.payerson@example.com',
  phone: '0455 123 987',
  specialInstructions: 'Side gate code 8642',
};

beforeAll(async () => {
  t = await startTestApp({ publicUrl: 'https://kitchen.example' });
  office = await aStaffClient(t);
  driver = await aStaffClient(t, { role: 'driver', email: 'driver@example.com' });
  packer = await aStaffClient(t, { role: 'packer', email: 'packer@example.com' });
  cook = await aStaffClient(t, { role: 'kitchen', email: 'cook@example.com' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  // Numbers that refused our texts are remembered beyond an order.
  await t.context.db.delete(textRefusals);
  t.setNow(ORDERED_AT);
});
afterEach(() => checkInvariants(t.context.db));

async function aGift(change: Partial<SentRecipient> = {}) {
  const { id, orderNumber } = await aPaidOrder(t, {
    customer: PAYER,
    recipient: { ...ROSE, ...change },
  });
  const token = await trackingTokenOf(t, id);
  const tracked = (await t.app.inject(`/api/orders/track/${token}`)).json<TrackedOrderReply>();
  const link = tracked.recipient?.link ?? '';
  return { id, orderNumber, token, tracked, link, code: link.split('/r/')[1] ?? '' };
}

const received = (code: string) => t.app.inject(`/api/orders/received/${code}`);

const rowOf = async (id: number) =>
  (await t.context.db.select().from(orders).where(eq(orders.id, id)))[0]!;

async function report(id: number, status: 'out' | 'delivered' | 'missed') {
  const [{ id: deliveryId } = { id: 0 }] = (await office.order(id)).deliveries;
  const reply = await office.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id: deliveryId }],
    status,
    ...(status === 'missed' && { reason: 'No one home' }),
  });
  expect(reply.statusCode, reply.body).toBe(200);
}

async function sendAll() {
  t.setNow(`${day(0)}T02:01:00Z`);
  await sendMessages(t.context);
  await sendTexts(t.context);
}

const toldOf = async (orderId: number, channel: MessageChannel) => {
  const rows = await t.context.db
    .select()
    .from(messages)
    .where(and(eq(messages.orderId, orderId), eq(messages.channel, channel)))
    .orderBy(messages.id);
  return rows.filter(({ state }) => state !== 'withdrawn');
};

/** What of the payer's and of the money stands in a text. */
async function leaksIn(text: string, { id, token }: { id: number; token: string }) {
  const row = await rowOf(id);
  const secrets = {
    email: PAYER.email,
    phone: row.phone,
    nationalPhone: '455 123 987',
    instructions: '8642',
    trackingToken: token,
    shortLink: shortLinkCodeFor(row.checkoutId, t.context.trackingSecret),
    orderNumber: row.number,
    address: row.addressLine1,
    price: (row.totalCents / 100).toFixed(2),
    meal: (row.subtotalCents / 100).toFixed(2),
    fee: (row.deliveryFeeCents / 100).toFixed(2),
    track: '/track/',
    short: '/t/',
  };
  const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
  return [...found.map(([name]) => name), ...(/\$\s?\d|refund|money|card in/i.exec(text) ?? [])];
}

test('absent, an order is as before: nobody else is told, and there is no link', async () => {
  const { id } = await aPaidOrder(t);
  const row = await rowOf(id);
  expect(row).toMatchObject({ recipient: null, recipientTokenHash: null });
  const tracked = await t.app.inject(`/api/orders/track/${await trackingTokenOf(t, id)}`);
  expect(tracked.json<TrackedOrderReply>().recipient).toBeNull();
  t.setNow(NOON);
  await report(id, 'out');
  expect(await toldOf(id, 'recipient_text')).toEqual([]);
  expect(await toldOf(id, 'email')).toMatchObject([
    { kind: 'order_confirmation' },
    { kind: 'delivery_out' },
  ]);
});

test.each([
  ['firstName', { firstName: ' ' }],
  ['phone', { phone: '12' }],
  ['message', { message: 'x'.repeat(301) }],
  ['news', { phone: '07 3821 0000' }],
] as const)('a quote names recipient.%s, and nothing is stored', async (field, change) => {
  const orderData = anOrder(await menuOf(t), { recipient: { ...ROSE, ...change } });
  const reply = await t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([
    `orderData.recipient.${field}`,
  ]);
});

describe('the recipient’s link', () => {
  test('shows what comes, when, from whom and how to keep it, and nothing of the payer or the money', async () => {
    const gift = await aGift();
    expect(gift.link).toMatch(/^https:\/\/kitchen\.example\/r\/[\w-]{16}$/);
    const reply = await received(gift.code);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    // Strict: a field that nobody thought about fails here.
    const order = ReceivedOrderReply.parse(reply.json());
    expect(order).toMatchObject({
      firstName: 'Rosalind',
      from: 'Annabel Payerson',
      isGift: true,
      message: 'Happy birthday, Mum!\nWith love',
      deliveries: [{ date: day(0), timeSlot: '11:00-13:00', status: 'planned' }],
    });
    for (const state of ['out', 'delivered'] as const) {
      t.setNow(NOON);
      await report(gift.id, state);
      const now = await received(gift.code);
      expect(now.json<ReceivedOrderReply>().deliveries[0]?.status).toBe(state);
      expect(await leaksIn(now.body, gift)).toEqual([]);
    }
  });

  test('does not name a payer who would rather not be named, on no surface of theirs', async () => {
    const gift = await aGift({ namesPayer: false, message: 'Guess who' });
    const reply = await received(gift.code);
    expect(reply.json<ReceivedOrderReply>().from).toBeNull();
    expect(reply.body).not.toContain('Annabel');
    const card = await office.get(`/api/admin/gift-cards?date=${day(0)}`);
    const [page = ''] = await pdfPages(card.rawPayload);
    expect(page).toContain('Guess who');
    expect(page).not.toContain('Annabel');
  });

  test('unknown, forged and the payer’s own tokens answer alike, and neither opens the other’s page', async () => {
    const { token, code } = await aGift();
    const unknown = await received('0123456789abcdef');
    expect(unknown.statusCode).toBe(404);
    for (const wrong of [token, `${code}x`, code.toLowerCase().toUpperCase(), 'a'.repeat(200)]) {
      const reply = await received(wrong);
      expect([reply.statusCode, reply.body]).toEqual([404, unknown.body]);
    }
    const track = await t.app.inject(`/api/orders/track/${code}`);
    expect(track.statusCode).toBe(404);
  });

  test('ends with another phone, and when the food is the payer’s own again', async () => {
    const { id, code } = await aGift();
    const { customer, orderItems, version } = await office.order(id);
    const edit = (change: object) =>
      office.put(`/api/admin/orders/${id}`, {
        customer,
        orderItems: orderItems.map(({ meal: _meal, ...item }) => item),
        ...change,
      });
    const other = await edit({ recipient: { ...ROSE, phone: '0498 000 111' }, version });
    expect(other.statusCode, other.body).toBe(200);
    expect((await received(code)).statusCode).toBe(404);
    expect((await rowOf(id)).recipient?.phone).toBe('+61498000111');
    expect((await edit({ recipient: null })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ recipient: null, recipientTokenHash: null });
  });

  test('ends when the secret is changed, and there is a new one', async () => {
    const { id, code } = await aGift();
    const before = (await rowOf(id)).recipientTokenHash;
    await rotateSecret(t.context, 'tracking');
    expect((await received(code)).statusCode).toBe(404);
    expect((await rowOf(id)).recipientTokenHash).not.toBe(before);
  });
});

describe('messages about the delivery', () => {
  test.each([
    ['payer', true, false],
    ['recipient', false, true],
    ['both', true, true],
  ] as const)('chosen for %s: payer told %s, recipient told %s', async (news, payer, theirs) => {
    const { id } = await aGift({ news });
    t.setNow(NOON);
    await report(id, 'out');
    const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind);
    expect(kinds(await toldOf(id, 'text'))).toEqual(payer ? ['delivery_out'] : []);
    expect(kinds(await toldOf(id, 'recipient_text'))).toEqual(theirs ? ['delivery_out'] : []);
    expect(kinds(await toldOf(id, 'email')).includes('delivery_out')).toBe(payer);
  });

  test('what a recipient reads has their own link, and no price, choice or secret of the payer’s', async () => {
    const gift = await aGift();
    t.setNow(NOON);
    for (const status of ['out', 'missed'] as const) await report(gift.id, status);
    await sendAll();
    const theirs = await toldOf(gift.id, 'recipient_text');
    expect(theirs.map(({ kind }) => kind)).toEqual(['delivery_missed']);
    for (const { textMessage, recipient, linkHash, kind } of theirs) {
      expect(recipient).toBe('+61498765432');
      expect(textMessage?.body, kind).toContain(gift.link);
      expect(await leaksIn(textMessage?.body ?? '', gift), kind).toEqual([]);
      expect(linkHash, 'the payer’s short link must not be found by it').toBeNull();
    }
    const [payers] = await toldOf(gift.id, 'text');
    expect(payers?.textMessage?.body).toContain('/t/');
    expect(payers?.textMessage?.body).not.toContain(gift.code);
  });

  test('money and choices go to the payer alone, no matter who hears of the delivery', async () => {
    const { id } = await aGift({ news: 'recipient' });
    t.setNow(NOON);
    await report(id, 'missed');
    const [delivery] = (await office.order(id)).deliveries;
    const back = await office.post('/api/admin/deliveries/refund', {
      ids: [delivery!.id],
      reason: 'Not home',
    });
    expect(back.statusCode, back.body).toBe(200);
    const theirs = await toldOf(id, 'recipient_text');
    expect(theirs.filter(({ kind }) => kind !== 'delivery_missed')).toEqual([]);
    const emails = (await toldOf(id, 'email')).map(({ kind }) => kind);
    expect(emails).toContain('cancelled');
  });

  test('a phone that takes no texts leaves it to the payer', async () => {
    await refuseTextsTo(t.context, '+61498765432', 21_610);
    const { id } = await aGift({ news: 'recipient' });
    t.setNow(NOON);
    await report(id, 'out');
    expect(await toldOf(id, 'recipient_text')).toEqual([]);
    expect((await toldOf(id, 'email')).map(({ kind }) => kind)).toContain('delivery_out');
  });

  test('a text that still waits for a phone that was put right is not sent to the wrong one', async () => {
    const { id } = await aGift();
    t.setNow(NOON);
    await report(id, 'out');
    expect(await toldOf(id, 'recipient_text')).toMatchObject([
      { state: 'waiting', recipient: '+61498765432' },
    ]);
    await t.context.db
      .update(orders)
      .set({ recipient: { ...(await rowOf(id)).recipient!, phone: '+61498000111' } })
      .where(eq(orders.id, id));
    await sendAll();
    expect(await toldOf(id, 'recipient_text')).toEqual([]);
  });
});

describe('staff', () => {
  test('find the order by the recipient’s name and phone, and see both people', async () => {
    const { id } = await aGift();
    for (const q of ['rosalind quill', 'quill rosalind', '0498 765', 'payerson'])
      expect(
        (await office.get(`/api/admin/orders?q=${encodeURIComponent(q)}`)).json(),
      ).toMatchObject([
        { id, customer: { firstName: 'Annabel' }, recipient: { firstName: 'Rosalind' } },
      ]);
  });

  test('hand it to the recipient; only who may see orders sees who ordered', async () => {
    await aGift();
    t.setNow(NOON);
    const list = async (by: StaffClient) =>
      (await by.get(`/api/admin/deliveries?date=${day(0)}&q=quill`)).json<DeliveryReply[]>();
    expect(await list(office)).toMatchObject([
      {
        customer: { firstName: 'Rosalind', lastName: 'Quill', phone: '+61498765432' },
        payer: { firstName: 'Annabel', phone: '+61455123987' },
        isGift: true,
      },
    ]);
    expect(await list(cook)).toMatchObject([{ customer: { firstName: 'Rosalind' }, payer: null }]);
    const kitchen = await cook.get(`/api/admin/deliveries?date=${day(0)}`);
    for (const theirs of ['Annabel', 'Payerson', '455123987', PAYER.email])
      expect(kitchen.body).not.toContain(theirs);
    const drive = await driver.get('/api/drive/day');
    expect(drive.json<DriveDayReply>().stops).toMatchObject([
      { name: 'Rosalind Quill', phone: '+61498765432' },
    ]);
    const pack = await packer.get('/api/pack/day');
    for (const seen of [drive.body, pack.body]) expect(seen).not.toContain('455123987');
    for (const seen of [drive.body, pack.body]) expect(seen).not.toContain('annabel.payerson');
  });

  test('print the recipient on label and run sheet, and the card by itself, all without a price', async () => {
    const gift = await aGift();
    const pdf = async (url: string) =>
      (await pdfPages((await office.get(url)).rawPayload)).join('\n').replaceAll(/\s+/g, ' ');
    const labels = await pdf(`/api/admin/labels?date=${day(0)}&kind=all`);
    expect(labels).toContain('Rosalind Quill');
    expect(labels).toContain('PUT THE CARD IN');
    const sheet = await pdf(`/api/admin/run-sheet?date=${day(0)}`);
    expect(sheet).toContain('Rosalind Quill');
    expect(sheet).toContain('0498 765 432');
    const card = await pdf(`/api/admin/gift-cards?date=${day(0)}`);
    expect(card).toContain('For Rosalind');
    expect(card).toMatch(/Happy birthday, Mum!\s*With love/);
    expect(card).toContain('Annabel Payerson');
    const { totalCents } = await rowOf(gift.id);
    for (const printout of [labels, sheet, card]) {
      expect(printout).not.toMatch(/\$\s?\d/);
      expect(printout).not.toContain((totalCents / 100).toFixed(2));
      expect(printout).not.toContain('455 123 987');
    }
    const csv = await office.get(`/api/admin/run-sheet?date=${day(0)}&format=csv`);
    expect(csv.body).toContain('Rosalind Quill');
    const none = await office.get(`/api/admin/gift-cards?date=${day(3)}`);
    expect(none.statusCode).toBe(404);
  });

  test('are told by the day’s papers when the card or the recipient changes', async () => {
    const { id } = await aGift();
    for (const printout of ['labels', 'run-sheet'])
      await office.get(`/api/admin/${printout}?date=${day(0)}`);
    const { customer, orderItems } = await office.order(id);
    const recipient = { ...ROSE, lastName: 'Quince', message: 'Get well soon' };
    const edited = await office.put(`/api/admin/orders/${id}`, {
      customer,
      recipient,
      orderItems: orderItems.map(({ meal: _meal, ...item }) => item),
    });
    expect(edited.statusCode, edited.body).toBe(200);
    const stale = await office.get(`/api/admin/papers?date=${day(0)}`);
    expect(stale.body).toContain('Get well soon');
    expect(stale.body).toContain('Quince');
    const [entry] = await t.context.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, String(id)), eq(auditLog.action, 'order.edit')));
    expect(JSON.stringify(entry?.after)).toContain('Rosalind Quince');
  });

  test('pack the card: a bag is not packed without it, and a changed card opens a packed bag again', async () => {
    const { id } = await aGift();
    t.setNow(NOON);
    const bag = async () => (await packer.get('/api/pack/day')).json<PackDayReply>().bags[0]!;
    const before = await bag();
    expect(before.card).toEqual({
      text: 'For Rosalind: “Happy birthday, Mum! With love” From Annabel Payerson',
      checkedBy: null,
    });
    const post = (url: string, body: object) =>
      packer.post(`/api/pack/${url}`, { deliveryId: before.id, ...body });
    for (const { id: itemId } of before.people.flatMap(({ items }) => items))
      await post('ticks', { itemId, state: 'ticked', key: crypto.randomUUID() });
    const close = () => post('bags', { status: 'packed', key: crypto.randomUUID() });
    const refused = await close();
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'no_card']);
    const wrong = await post('checks', { personId: null, food: 'Another card' });
    expect(wrong.statusCode).toBe(409);
    const tick = await post('checks', { personId: null, food: before.card!.text });
    expect(tick.statusCode, tick.body).toBe(200);
    expect((await bag()).card?.checkedBy).not.toBeNull();
    const closed = await close();
    expect(closed.statusCode, closed.body).toBe(200);
    const { customer, orderItems } = await office.order(id);
    await office.put(`/api/admin/orders/${id}`, {
      customer,
      recipient: { ...ROSE, message: 'Changed' },
      orderItems: orderItems.map(({ meal: _meal, ...item }) => item),
    });
    const after = await bag();
    expect(after).toMatchObject({ status: 'cooked', isChanged: true, card: { checkedBy: null } });
  });

  test('put the card into the first bag of an order alone', async () => {
    const menu = await menuOf(t);
    const days = [0, 1, 2, 3, 4, 5, 6];
    await aPaidOrder(t, {
      customer: PAYER,
      recipient: ROSE,
      deliveryType: 'daily',
      orderItems: days.flatMap((at) =>
        (['lunch', 'dinner'] as const).map((mealType) =>
          anItem(
            menu.find((meal) => meal.mealType === mealType)!,
            {
              mealDate: day(at),
              deliveryDate: day(at),
            },
          ),
        ),
      ),
    });
    const withCard = [];
    for (const at of days) {
      const reply = await office.get(`/api/admin/gift-cards?date=${day(at)}`);
      if (reply.statusCode === 200) withCard.push(at);
      const { giftCards } = await office.dayToCook(day(at));
      expect(giftCards, `day ${at}`).toBe(at === 0 ? 1 : 0);
    }
    expect(withCard).toEqual([0]);
  });
});

describe('the payer', () => {
  const change = (token: string, body: object) =>
    t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/change`, body });

  test('changes the recipient, and takes them out again', async () => {
    const { token, tracked } = await aGift();
    const start = await t.app.inject(`/api/orders/track/${token}/change`);
    expect(start.json<OrderToChangeReply>().recipient).toMatchObject({
      phone: '+61498765432',
      message: 'Happy birthday, Mum!\nWith love',
    });
    const { link: _link, ...recipient } = tracked.recipient!;
    const same = await change(token, { recipient });
    expect(same.json<TrackedOrderReply>().version).toBe(tracked.version);
    const other = await change(token, { recipient: { ...ROSE, message: 'Get well' } });
    expect(other.statusCode, other.body).toBe(200);
    expect(other.json<TrackedOrderReply>().recipient?.message).toBe('Get well');
    expect(other.json<TrackedOrderReply>().changes.at(-1)?.what).toEqual(['new card']);
    const wrong = await change(token, { recipient: { ...ROSE, phone: '1' } });
    expect(wrong.json<{ fields: object }>().fields).toHaveProperty(['recipient.phone']);
    const mine = await change(token, { recipient: null });
    expect(mine.json<TrackedOrderReply>().recipient).toBeNull();
  });
});

test('erasing the customer erases the recipient everywhere, and their link', async () => {
  const { id, code } = await aGift({
    firstName: 'Zephyrine',
    lastName: 'Wattlebird',
    phone: '0499 111 222',
    message: 'A wish of secrets',
  });
  await office.get(`/api/admin/labels?date=${day(0)}`);
  t.setNow(NOON);
  await report(id, 'delivered');
  await sendAll();
  t.setNow('2026-01-21T02:00:00Z');
  await eraseCustomer(t.context, office.staff, PAYER.email);
  expect((await received(code)).statusCode).toBe(404);
  const { rows } = await t.context.db.execute(
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  for (const { table_name: table } of rows) {
    const named = await t.context.db.execute(
      `select count(*)::int as count from "${String(table)}" each
       where each::text ~* 'zephyrine|wattlebird|499111222|wish of secrets'`,
    );
    expect([table, named.rows[0]?.['count']]).toEqual([table, 0]);
  }
});

test('the card provider keeps the recipient for a rebuild, and not the words of the card', async () => {
  const { id } = await aGift();
  const { checkoutId } = await rowOf(id);
  const [checkout] = await t.context.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId));
  const metadata = writeSnapshot(checkout!.frozenOrder);
  expect(JSON.stringify(metadata)).not.toContain('birthday');
  expect(readSnapshot(metadata)).toMatchObject({
    recipient: { ...checkout!.frozenOrder.recipient, message: '' },
    hadCard: true,
  });
});
