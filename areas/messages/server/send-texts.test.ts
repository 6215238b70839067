import { createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MESSAGE_KINDS } from '#areas/messages/rules/messages.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { messages, textRefusals } from '#areas/messages/server/tables/messages.ts';
import { sendMessages, sendTexts } from './send-messages.ts';
import { findWords } from '#areas/messages/server/change-texts.ts';
import { tellCustomer, withdrawMessages } from './tell-customer.ts';
import { createTexter } from '#areas/messages/server/texter.ts';
import { aPaidOrder, aStaffClient, trackingTokenOf } from '#quality/support/a-paid-order.ts';
import { type FakeTextService, startFakeTextService } from '#quality/support/fake-text-service.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let service: FakeTextService;
let staff: Awaited<ReturnType<typeof aStaffClient>>;
let order: typeof orders.$inferSelect;
let deliveryId: number;

beforeAll(async () => {
  service = await startFakeTextService();
  t = await startTestApp({ textService: service.service });
  staff = await aStaffClient(t);
});
afterAll(async () => {
  await t.close();
  await service.stop();
});
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.execute(sql`truncate ${messages}, ${textRefusals} cascade`);
  t.setNow('2026-01-07T02:00:00Z');
  service.texts.length = 0;
  service.forms.length = 0;
  service.fail();
  service.hideList(false);
  const { id } = await aPaidOrder(t);
  await t.context.db.execute(sql`truncate ${messages}`);
  order = (await t.context.db.select().from(orders).where(eq(orders.id, id)))[0]!;
  const [delivery] = await t.context.db.select().from(deliveries).where(eq(deliveries.orderId, id));
  deliveryId = delivery!.id;
});

type Told = { attempt?: number; sendAfter?: number; at?: number; phone?: string };
/** As it is reported, and told in the same transaction. */
const tell = (kind: 'delivery_out' | 'delivery_delivered', told: Told = {}) =>
  t.context.db.transaction(async (tx) => {
    const { phone = order.phone, attempt = 1, at = t.context.clock(), ...when } = told;
    const status = kind === 'delivery_out' ? 'out' : 'delivered';
    const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId));
    await tx
      .update(deliveries)
      .set({ status, statusAt: new Date(at), attempt })
      .where(eq(deliveries.id, deliveryId));
    const [eventId] = await recordDeliveryEvents(tx, [
      {
        delivery: delivery!,
        status,
        isDecisive: true,
        at,
        receivedAt: t.context.clock(),
        staff: null,
        changeId: randomUUID(),
        place: 'Front door',
      },
    ]);
    await tellCustomer(tx, t.context, {
      order: { ...order, phone },
      kind,
      deliveryId,
      attempt,
      fields: {},
      from: { eventId: eventId! },
      timeZone: 'Australia/Brisbane',
      ...when,
    });
  });
const undo = () =>
  t.context.db.transaction((tx) => withdrawMessages(tx, { deliveryId, kinds: MESSAGE_KINDS }));
const send = () => sendTexts(t.context);
const stored = async (channel: 'text' | 'email' = 'text') => {
  const rows = await t.context.db
    .select()
    .from(messages)
    .where(eq(messages.channel, channel))
    .orderBy(messages.id);
  return rows;
};
const theText = async () => (await stored())[0]!;

