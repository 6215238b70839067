import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { NEWS_CONSENT_TEXT } from '#areas/business/rules/waitlist-limits.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER } from '#quality/support/an-order.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let cookie: string;
let staffEmail: string;

beforeAll(async () => {
  t = await startTestApp();
  const signedIn = await signedInStaff(t);
  ({ cookie } = signedIn);
  staffEmail = signedIn.staff.email;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.context.db.delete(waitlistEntries);
});

const LONG_FORM = {
  email: 'Lan@Example.com',
  name: 'Lan Nguyễn',
  suburb: 'Capalaba',
  phone: '0412 345 678',
  mealsPerWeek: 10,
};

const join = (body: object) => t.app.inject({ method: 'POST', url: '/api/waitlist', body });
const list = async () =>
  (await t.app.inject({ url: '/api/waitlist', headers: { cookie } })).json<WaitlistEntryReply[]>();
const tokenFor = (id: number) => linkTokenFor('unsubscribe', id, t.context.trackingSecret);

test('the list says who has ordered since they joined, by email in any spelling', async () => {
  await join({ email: 'Ordered.Since@gmail.com', suburb: 'Cleveland' });
  await join({ email: 'not.yet@example.com', suburb: 'Cleveland' });
  const email = 'orderedsince@gmail.com';
  t.advanceMinutes(5);
  await aPaidOrder(t, { customer: { ...A_CUSTOMER, email } });
  t.advanceMinutes(5);
  await join({ email: A_CUSTOMER.email, suburb: 'Cleveland' });
  const ordered = (await list()).map((entry) => [entry.email, entry.orderedAt]);
  expect(Object.fromEntries(ordered)).toEqual({
    'Ordered.Since@gmail.com': '2026-01-07T02:05:00.000Z',
    'not.yet@example.com': null,
    [A_CUSTOMER.email]: null,
  });
});

