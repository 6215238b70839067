import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MessagesReply } from '#areas/messages/calls/emails.ts';
import { MOST_ATTEMPTS } from '#areas/messages/rules/messages.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { purgeOldEmails } from './tell-customer.ts';
import { createMailer, type Mailer } from '#areas/messages/server/mailer.ts';
import { emailWork, sendMessages } from './send-messages.ts';
import { writeMessage } from './write-message.ts';
import { claimDue } from '#platform/server/queue/due-work.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { aPaidOrder, aStaffClient, addAGuest } from '#quality/support/a-paid-order.ts';
import { place } from '#quality/support/an-order.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { foodClaimsIn } from '#quality/support/food-claims.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let smtp: MailServer;
let mailer: Mailer;

beforeAll(async () => {
  smtp = await startMailServer();
  t = await startTestApp({ smtpUrl: smtp.url });
  mailer = t.context.mailer;
});
afterAll(async () => {
  await t.close();
  await smtp.down();
});
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.execute(sql`truncate ${messages}, ${waitlistEntries} cascade`);
  smtp.received.length = 0;
  smtp.refuse('data', null);
  t.context.mailer = mailer;
});

const send = () => sendMessages(t.context);
const stored = async () => {
  const rows = await t.context.db.select().from(messages).orderBy(messages.id);
  return rows;
};
const theMessage = async () => (await stored())[0]!;
const messageIds = () =>
  smtp.received.map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1]);

/** The words shown by an email with two kinds of text, whatever its encoding. */
function bodyOf(raw: string): string {
  return raw
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/((=[0-9A-F]{2})+)/g, (hex) =>
      Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'),
    );
}

describe('an order', () => {
  test('is confirmed by one email in HTML and text, with its link and the allergens of each meal', async () => {
    const { orderNumber } = await aPaidOrder(t);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const [email] = smtp.received;
    expect(smtp.received).toHaveLength(1);
    expect(email).toMatchObject({
      from: 'hello@redlandstable.example',
      recipients: ['mia@example.com'],
    });
    expect(email!.headers).toContain(`Subject: Order ${orderNumber} is confirmed`);
    expect(email!.headers).toContain('Content-Type: multipart/alternative');
    const { mail: written, ...message } = await theMessage();
    expect(message).toMatchObject({ state: 'sent', tries: 1, lastError: null });
    for (const body of [written!.html, written!.text]) {
      expect(body).toContain('Tue 13 Jan 2026, 11am-1pm');
      expect(body).toMatch(/Contains: \w+/);
      expect(body).toMatch(/http:\/\/localhost\/track\/[\w-]{32}/);
      expect(body).not.toContain('tax invoice');
    }
    expect(bodyOf(email!.raw)).toContain('Contains: ');
  });

  test('repeats what each person may not eat, and promises nothing of any meal', async () => {
    await aPaidOrder(t, {
      people: [
        {
          name: 'Mia',
          calorieTarget: 1200,
          allergens: ['lupin'],
          diets: ['gluten free'],
          note: 'no olives',
        },
      ],
    });
    await send();
    const { mail: written } = await theMessage();
    expect(written!.text).toMatch(
      /Mia can’t have: lupin\. No wheat, rye, barley or oats in the recipe\. “no\s+olives”/,
    );
    expect(written!.html).toContain('can’t have: lupin. No wheat, rye, barley or oats');
    for (const body of [written!.html, written!.text]) {
      expect(foodClaimsIn(body)).toEqual([]);
      expect(body).toMatch(/Traces are possible\. Call us about\s+anything severe/);
    }
  });

  test('is confirmed once, however often its payment is settled', async () => {
    const { paymentIntentId } = await aPaidOrder(t);
    await Promise.all(Array.from({ length: 5 }, () => place(t, paymentIntentId)));
    await Promise.all([send(), send(), send()]);
    expect(smtp.received).toHaveLength(1);
  });

  test('tells anyone who sends emails, once it is stored', async () => {
    const told: (string | null)[] = [];
    const stopListening = t.context.changes.onWorkDue((kind) => told.push(kind));
    await aPaidOrder(t);
    await expect.poll(() => told).toEqual(['emails']);
    stopListening();
  });

  test('that staff change, deliver or cancel causes an email, once each time', async () => {
    const staffClient = await aStaffClient(t);
    const { id, orderNumber } = await aPaidOrder(t);
    const { customer, orderItems } = await staffClient.order(id);
    await staffClient.put(`/api/admin/orders/${id}`, {
      customer: { ...customer, specialInstructions: 'Ring twice' },
      orderItems: orderItems.map(({ meal: _meal, ...item }) => item),
    });
    await send();
    t.setNow('2026-01-13T04:00:00Z');
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'confirmed' });
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'cancelled' });
    await send();
    const emails = (await stored()).filter(({ channel }) => channel === 'email');
    expect(emails.map(({ mail }) => mail?.subject)).toEqual([
      `Order ${orderNumber} is confirmed`,
      `Order ${orderNumber} has changed`,
      'About your delivery of Tue 13 Jan',
      `Your order ${orderNumber} is cancelled`,
    ]);
    const cancelled = emails[3]!.mail!.text;
    expect(cancelled).toMatch(/\$\d+\.\d\d goes back to your\s+card/);
  });

  test('that was cancelled before its emails could go is neither confirmed nor shown as coming', async () => {
    const staffClient = await aStaffClient(t);
    const { id } = await aPaidOrder(t);
    await addAGuest(t, staffClient, id);
    await staffClient.delete(`/api/admin/orders/${id}`);
    await send();
    const [confirmation, changed] = await stored();
    expect(confirmation).toMatchObject({
      state: 'withdrawn',
      lastError: 'Its order is cancelled.',
    });
    expect(changed!.mail?.text).toContain('changed before it was cancelled.');
    expect(changed!.mail?.text).not.toContain('Delivery address');
  });

  test('that is set to delivered before its day causes none: nothing has arrived', async () => {
    const staffClient = await aStaffClient(t);
    const { id } = await aPaidOrder(t);
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
    expect((await stored()).map(({ kind }) => kind)).toEqual(['order_confirmation']);
  });

  test('does not advertise', async () => {
    const staffClient = await aStaffClient(t);
    const { id } = await aPaidOrder(t);
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
    await send();
    for (const { mail } of await stored()) {
      expect(mail!.text).not.toMatch(
        /offer|discount|order again|newsletter|follow us|free delivery/i,
      );
    }
  });
});