describe('a text', () => {
  test('goes to the customer’s mobile as one segment, with who we are and a link that works', async () => {
    await tell('delivery_out');
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(service.forms).toEqual([
      expect.objectContaining({ To: order.phone, From: '+61480000000', ValidityPeriod: '1800' }),
    ]);
    const { body } = service.texts[0]!;
    expect(body).toMatch(
      /^Redlands Table: your meals are on the way\. No stop before you\. Expect us 11am-11:40am\. http:\/\/localhost\/t\/[\w-]{16}$/,
    );
    expect(await theText()).toMatchObject({ state: 'sent', textSid: service.texts[0]!.sid });
    const { pathname } = new URL(/http\S+/.exec(body)![0]);
    const reply = await t.app.inject(pathname);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`/track/${await trackingTokenOf(t, order.id)}`);
    const unknown = await t.app.inject('/t/0123456789abcdef');
    expect(unknown.headers.location).toBe('/track/0123456789abcdef');
  });

  test('goes with an email that says the same', async () => {
    await tell('delivery_out');
    await sendMessages(t.context);
    const [email] = await stored('email');
    expect(email).toMatchObject({ state: 'kept', recipient: order.email });
    expect(email!.mail!.subject).toBe('Your meals are on the way');
    expect(email!.mail!.text).toMatch(
      /No stop before yours: look for\s+us between 11am and 11:40am\./,
    );
    expect(email!.mail!.text).toContain(`/track/${await trackingTokenOf(t, order.id)}`);
    for (const contact of ['Redlands Table', 'hello@redlandstable']) {
      expect(email!.mail!.text).toContain(contact);
    }
  });

  test('does not go to a landline', async () => {
    await tell('delivery_out', { phone: '+61738210000' });
    expect(await stored()).toEqual([]);
    expect(await stored('email')).toHaveLength(1);
  });

  test('names a messaging service as its sender when one is set', async () => {
    const { texter } = t.context;
    t.context.texter = createTexter({
      service: { ...service.service, from: 'MG0123' },
      publicUrl: 'https://meals.example.com',
      dataDir: t.context.backup.dataDir,
    });
    await tell('delivery_out');
    await send();
    t.context.texter = texter;
    expect(service.forms[0]).toMatchObject({
      MessagingServiceSid: 'MG0123',
      StatusCallback: 'https://meals.example.com/api/texts/report',
    });
    expect(service.forms[0]).not.toHaveProperty('From');
  });

  test('is kept in the data folder and shown while no text service is set', async () => {
    const { texter } = t.context;
    const { dataDir } = t.context.backup;
    t.context.texter = createTexter({ service: null, publicUrl: 'http://localhost', dataDir });
    await tell('delivery_delivered');
    expect(await send()).toBe(1);
    t.context.texter = texter;
    const message = await theText();
    expect(message.state).toBe('kept');
    const [file] = await readdir(path.join(dataDir, 'texts'));
    const kept = await readFile(path.join(dataDir, 'texts', file!), 'utf8');
    expect(kept).toContain('left at the front door. Please refrigerate soon.');
    const shown = await staff.get(`/api/admin/messages/${message.id}`);
    expect(shown.json()).toMatchObject({
      channel: 'text',
      recipient: order.phone,
      subject: null,
      text: message.textMessage!.body,
    });
    const list = await staff.get('/api/admin/messages?channel=text');
    expect(list.json<{ messages: unknown[] }>().messages).toHaveLength(1);
  });
});

describe('an attempt without an answer', () => {
  test('is looked for at once: taken but unanswered, it is sent once', async () => {
    service.fail('lost');
    await tell('delivery_out');
    expect(await send()).toBe(1);
    expect(service.texts).toHaveLength(1);
    expect(await theText()).toMatchObject({ state: 'sent', textSid: service.texts[0]!.sid });
  });

  test('is looked for again later, when the list was out of reach too', async () => {
    service.fail('lost');
    service.hideList(true);
    await tell('delivery_delivered');
    await send();
    expect(await theText()).toMatchObject({ state: 'waiting' });
    service.hideList(false);
    t.advanceMinutes(5);
    expect(await send()).toBe(1);
    expect(service.texts).toHaveLength(1);
  });

  test('that stays unknown is never repeated: the email went', async () => {
    service.fail('ignored');
    await tell('delivery_delivered');
    await send();
    t.advanceMinutes(5);
    await send();
    t.advanceMinutes(60);
    await send();
    expect(service.forms).toHaveLength(1);
    expect(await theText()).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('not sent again'),
    });
  });

  test('of a process that died is not repeated either', async () => {
    await tell('delivery_delivered');
    await t.context.db.update(messages).set({ tries: 1 }).where(eq(messages.channel, 'text'));
    await send();
    expect(service.forms).toHaveLength(0);
    expect((await theText()).state).toBe('failed');
  });

  test('is not taken for an earlier text that reads the same', async () => {
    await tell('delivery_delivered');
    await send();
    await tell('delivery_delivered', { attempt: 2 });
    service.fail('ignored');
    await send();
    t.advanceMinutes(5);
    await send();
    expect((await stored()).map(({ state }) => state)).toEqual(['sent', 'failed']);
  });
});