describe('joining the waitlist', () => {
  test.each([
    ['Cleveland', 'We already deliver to Cleveland.', true],
    ['Ipswich', 'We’ll email you as soon as we deliver to Ipswich.', false],
  ])('from %s is answered by an email that says: %s', async (suburb, words, mayOrder) => {
    const email = `${suburb.toLowerCase()}@example.com`;
    await join({ email, suburb });
    await sendMessages(t.context);
    const [sent] = await t.context.db.select().from(messages).where(eq(messages.recipient, email));
    expect(sent?.mail?.text).toContain(words);
    expect(sent?.mail?.text.includes('/order')).toBe(mayOrder);
  });

  test('by the long form stores everything, the phone as +61', async () => {
    const reply = await join(LONG_FORM);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(reply.json()).toEqual({ id: expect.any(Number) });
    expect(await list()).toEqual([
      {
        id: reply.json().id,
        ...LONG_FORM,
        phone: '+61412345678',
        createdAt: '2026-01-07T02:00:00.000Z',
        consentAt: null,
        unsubscribedAt: null,
        orderedAt: null,
        servedMark: null,
        invitation: null,
      },
    ]);
  });

  test('sends what it likes besides: it is not read', async () => {
    const sent = { ...LONG_FORM, id: 1, orderedAt: null, servedMark: true, source: 'landing' };
    expect((await join(sent)).statusCode).toBe(201);
    const [entry] = await list();
    expect(entry).toMatchObject({ servedMark: null });
    expect(entry?.id).not.toBe(1);
  });

  test('by the short form, or with empty fields, stores only email and suburb, served or not', async () => {
    expect((await join({ email: 'a@example.com', suburb: ' Macleay  Island ' })).statusCode).toBe(
      201,
    );
    const empty = { email: 'b@example.com', suburb: 'Sheldon', phone: '', mealsPerWeek: null };
    expect((await join({ ...empty, name: null })).statusCode).toBe(201);
    const suburbs = (await list()).map(({ suburb, name, phone }) => [suburb, name, phone]);
    expect(suburbs.toSorted()).toEqual([
      ['Macleay Island', null, null],
      ['Sheldon', null, null],
    ]);
  });

  test('again, in different case, updates the entry, keeps omitted fields, and gets the same reply', async () => {
    const first = await join(LONG_FORM);
    t.advanceMinutes(60);
    const again = await join({ email: ' LAN@example.COM ', suburb: 'Cleveland' });
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(await list()).toMatchObject([
      {
        name: 'Lan Nguyễn',
        phone: '+61412345678',
        mealsPerWeek: 10,
        suburb: 'Cleveland',
        createdAt: '2026-01-07T02:00:00.000Z',
      },
    ]);
  });

  test('twenty times concurrently makes one entry', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => join(LONG_FORM)));
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test('gives ids that do not reveal who joined first', async () => {
    const ids: number[] = [];
    for (let person = 0; person < 12; person += 1) {
      ids.push((await join({ ...LONG_FORM, email: `p${person}@example.com` })).json().id);
    }
    expect(ids.toSorted((a, b) => a - b)).not.toEqual(ids);
    expect(ids.every(Number.isSafeInteger)).toBe(true);
  });

  test('keeps a non-Australian phone number as typed', async () => {
    await join({ ...LONG_FORM, phone: '+64 21 123 4567' });
    expect(await list()).toMatchObject([{ phone: '+64 21 123 4567' }]);
  });

  test('keeps scripts as plain text', async () => {
    const name = '<script>alert(1)</script>';
    const suburb = `'; drop table meals; --`;
    expect((await join({ ...LONG_FORM, name, suburb })).statusCode).toBe(201);
    expect(await list()).toMatchObject([{ name, suburb }]);
  });

  test.each<[string, string, object]>([
    ['email', 'no email', { email: undefined }],
    ['email', 'an empty email', { email: '' }],
    ['email', 'a malformed email', { email: 'lan@' }],
    ['email', 'an email with a script', { email: '<script>@example.com' }],
    ['email', 'a line break in the email', { email: 'lan@example.com\r\nBcc: x@example.com' }],
    ['email', 'an email of the wrong type', { email: ['lan@example.com'] }],
    ['email', 'an email of 10 KB', { email: `${'x'.repeat(10_000)}@example.com` }],
    ['suburb', 'no suburb', { suburb: undefined }],
    ['suburb', 'a blank suburb', { suburb: '   ' }],
    ['suburb', 'a suburb of 10 KB', { suburb: 'x'.repeat(10_000) }],
    ['suburb', 'a suburb that cannot be stored', { suburb: 'Cap\u0000alaba' }],
    ['name', 'a blank name', { name: ' ' }],
    ['name', 'a name of 10 KB', { name: 'x'.repeat(10_000) }],
    ['name', 'a name of the wrong type', { name: { first: 'Lan' } }],
    ['phone', 'a phone of 10 KB', { phone: '0'.repeat(10_000) }],
    ['phone', 'a phone of the wrong type', { phone: 412345678 }],
    ['mealsPerWeek', 'meals that are not a number', { mealsPerWeek: 'five' }],
    ['mealsPerWeek', 'half a meal', { mealsPerWeek: 2.5 }],
    ['mealsPerWeek', 'no meals', { mealsPerWeek: 0 }],
    ['mealsPerWeek', 'negative meals', { mealsPerWeek: -5 }],
    ['mealsPerWeek', 'enormous meals', { mealsPerWeek: 1e300 }],
    ['consent', 'consent of the wrong type', { consent: 'yes' }],
  ])('is refused with the field %s for %s', async (field, _what, change) => {
    const reply = await join({ ...LONG_FORM, ...change });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await t.context.db.$count(waitlistEntries)).toBe(0);
  });

  test('is told what is missing, in words', async () => {
    const { email: _, ...sent } = LONG_FORM;
    const message = 'email is missing';
    expect((await join(sent)).json()).toEqual({
      code: 'invalid',
      message,
      fields: { email: message },
    });
  });

  test.each(['', '{', 'null', '[]', '"x"', '1'])('is refused for the body %j', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await t.app.inject({ method: 'POST', url: '/api/waitlist', headers, payload });
    expect(reply.statusCode, reply.body).toBe(400);
  });
});