describe('the mail server', () => {
  test('that was down gets the email once when it is up again', async () => {
    await smtp.down();
    await aPaidOrder(t);
    expect(await send()).toBe(0);
    expect(await theMessage()).toMatchObject({ state: 'waiting', tries: 1, sentAt: null });
    expect((await theMessage()).lastError).toMatch(/ECONNREFUSED|connect/i);
    await smtp.up();
    expect(await send(), 'before its time').toBe(0);
    t.advanceMinutes(1);
    expect(await send()).toBe(1);
    t.advanceMinutes(60);
    expect(await send()).toBe(0);
    expect(smtp.received).toHaveLength(1);
    expect(await theMessage()).toMatchObject({ state: 'sent', tries: 2, lastError: null });
  });

  test('that disconnects between two emails gets the second on a new connection', async () => {
    await aPaidOrder(t);
    await send();
    await smtp.down();
    await smtp.up();
    await aPaidOrder(t);
    await send();
    t.advanceMinutes(1);
    await send();
    expect(smtp.received).toHaveLength(2);
  });

  test('that says "later" gets new attempts after 1, 2 and 4 minutes', async () => {
    smtp.refuse('data', 451);
    await aPaidOrder(t);
    const waits: number[] = [];
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await send();
      const { nextTryAt } = await theMessage();
      waits.push(Math.round((nextTryAt!.getTime() - t.context.clock()) / 60_000));
      t.advanceMinutes(waits.at(-1)!);
    }
    expect(waits).toEqual([1, 2, 4]);
    smtp.refuse('data', null);
    await send();
    expect(await theMessage()).toMatchObject({ state: 'sent', tries: 4 });
  });

  test.each(['recipient', 'data'] as const)(
    'that permanently refuses a %s gets no new attempt until staff ask for one',
    async (at) => {
      const staffClient = await aStaffClient(t);
      smtp.refuse(at, 550);
      await aPaidOrder(t);
      await send();
      const failed = await theMessage();
      expect(failed).toMatchObject({ state: 'failed', tries: 1 });
      expect(failed.lastError).toContain('550');
      t.advanceMinutes(600);
      await send();
      expect((await theMessage()).tries).toBe(1);
      smtp.refuse(at, null);
      const retried = await staffClient.post(`/api/admin/messages/${failed.id}/retry`);
      expect(retried.json()).toMatchObject({ state: 'waiting', tries: 0 });
      const [trace] = await t.context.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.entity, 'message'), eq(auditLog.entityId, String(failed.id))));
      expect(trace).toMatchObject({ action: 'message.retry', staffEmail: staffClient.staff.email });
      await send();
      expect(smtp.received).toHaveLength(1);
      expect(
        (await staffClient.post(`/api/admin/messages/${failed.id}/retry`)).json(),
      ).toMatchObject({
        code: 'not_failed',
      });
    },
  );

  test('a refused email does not delay the others', async () => {
    await aPaidOrder(t);
    await t.context.db.update(messages).set({ recipient: 'not an address' });
    await aPaidOrder(t);
    await send();
    expect((await stored()).map(({ state }) => state)).toEqual(['failed', 'sent']);
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['mia@example.com']]);
  });

  test('that never accepts an email gets no attempts after a day, and staff see it', async () => {
    const staffClient = await aStaffClient(t);
    smtp.refuse('data', 451);
    await aPaidOrder(t);
    await t.context.db.update(messages).set({ tries: MOST_ATTEMPTS - 1 });
    await send();
    const list = await staffClient.get('/api/admin/messages?state=failed');
    expect(list.json()).toMatchObject({ mode: 'smtp', failed: 1, waiting: 0 });
    expect(list.json().messages).toMatchObject([{ state: 'failed', tries: MOST_ATTEMPTS }]);
  });
});