describe('a refusal', () => {
  test.each([
    [429, 20_429],
    [503, 0],
  ])('%d means: later', async (status, code) => {
    service.fail({ status, code });
    await tell('delivery_delivered');
    await send();
    expect((await theText()).state).toBe('waiting');
    t.advanceMinutes(2);
    expect(await send()).toBe(1);
    expect(service.texts).toHaveLength(1);
  });

  test.each([
    [21_610, 'stopped'],
    [21_211, 'no_mobile'],
    [21_614, 'no_mobile'],
  ])('%d ends texts to that number, and is shown', async (code, reason) => {
    service.fail({ status: 400, code });
    await tell('delivery_delivered');
    await send();
    const { id, state } = await theText();
    expect(state).toBe('failed');
    expect((await staff.get(`/api/admin/messages/${id}`)).json()).toMatchObject({
      refusal: reason,
    });
    const at = new Date(t.context.clock()).toISOString();
    expect(await staff.order(order.id)).toMatchObject({ textRefusal: { reason, at } });
    const [listed] = (await staff.get('/api/admin/orders')).json();
    expect(listed).toMatchObject({ id: order.id, textRefusal: { reason, at } });
    await tell('delivery_delivered', { attempt: 2 });
    expect(await stored()).toHaveLength(1);
    expect(await stored('email')).toHaveLength(2);
  });

  test('for another reason is final, until staff send it again', async () => {
    service.fail({ status: 400, code: 30_001 });
    await tell('delivery_delivered');
    await send();
    const { id, state } = await theText();
    expect(state).toBe('failed');
    await staff.post(`/api/admin/messages/${id}/retry`);
    expect(await send()).toBe(1);
    expect(service.texts).toHaveLength(1);
  });
});

describe('a report of the text service', () => {
  const report = (fields: Record<string, string>, token = service.service.token) => {
    const signed = Object.keys(fields)
      .toSorted()
      .map((name) => name + fields[name]);
    const url = 'http://localhost/api/texts/report';
    return t.app.inject({
      method: 'POST',
      url: '/api/texts/report',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', token)
          .update(url + signed.join(''))
          .digest('base64'),
      },
      body: new URLSearchParams(fields).toString(),
    });
  };

  test('marks a text that never arrived, if its signature holds', async () => {
    await tell('delivery_delivered');
    await send();
    const fields = {
      MessageSid: service.texts[0]!.sid,
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
    };
    expect((await report(fields, 'another token')).statusCode).toBe(400);
    expect((await theText()).state).toBe('sent');
    expect((await report(fields)).statusCode).toBe(204);
    expect(await theText()).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('30003'),
    });
  });
});

describe('taking news back', () => {
  test('within ten seconds nothing goes; said again, it goes once', async () => {
    const sendAfter = t.context.clock() + 10_000;
    await tell('delivery_delivered', { sendAfter });
    expect(await send()).toBe(0);
    const undone = await undo();
    expect(undone.withdrawn.map(({ channel }) => channel)).toEqual(['email', 'text']);
    expect(undone.sent).toEqual([]);
    t.advanceMinutes(1);
    expect(await send()).toBe(0);
    await tell('delivery_delivered', { sendAfter: t.context.clock() + 10_000 });
    expect(await send()).toBe(0);
    t.advanceMinutes(1);
    expect(await send()).toBe(1);
    await tell('delivery_delivered');
    expect(await send()).toBe(0);
    expect(service.texts).toHaveLength(1);
  });

  test('says what went already, and nothing of that kind goes again', async () => {
    await tell('delivery_delivered');
    await send();
    expect((await undo()).sent).toEqual([
      expect.objectContaining({ kind: 'delivery_delivered', channel: 'text' }),
    ]);
    await tell('delivery_delivered');
    expect(await send()).toBe(0);
  });

  describe('while an attempt is under way', () => {
    /** Sends one text, and does this before the text service answers. */
    async function sendWhile(meanwhile: () => Promise<unknown>): Promise<void> {
      const { texter } = t.context;
      t.context.texter = {
        ...texter,
        async deliver(text) {
          t.context.texter = texter;
          await meanwhile();
          return texter.deliver(text);
        },
      };
      await send();
    }
    const isSentOnce = async () => {
      t.advanceMinutes(10);
      await send();
      expect(service.texts).toHaveLength(1);
      expect((await theText()).state).toBe('sent');
    };

    test('says that it may have gone; it counts as sent, and is not repeated', async () => {
      await tell('delivery_delivered');
      await sendWhile(async () => {
        expect((await undo()).sent).toEqual([expect.objectContaining({ channel: 'text' })]);
      });
      await tell('delivery_delivered');
      await isSentOnce();
    });

    test('and said again meanwhile, it still goes once', async () => {
      await tell('delivery_delivered');
      await sendWhile(async () => {
        await undo();
        await tell('delivery_delivered');
        t.advanceMinutes(1);
        expect(await send()).toBe(0);
      });
      await isSentOnce();
    });
  });

  test('of an email that was under way: said again, it does not go twice', async () => {
    const { mailer } = t.context;
    let delivered = 0;
    t.context.mailer = {
      ...mailer,
      async deliver() {
        delivered += 1;
        if (delivered === 1) await undo();
      },
    };
    await tell('delivery_delivered');
    await sendMessages(t.context);
    await tell('delivery_delivered');
    t.advanceMinutes(10);
    await sendMessages(t.context);
    t.context.mailer = mailer;
    expect(delivered).toBe(1);
  });
});