test('a flood from one address is refused with the time to wait, and others still get in', async () => {
  const flooded = await startTestApp({ throttle: true });
  const from = (remoteAddress: string, person: number) =>
    flooded.app.inject({
      method: 'POST',
      url: '/api/waitlist',
      remoteAddress,
      body: { email: `p${person}@example.com`, suburb: 'Capalaba' },
    });
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, person) => from('203.0.113.7', person)),
  );
  const refused = replies.filter((reply) => reply.statusCode === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.headers['retry-after']).toBe('600');
  expect(refused[0]?.json()).toMatchObject({ code: 'too_many_requests' });
  expect(await flooded.context.db.$count(waitlistEntries)).toBe(30);
  const keys = await flooded.context.db.select().from(throttleCounters);
  expect(JSON.stringify(keys)).not.toContain('203.0.113.7');
  expect((await from('203.0.113.8', 99)).statusCode).toBe(201);
  await flooded.close();
});

describe('consent to news', () => {
  const NEWS = '/api/waitlist/news';
  const look = (token: string) => t.app.inject(`${NEWS}?token=${encodeURIComponent(token)}`);
  const confirm = (token: string) => t.app.inject({ method: 'POST', url: NEWS, body: { token } });
  const newsToken = (id: number) => linkTokenFor('waitlist news', id, t.context.trackingSecret);
  const stored = async () => {
    const [row, another] = await t.context.db.select().from(waitlistEntries);
    expect(another).toBeUndefined();
    return [row?.consentText ?? null, row?.consentAt?.toISOString() ?? null];
  };
  const newsEmails = async () => {
    await sendMessages(t.context);
    return t.context.db.select().from(messages).where(eq(messages.kind, 'waitlist_news'));
  };
  const NONE = [null, null];
  const GIVEN = [NEWS_CONSENT_TEXT, '2026-01-07T02:00:00.000Z'];

  beforeEach(() => t.context.db.delete(messages));

  test('is kept with its words and its time by anyone who joins for the first time', async () => {
    await join({ ...LONG_FORM, consent: true });
    expect(await stored()).toEqual(GIVEN);
    expect(await newsEmails()).toEqual([]);
  });

  test.each([undefined, false])(
    'is not taken back by a stranger who types the address, consent %s',
    async (consent) => {
      await join({ ...LONG_FORM, consent: true });
      t.advanceMinutes(5);
      await join({ ...LONG_FORM, consent });
      expect(await stored()).toEqual(GIVEN);
      expect(await newsEmails()).toEqual([]);
    },
  );

  test('is not given by a stranger, in whatever spelling of the mailbox, who gets the same reply', async () => {
    const first = await join({ ...LONG_FORM, email: 'lan.nguyen@gmail.com' });
    const again = await join({ ...LONG_FORM, email: 'LanNguyen+x@gmail.com', consent: true });
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(await stored()).toEqual(NONE);
    expect(await newsEmails()).toMatchObject([{ recipient: 'lan.nguyen@gmail.com' }]);
  });

  test('is asked by one email a day, whose link changes nothing until its button is pressed', async () => {
    const { id } = (await join(LONG_FORM)).json();
    await join({ ...LONG_FORM, consent: true });
    await join({ ...LONG_FORM, consent: true });
    const [sent, another] = await newsEmails();
    expect(another).toBeUndefined();
    expect(sent?.mail?.subject).toBe('Confirm: send me news from Redlands Table');
    const [, token = ''] = /\/confirm-news\?token=(\S+)/.exec(sent?.mail?.text ?? '') ?? [];
    expect(decodeURIComponent(token)).toBe(newsToken(id));
    expect((await look(newsToken(id))).json()).toEqual({
      email: 'L…@Example.com',
      isSubscribed: false,
    });
    expect(await stored()).toEqual(NONE);
    t.advanceMinutes(24 * 60);
    await join({ ...LONG_FORM, consent: true });
    expect(await newsEmails()).toHaveLength(2);
  });

  test('is given by the link once; stopped since, the same link is over', async () => {
    const { id } = (await join(LONG_FORM)).json();
    const unsubscribe = () =>
      t.app.inject({ method: 'POST', url: `/api/waitlist/unsubscribe?token=${tokenFor(id)}` });
    await unsubscribe();
    await join({ ...LONG_FORM, consent: true });
    for (let time = 0; time < 2; time += 1) {
      const reply = await confirm(newsToken(id));
      expect([reply.statusCode, reply.json().isSubscribed], reply.body).toEqual([200, true]);
      expect(await stored()).toEqual(GIVEN);
      t.advanceMinutes(5);
    }
    expect(await list()).toMatchObject([{ unsubscribedAt: null }]);
    await unsubscribe();
    expect((await confirm(newsToken(id))).statusCode).toBe(404);
    expect(await stored()).toEqual(NONE);
  });

  test('asked for and then stopped by the other link is asked no more', async () => {
    const { id } = (await join(LONG_FORM)).json();
    await join({ ...LONG_FORM, consent: true });
    await t.app.inject({ method: 'POST', url: `/api/waitlist/unsubscribe?token=${tokenFor(id)}` });
    expect(await newsEmails()).toMatchObject([{ state: 'withdrawn' }]);
    expect((await confirm(newsToken(id))).statusCode).toBe(404);
  });

  test('has one answer for links never issued, of another kind, not asked, expired, or of who is gone', async () => {
    const { id } = (await join(LONG_FORM)).json();
    const answers = new Set<string>();
    async function note(token: string) {
      for (const reply of [await look(token), await confirm(token)])
        answers.add(`${reply.statusCode} ${reply.body}`);
    }
    await note(newsToken(id));
    await join({ ...LONG_FORM, consent: true });
    const forged = `${id}.${'A'.repeat(32)}`;
    for (const token of ['', 'x', '<script>', `${id}`, forged, tokenFor(id), newsToken(id + 1)])
      await note(token);
    t.advanceMinutes(7 * 24 * 60 - 1);
    expect((await look(newsToken(id))).statusCode).toBe(200);
    t.advanceMinutes(1);
    await note(newsToken(id));
    await join({ ...LONG_FORM, consent: true });
    await t.app.inject({
      method: 'DELETE',
      url: `/api/admin/waitlist/${id}`,
      headers: { cookie },
    });
    await note(newsToken(id));
    expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
  });
});