describe('a worker that is killed', () => {
  test('before sending leaves the message to another worker, after a while', async () => {
    await aPaidOrder(t);
    await claimDue(t.context, emailWork);
    expect(await send()).toBe(0);
    t.advanceMinutes(2);
    expect(await send()).toBe(1);
    expect(smtp.received).toHaveLength(1);
  });

  test('between sending and recording sends the same message again, with the same Message-ID', async () => {
    await aPaidOrder(t);
    const left = Promise.withResolvers<void>();
    t.context.mailer = {
      ...mailer,
      async deliver(email) {
        await mailer.deliver(email);
        left.resolve();
        // Nothing happens after a kill.
        await new Promise(() => {});
      },
    };
    void send();
    await left.promise;
    t.context.mailer = mailer;
    expect(await theMessage()).toMatchObject({ state: 'waiting', tries: 1, lastError: null });
    t.advanceMinutes(2);
    await send();
    const [first, second] = messageIds();
    expect(first).toMatch(/^<mealrun-\d+-\w+@redlandstable\.example>$/);
    expect(second).toBe(first);
    const dates = smtp.received.map(({ headers }) => /^Date: .*$/m.exec(headers)?.[0]);
    expect(dates[1]).toBe(dates[0]);
    expect((await theMessage()).state).toBe('sent');
  });

  test('and has been overtaken does not undo what the other worker recorded', async () => {
    await aPaidOrder(t);
    t.context.mailer = {
      ...mailer,
      async deliver() {
        t.context.mailer = mailer;
        t.advanceMinutes(2);
        await send();
        throw new Error('too late');
      },
    };
    await send();
    expect(await theMessage()).toMatchObject({ state: 'sent', tries: 2 });
    expect(smtp.received).toHaveLength(1);
  });
});

test('many concurrent workers send each message once', async () => {
  for (let order = 0; order < 3; order += 1) await aPaidOrder(t);
  const sent = await Promise.all(Array.from({ length: 6 }, send));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(new Set(messageIds()).size).toBe(3);
});