describe('late news', () => {
  test('“on the way” is not sent once the delivery has arrived', async () => {
    await tell('delivery_out', { sendAfter: t.context.clock() + 10_000 });
    await tell('delivery_delivered');
    t.advanceMinutes(1);
    await send();
    await sendMessages(t.context);
    expect(service.texts.map(({ body }) => body)).toEqual([expect.stringContaining('delivered')]);
    expect((await stored('email')).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'delivery_out withdrawn',
      'delivery_delivered kept',
    ]);
  });

  test('“on the way” of 21 minutes ago is withdrawn, text and email', async () => {
    await tell('delivery_out', { at: t.context.clock() - 21 * 60_000 });
    await send();
    await sendMessages(t.context);
    const rows = [...(await stored()), ...(await stored('email'))];
    expect(rows.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  });

  test('at night only the email goes', async () => {
    t.setNow('2026-01-13T22:05:00+10:00');
    await tell('delivery_delivered');
    await send();
    await sendMessages(t.context);
    expect((await theText()).state).toBe('withdrawn');
    expect((await stored('email'))[0]!.state).toBe('kept');
  });
});

describe('words of staff', () => {
  const url = '/api/admin/page-texts/message.delivery_delivered.text';
  const value = { subject: null, text: '{business}: it is {place}! {link}' };

  test('are used, audited, guarded by version, and go back to ours', async () => {
    const saved = await staff.put(url, { version: 0, value });
    expect(saved.json()).toMatchObject({ value, version: 1, changedBy: staff.staff.email });
    expect((await staff.put(url, { version: 0, value })).json()).toMatchObject({
      code: 'changed_meanwhile',
      theirs: { version: 1, value },
    });
    await tell('delivery_delivered');
    await send();
    expect(service.texts[0]!.body).toMatch(/^Redlands Table: it is at the front door! http/);
    const { changes } = (await staff.get('/api/admin/audit?entity=text')).json<{
      changes: { action: string; before: unknown; after: unknown }[];
    }>();
    expect(changes[0]).toMatchObject({ action: 'text.update', after: { text: value } });
    const reset = await staff.put(url, { version: 1, value: null });
    expect(reset.json()).toMatchObject({ value: null, version: 2 });
    const words = await findWords(t.context, 'delivery_delivered', 'text');
    expect(words.text).toBe('{business}: delivered {time}, left {place}. {advice} {link}');
  });

  test.each([
    ['{business} {meal} {link}', 'text'],
    ['{link}', 'text'],
    ['{business}', 'text'],
    [' ', 'text'],
    [`{business} ${'x'.repeat(130)} {link}`, 'text'],
  ])('“%s” is refused by its field', async (text, field) => {
    const reply = await staff.put(url, { version: 2, value: { subject: null, text } });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('of an email may leave out the link, but not the subject', async () => {
    const email = '/api/admin/page-texts/message.delivery_delivered.email';
    const put = (subject: string | null) =>
      staff.put(email, { version: 0, value: { subject, text: 'Here.' } });
    expect((await put(null)).json<{ fields: object }>().fields).toHaveProperty('subject');
    const twoLines = await put('Here\r\nBcc: all@example.com');
    expect(twoLines.statusCode).toBe(400);
    expect((await put('Here')).statusCode).toBe(200);
    await staff.put(email, { version: 1, value: null });
  });

  test('of no message are not taken', async () => {
    const reply = await staff.put('/api/admin/page-texts/message.nothing.text', {
      version: 0,
      value,
    });
    expect(reply.statusCode).toBe(404);
  });
});