describe('unsubscribing', () => {
  const url = (token: string) => `/api/waitlist/unsubscribe?token=${encodeURIComponent(token)}`;

  test('needs only the link, may be repeated, and opening the link changes nothing', async () => {
    const { id } = (await join({ ...LONG_FORM, consent: true })).json();
    const look = await t.app.inject(url(tokenFor(id)));
    expect(look.json()).toEqual({ email: 'L…@Example.com', isSubscribed: true });
    for (let time = 0; time < 2; time += 1) {
      const reply = await t.app.inject({ method: 'POST', url: url(tokenFor(id)) });
      expect([reply.statusCode, reply.json().isSubscribed]).toEqual([200, false]);
    }
    expect(await list()).toMatchObject([
      { unsubscribedAt: '2026-01-07T02:00:00.000Z', consentAt: null },
    ]);
    await join({ ...LONG_FORM, consent: true });
    expect(await list()).toMatchObject([{ unsubscribedAt: '2026-01-07T02:00:00.000Z' }]);
  });

  test('works by an email program’s one click, which sends a form', async () => {
    const { id } = (await join(LONG_FORM)).json();
    const reply = await t.app.inject({
      method: 'POST',
      url: url(tokenFor(id)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([reply.statusCode, reply.json().isSubscribed]).toEqual([200, false]);
  });

  test('gives the same reply for links we did not issue and for deleted entries', async () => {
    const { id } = (await join(LONG_FORM)).json();
    const good = tokenFor(id);
    const forged = [`${id + 1}${good.slice(String(id).length)}`, `${id}.${'A'.repeat(32)}`];
    const strange = ['', 'x', `${id}`, '<script>', `${'9'.repeat(15)}.${'A'.repeat(32)}`];
    const replies = await Promise.all(
      [...forged, ...strange, tokenFor(id + 1)].flatMap((token) => [
        t.app.inject(url(token)),
        t.app.inject({ method: 'POST', url: url(token) }),
      ]),
    );
    const answers = new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`));
    expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
    expect(await list()).toMatchObject([{ unsubscribedAt: null }]);
  });
});

describe('staff', () => {
  test('are the only ones who see the list, remove people and download the file', async () => {
    const { id } = (await join(LONG_FORM)).json();
    const calls = [
      ['GET', '/api/waitlist'],
      ['GET', '/api/admin/waitlist.csv'],
      ['DELETE', `/api/admin/waitlist/${id}`],
    ] as const;
    for (const [method, url] of calls) {
      const reply = await t.app.inject({ method, url });
      expect([reply.statusCode, reply.json().message], url).toEqual([401, 'Unauthorized']);
    }
    expect(await list()).toHaveLength(1);
  });

  test('see the newest first', async () => {
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      await join({ email, suburb: 'Capalaba' });
      t.advanceMinutes(1);
    }
    expect((await list()).map((entry) => entry.email[0])).toEqual(['c', 'b', 'a']);
  });

  test('permanently remove someone; the audit trail says who did, and no longer whom', async () => {
    const { id } = (await join(LONG_FORM)).json();
    const remove = () =>
      t.app.inject({ method: 'DELETE', url: `/api/admin/waitlist/${id}`, headers: { cookie } });
    const removed = await remove();
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await remove()).statusCode).toBe(404);
    expect(await list()).toEqual([]);
    const trail = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)));
    expect(trail).toMatchObject([
      { action: 'waitlist_entry.remove', staffEmail, before: { suburb: 'Capalaba' }, after: null },
    ]);
    expect(JSON.stringify(trail)).not.toContain('Lan');
  });

  test.each([
    ['0', 400],
    ['-1', 400],
    ['abc', 400],
    ['1.5', 400],
    ['9'.repeat(40), 400],
    ['123456', 404],
  ])('are refused for the entry %s', async (id, status) => {
    const url = `/api/admin/waitlist/${id}`;
    expect((await t.app.inject({ method: 'DELETE', url, headers: { cookie } })).statusCode).toBe(
      status,
    );
  });

  test('download those who may be emailed, with nothing that a spreadsheet would run', async () => {
    await join({ ...LONG_FORM, name: '=HYPERLINK("http://x")', consent: true });
    t.advanceMinutes(1);
    const { id } = (await join({ email: 'gone@example.com', suburb: 'Sheldon' })).json();
    await t.app.inject({
      method: 'POST',
      url: `/api/waitlist/unsubscribe?token=${tokenFor(id)}`,
    });
    const reply = await t.app.inject({ url: '/api/admin/waitlist.csv', headers: { cookie } });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="waitlist.csv"',
      'cache-control': 'no-store',
    });
    expect(reply.body).toBe(
      [
        '\uFEFFName,Email,Phone,Suburb,Meals/Week,Joined,News',
        `"'=HYPERLINK(""http://x"")",Lan@Example.com,0412 345 678,Capalaba,10,2026-01-07,yes`,
        '',
      ].join('\r\n'),
    );
  });
});