describe('text from strangers', () => {
  const BREAKS = [
    'Mia\r\nBcc: victim@example.com',
    'Mia\nBcc: victim@example.com',
    'Mia\r\n\r\n<script>alert(1)</script>',
    'Mia\u2028Bcc: victim@example.com',
    'Mia\u0000\u0007',
    '=?utf-8?Q?Mia=0D=0ABcc:_victim@example.com?=',
  ];

  test.each(BREAKS)('in a name adds no header and no recipient: %j', async (name) => {
    await aPaidOrder(t);
    // Bypasses the input checks, as an old row might.
    const stripped = name.replaceAll('\u0000', '');
    await t.context.db.update(orders).set({ firstName: stripped, lastName: stripped });
    await send();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]!.recipients).toEqual(['mia@example.com']);
    expect(smtp.received[0]!.headers).not.toMatch(/^(bcc|cc|x-)/im);
    expect((await theMessage()).mail!.html).not.toContain('<script>');
  });

  test.each([
    'mia@example.com\r\nRCPT TO:<victim@example.com>',
    'mia@example.com, victim@example.com',
    'mia@example.com>\r\nDATA\r\nSubject: x',
    '"<victim@example.com>" <mia@example.com>',
  ])('in an email address reaches no one else: %j', async (recipient) => {
    await aPaidOrder(t);
    await t.context.db.update(messages).set({ recipient });
    await send();
    expect(smtp.received).toEqual([]);
    expect(await theMessage()).toMatchObject({ state: 'failed' });
  });

  test("in the business's own name adds no header", async () => {
    const renamed = await startTestApp({
      smtpUrl: smtp.url,
      business: { name: 'Table"\r\nBcc: victim@example.com <x@example.com>,' },
    });
    await aPaidOrder(renamed);
    await sendMessages(renamed.context);
    expect(smtp.received[0]!.from).toBe('hello@redlandstable.example');
    expect(smtp.received[0]!.headers).not.toMatch(/^bcc/im);
    await renamed.close();
  });

  test('is shown as text', async () => {
    await aPaidOrder(t);
    await t.context.db
      .update(orders)
      .set({ specialInstructions: '<img src=x onerror=alert(1)> & "quotes"' });
    await send();
    const { html, text } = (await theMessage()).mail!;
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).toContain('<img src=x onerror=alert(1)> & "quotes"');
  });
});

describe('the waitlist', () => {
  const join = (change: object = {}) =>
    t.app.inject({
      method: 'POST',
      url: '/api/waitlist',
      body: { email: 'lan@example.com', suburb: 'Capalaba', name: 'Lan', ...change },
    });

  test('sends one welcome, with an unsubscribe link in the text and for email programs', async () => {
    const { id } = (await join()).json();
    await join({ suburb: 'Birkdale' });
    await send();
    await join();
    await send();
    expect(smtp.received).toHaveLength(1);
    const token = linkTokenFor('unsubscribe', id, t.context.trackingSecret);
    const { headers } = smtp.received[0]!;
    expect(headers).toContain(
      `List-Unsubscribe: <http://localhost/api/waitlist/unsubscribe?token=${token}>`,
    );
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const { text } = (await theMessage()).mail!;
    expect(text).toContain(`http://localhost/unsubscribe?token=${token}`);
    expect(text).toContain('Redlands Table, Redlands, Queensland');
    expect(text).toContain('We already deliver to Birkdale.');
  });

  test('does not email someone who has unsubscribed', async () => {
    const { id } = (await join()).json();
    const token = linkTokenFor('unsubscribe', id, t.context.trackingSecret);
    await t.app.inject({ method: 'POST', url: `/api/waitlist/unsubscribe?token=${token}` });
    await send();
    expect(smtp.received).toEqual([]);
    expect((await theMessage()).state).toBe('withdrawn');
  });

  test('deletes the messages of a removed person', async () => {
    const staffClient = await aStaffClient(t);
    const { id } = (await join()).json();
    await staffClient.delete(`/api/admin/waitlist/${id}`);
    expect(await stored()).toEqual([]);
  });
});

test('an invited person gets the link, which the outbox then deletes', async () => {
  const staffClient = await aStaffClient(t);
  const invited = await staffClient.post('/api/staff/invites', { email: 'new@example.com' });
  expect(invited.statusCode, invited.body).toBe(201);
  await send();
  const { mail, facts } = await theMessage();
  expect(mail!.text).toContain(invited.json().url);
  expect(facts).toEqual({ tone: 'now' });
  expect(smtp.received[0]!.recipients).toEqual(['new@example.com']);
});

test('a message is written only if the change it reports is committed', async () => {
  const { id } = await aPaidOrder(t);
  const write = t.context.db.transaction(async (tx) => {
    await writeMessage(tx, t.context, {
      kind: 'order_link',
      about: id,
      orderId: id,
      recipient: 'x@example.com',
    });
    throw new Error('no');
  });
  await expect(write).rejects.toThrow('no');
  expect(await stored()).toHaveLength(1);
});

test('the text of an email is deleted after ninety days; the record of sending it is not', async () => {
  await aPaidOrder(t);
  await send();
  await t.context.db
    .update(messages)
    .set({ createdAt: new Date(t.context.clock() - 91 * 86_400_000) });
  expect(await purgeOldEmails(t.context)).toBe(1);
  expect(await theMessage()).toMatchObject({ state: 'sent', mail: null });
});

describe('without a mail server', () => {
  const storeEmails = async () => {
    const { dataDir } = t.context.backup;
    t.context.mailer = createMailer({ smtpUrl: null, from: null, dataDir });
    await send();
    return path.join(dataDir, 'mail');
  };

  test('emails are saved in the data folder, for its owner only, and shown to staff', async () => {
    const staffClient = await aStaffClient(t);
    const { orderNumber } = await aPaidOrder(t);
    const folder = await storeEmails();
    const [file, ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(file).toMatch(/^\d{6}-order_confirmation\.eml$/);
    const kept = path.join(folder, file!);
    expect(((await stat(kept)).mode & 0o777).toString(8)).toBe('600');
    expect(await readFile(kept, 'utf8')).toContain(`Subject: Order ${orderNumber} is confirmed`);
    const { id } = await theMessage();
    const list = (await staffClient.get('/api/admin/messages')).json();
    expect(list).toMatchObject({ mode: 'kept', failed: 0, waiting: 0, nextCursor: null });
    expect(list.messages).toMatchObject([{ id, state: 'kept', orderNumber }]);
    const shown = await staffClient.get(`/api/admin/messages/${id}`);
    expect(shown.json().text).toContain(orderNumber);
    await rm(folder, { recursive: true });
  });

  test('an unwritable folder is retried later', async () => {
    await aPaidOrder(t);
    const folder = path.join(t.context.backup.dataDir, 'mail');
    await mkdir(t.context.backup.dataDir, { recursive: true });
    await writeFile(folder, 'in the way');
    await storeEmails();
    expect(await theMessage()).toMatchObject({ state: 'waiting', tries: 1 });
    await rm(folder);
    t.advanceMinutes(1);
    await storeEmails();
    expect((await theMessage()).state).toBe('kept');
  });
});

describe('staff', () => {
  test('are the only ones who see emails', async () => {
    await aPaidOrder(t);
    await send();
    const { id } = await theMessage();
    for (const [method, url] of [
      ['GET', '/api/admin/messages'],
      ['GET', `/api/admin/messages/${id}`],
      ['GET', `/api/admin/messages/${id}/page`],
      ['POST', `/api/admin/messages/${id}/retry`],
    ] as const) {
      expect((await t.app.inject({ method, url })).statusCode, url).toBe(401);
    }
  });

  test('see an email as a page on which nothing runs or loads', async () => {
    const staffClient = await aStaffClient(t);
    await aPaidOrder(t);
    await send();
    const page = await staffClient.get(`/api/admin/messages/${(await theMessage()).id}/page`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox;/);
    expect(page.body).toContain('<!DOCTYPE html');
    await t.context.db.update(messages).set({ mail: null }).where(eq(messages.state, 'sent'));
    expect(
      (await staffClient.get(`/api/admin/messages/${(await theMessage()).id}/page`)).statusCode,
    ).toBe(404);
  });

  test('page through emails, newest first', async () => {
    const staffClient = await aStaffClient(t);
    for (let order = 0; order < 3; order += 1) await aPaidOrder(t);
    const first = (await staffClient.get('/api/admin/messages?limit=2')).json();
    const second = (
      await staffClient.get(`/api/admin/messages?limit=2&cursor=${first.nextCursor}`)
    ).json();
    const ids = [...first.messages, ...second.messages].map((message) => message.id);
    expect(ids).toEqual((await stored()).map(({ id }) => id).toReversed());
    expect(second.nextCursor).toBeNull();
  });

  test('are sorted by their recipient, a page at a time', async () => {
    const staffClient = await aStaffClient(t);
    for (let order = 0; order < 3; order += 1) await aPaidOrder(t);
    const [one, two] = await stored();
    await t.context.db
      .update(messages)
      .set({ recipient: 'Z@x.example' })
      .where(eq(messages.id, one!.id));
    await t.context.db
      .update(messages)
      .set({ recipient: 'a@x.example' })
      .where(eq(messages.id, two!.id));
    const page = async (sort: string, cursor = ''): Promise<string[]> => {
      const reply = await staffClient.get(`/api/admin/messages?limit=1&sort=${sort}${cursor}`);
      const { messages: shown, nextCursor } = reply.json<MessagesReply>();
      const rest = nextCursor === null ? [] : await page(sort, `&cursor=${nextCursor}`);
      return [...shown.map(({ recipient }) => recipient), ...rest];
    };
    const up = await page('recipient');
    expect(up).toHaveLength((await stored()).length);
    expect([up[0], up.at(-1)]).toEqual(['a@x.example', 'Z@x.example']);
    expect(await page('-recipient')).toEqual(up.toReversed());
  });
});
